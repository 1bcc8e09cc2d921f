//! `eldest tree`: the tree that an algorithm searches, drawn.

use anyhow::{Context, Result, anyhow};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use eldest::{Depth, Options};
use eldest_catalog::games::{AnyPosition, Board, Catalog, Game, GameName, Visitor};
use eldest_draw::tree::{Drawer, Drawing, Searcher, TreeError};
use eldest_terminal::typed::{position, refuse, within};
use eldest_terminal::{Status, input};
use std::io::Write;

/// Draws the tree that an algorithm searches: windows, values, cutoffs, what is pruned
///
/// The algorithms are those of the library's textbook module, as they were published, and kernel, the
/// search that solves and searches. With two of them both trees are drawn, and what only one of them
/// visits is marked.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
At a node stands the value that came back: 5 is exact, >=5 at least that (the search failed high), <=5 \
at most that (it failed low). The window (alpha,beta) is that at entry. A node that was searched again \
has several windows, each with its answer. A sibling that was never searched is pruned.\n\n\
The kernel is drawn with its table, one thread, and one window at the root; of its iterations, the \
last one. Where it stops at a node that is no leaf, the table or the game knew enough.\n\n\
JSON: an object in a line for each visit, of type \"visit\", in the order of the search, and one of \
type \"search\" after those of each algorithm. A visit names its parent by number; values and windows \
are given as by solve, null at infinity.\n\n\
Examples:\n  \
eldest tree 'tree:[[3 5] [2 9]]'\n  \
eldest tree 'tree:[-5 [[-8 -7 -6] 4]]' -a alpha-beta,negascout-1989\n  \
eldest tree tree:ordered:width=3,depth=4,first=100,quarter=100 --types\n  \
eldest tree nim 1,2 --depth 4 --algorithm mtdf --format svg > tree.svg\n  \
eldest tree connect4 4444 -d 2 -a kernel --format dot | dot -Tpdf > tree.pdf")]
pub(crate) struct TreeArgs {
    /// The game, as in connect4, connect4:6x4 or tree:dag:width=4,depth=9
    pub(crate) game: GameName,
    /// The position at the root; without one, that of stdin, or the start of the game
    ///
    /// Without one the position is that of stdin, if stdin is a file or a pipe; if it is a
    /// terminal, or empty, it is the start of the game.
    #[arg(value_parser = position)]
    pub(crate) position: Option<String>,
    /// The depth of the search, in plies; if it is left out, synthetic trees are searched to their leaves
    #[arg(short, long, value_name = "N", value_parser = within(1..=1000_u16))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) depth: Option<u16>,
    /// Draws the search of this algorithm, or of each of several
    #[arg(short, long, value_name = "NAME", value_delimiter = ',', default_value = "alpha-beta")]
    #[arg(value_parser = searcher())]
    pub(crate) algorithm: Vec<Searcher>,
    /// From whose point of view values and windows are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) view: View,
    /// Shows the types of the nodes that even the best search of this order must visit
    ///
    /// After Knuth and Moore: 1, on the principal variation; 2, refuted by its first move; 3, where such a
    /// move leads, so that all moves must be looked at. Other nodes have no type.
    #[arg(long)]
    pub(crate) types: bool,
    /// Draws no tree of more visits than this
    #[arg(long, value_name = "N", default_value = "300")]
    #[arg(value_parser = within(1..=5000_u64))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) max_nodes: u64,
    /// How the tree is drawn
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TreeFormat,
}

/// All algorithms by name.
fn searcher() -> impl TypedValueParser<Value = Searcher> {
    PossibleValuesParser::new(Searcher::all().map(Searcher::name))
        .map(|name| Searcher::named(&name).expect("one of the names"))
}

/// Whose point of view.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum View {
    /// That of the side to move at each node, as in the published algorithms (negamax)
    #[default]
    Mover,
    /// That of the side to move at the root, who maximises, while the other side minimises
    Root,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// Lines for a terminal, in the order of the search
    #[default]
    Text,
    /// A picture for browsers and papers
    Svg,
    /// A graph for Graphviz
    Dot,
    /// An object in each line
    Json,
}

/// Draws what `args` name.
pub(crate) fn run<C: Catalog>(args: &TreeArgs) -> Result<Status> {
    let drawing =
        drawing(args, args.game.of::<C>().visit(RootVisitor { args })?, depth::<C>(args))?;
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

/// How deep the search goes. Of games it must be said: their trees are too large to be drawn whole.
fn depth<C: Catalog>(args: &TreeArgs) -> Depth {
    match args.depth {
        Some(plies) => Depth::plies(plies),
        None if args.game.of::<C>().is_synthetic() => Depth::END,
        None => {
            let reason = "a game needs --depth N: how many plies of it are to be drawn";
            refuse::<TreeArgs>("tree", ErrorKind::MissingRequiredArgument, reason)
        }
    }
}

/// The position at the root, and options to the end and to a depth.
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
