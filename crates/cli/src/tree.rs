//! `eldest tree`: draws the tree that an algorithm searches.

use anyhow::{Context, Result, anyhow};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use eldest::{Depth, Options};
use eldest_catalog::games::{AnyPosition, Board, Catalog, Game, GameName, Visitor};
use eldest_draw::tree::{Drawer, Drawing, Searcher, TreeError};
use eldest_terminal::args::KnownArgs;
use eldest_terminal::typed::{position, refuse, within};
use eldest_terminal::{Status, input};
use std::io::Write;

/// Draw the tree that an algorithm searches: windows, values, cutoffs, pruned moves
///
/// The algorithms are those of the library's textbook module, as published, and kernel, the search
/// behind solve and search. With two algorithms, both trees are drawn, and nodes that only one of
/// them visits are marked.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Each node shows the value that its search returned: 5 is exact, >=5 a lower bound (the search failed \
high), <=5 an upper bound (it failed low). The window (alpha,beta) is the one at entry. A node that was \
searched again shows each window with its result. Siblings that were never searched are shown as \
pruned.\n\n\
The kernel is drawn with its table, one thread and one window at the root; only its last iteration is \
drawn. It stops above the leaves where the table or static bounds of the game decide.\n\n\
JSON: one object per line for each visit, of type \"visit\", in search order; after the visits of each \
algorithm, one of type \"search\". A visit names its parent by number; values and windows are given as \
by solve, null at infinity.\n\n\
Examples:\n  \
eldest tree 'tree:[[3 5] [2 9]]'\n  \
eldest tree 'tree:[-5 [[-8 -7 -6] 4]]' -a alpha-beta,negascout-1989\n  \
eldest tree tree:ordered:width=3,depth=4,first=100,quarter=100 --types\n  \
eldest tree nim 1,2 --depth 4 --algorithm mtdf --format svg > tree.svg\n  \
eldest tree connect4 4444 -d 2 -a kernel --format dot | dot -Tpdf > tree.pdf")]
pub(crate) struct TreeArgs {
    /// The game, as in connect4, connect4:6x4 or tree:dag:width=4,depth=9
    pub(crate) game: GameName,
    /// The position at the root; by default that of stdin, or the start of the game
    ///
    /// If it is left out, it is read from stdin when stdin is a file or a pipe. If stdin is a
    /// terminal or empty, the start of the game is used.
    #[arg(value_parser = position)]
    pub(crate) position: Option<String>,
    /// Search depth, in plies; optional for synthetic trees, which are searched to their leaves
    /// by default
    #[arg(short, long, value_name = "N", value_parser = within(1..=1000_u16))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) depth: Option<u16>,
    /// The algorithms whose trees to draw, separated by commas
    #[arg(short, long, value_name = "NAME", value_delimiter = ',', default_value = "alpha-beta")]
    #[arg(value_parser = searcher())]
    pub(crate) algorithm: Vec<Searcher>,
    /// The point of view for values and windows
    #[arg(long, value_enum, default_value_t)]
    pub(crate) view: View,
    /// Show the types of the nodes of the minimal tree, which every search in this order visits
    ///
    /// The types are those of Knuth and Moore: 1, on the principal variation; 2, refuted by its
    /// first move; 3, reached by such a move, so that all of its moves must be searched. Other
    /// nodes have no type.
    #[arg(long)]
    pub(crate) types: bool,
    #[command(flatten)]
    pub(crate) known: KnownArgs,
    /// Fail if a tree has more visits than this
    #[arg(long, value_name = "N", default_value = "300")]
    #[arg(value_parser = within(1..=5000_u64))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) max_nodes: u64,
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TreeFormat,
}

/// Parses the name of an algorithm.
fn searcher() -> impl TypedValueParser<Value = Searcher> {
    PossibleValuesParser::new(Searcher::all().map(Searcher::name))
        .map(|name| Searcher::named(&name).expect("one of the names"))
}

/// The point of view of values and windows.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum View {
    /// The side to move at each node, as in the published algorithms (negamax)
    #[default]
    Mover,
    /// The side to move at the root, which maximises; the other side minimises
    Root,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// Lines for a terminal, in search order
    #[default]
    Text,
    /// A picture for browsers and papers
    Svg,
    /// A graph for Graphviz
    Dot,
    /// One JSON object per line
    Json,
}

/// Draws the trees that `args` name.
pub(crate) fn run<C: Catalog>(args: &TreeArgs) -> Result<Status> {
    let drawing = drawing(
        args,
        args.known.of::<C>(&args.game)?.visit(RootVisitor { args })?,
        depth::<C>(args),
    )?;
    let picture = match args.format {
        TreeFormat::Text => drawing.text(),
        TreeFormat::Svg => drawing.svg(),
        TreeFormat::Dot => drawing.dot(),
        TreeFormat::Json => drawing.json(),
    };
    let mut stdout = anstream::stdout().lock();
    stdout.write_all(picture.as_bytes()).and_then(|()| stdout.flush()).context("stdout")?;
    Ok(Status::Done)
}

/// Returns the search depth. It is required for games, whose trees are too large to draw whole.
fn depth<C: Catalog>(args: &TreeArgs) -> Depth {
    match args.depth {
        Some(plies) => Depth::plies(plies),
        None if args.game.of::<C>().is_synthetic() => Depth::END,
        None => {
            let reason = "a game needs --depth N, the number of plies to draw";
            refuse::<TreeArgs>("tree", ErrorKind::MissingRequiredArgument, reason)
        }
    }
}

/// The position at the root, and the options for a search to the end and to a depth.
struct Rooted {
    board: Box<dyn Board>,
    options: [Options; 2],
}

struct RootVisitor<'a> {
    args: &'a TreeArgs,
}

impl Visitor for RootVisitor<'_> {
    type Output = Result<Rooted>;

    fn visit<G: Game>(self, game: &G) -> Result<Rooted> {
        let position = input::one(game, self.args.position.as_deref())?.parse(game)?;
        let options = [game.options(), game.options_to_depth()];
        Ok(Rooted { board: game.erased(&position), options })
    }
}

fn drawing(args: &TreeArgs, root: Rooted, depth: Depth) -> Result<Drawing> {
    let kind = (root.board.counts_distance(), root.board.is_path_dependent());
    let drawn = match kind {
        (false, false) => drawn::<false, false>(args, root, depth),
        (true, false) => drawn::<true, false>(args, root, depth),
        (_, true) => drawn::<true, true>(args, root, depth), // chess with all its draws
    };
    let drawing = drawn.map_err(|error| match error {
        TreeError::TooLarge { searcher, most } => anyhow!(
            "{searcher} visits more than {most} nodes, too many to look at; \
             try a smaller --depth, or a larger --max-nodes"
        ),
        error => error.into(),
    })?;
    let drawing = drawing.with_types(args.types);
    Ok(if args.view == View::Root { drawing.seen_from_root() } else { drawing })
}

fn drawn<const DISTANCE: bool, const PATH: bool>(
    args: &TreeArgs,
    Rooted { board, options: [to_end, to_depth] }: Rooted,
    depth: Depth,
) -> Result<Drawing, TreeError> {
    Drawer::new(&AnyPosition::<DISTANCE, PATH>::new(board), depth)
        .evaluator(AnyPosition::estimate)
        .move_names(AnyPosition::format_move)
        .options(if depth.is_end() { to_end } else { to_depth })
        .most_visits(args.max_nodes)
        .draw(&args.algorithm)
}
