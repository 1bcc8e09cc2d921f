//! What can be typed after `eldest tree`.

use super::{position, within};
use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use eldest_catalog::games::GameName;
use eldest_draw::tree::Searcher;

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
