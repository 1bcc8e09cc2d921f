//! What can be typed after `eldest solve`.

use super::{CommonArgs, GivenArgs, LimitArgs, SavingArgs, SharingArgs};
use eldest_draw::timeline::TimelineFile;

/// Finds the exact value of positions, to the end of the game
///
/// One line for each position: the position as it was given, and its score. Lines come in the order
/// of the positions, as soon as they are known. As many positions are solved side by side as there
/// are threads, over one table, which is kept from one position to the next; threads without a
/// position help with the others.
///
/// If a search is stopped (by --time, --nodes or Ctrl-C), the score is what is proved, [-3,5].
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON: an object in a line for each position, with score (null if not known), distance (plies to \
the win or loss, null in games of points), lower and upper (what is proved; a win in n plies is \
8000000 - n), solved, best_move, moves, nodes and seconds.\n\n\
Examples:\n  \
eldest solve connect4 44 4455 --best-move\n  \
eldest solve tictactoe x.o/.x./... --all-moves\n  \
eldest solve connect4 --table-mib 4096 --save connect4.table\n  \
generate-positions | eldest solve connect4")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) given: GivenArgs,
    /// Adds a column MOVE:SCORE for every legal move, the best first
    #[arg(short, long)]
    pub(crate) all_moves: bool,
    #[command(flatten)]
    pub(crate) sharing: SharingArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) saving: SavingArgs,
    /// Writes which thread did what when
    ///
    /// Into a file that ends in .json, as trace events, which Perfetto (ui.perfetto.dev) and chrome://tracing open; or
    /// into one that ends in .svg, as a picture. Of one position only.
    #[arg(long, value_name = "FILE", conflicts_with = "input")]
    pub(crate) timeline: Option<TimelineFile>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
