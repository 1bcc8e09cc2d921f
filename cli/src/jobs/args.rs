//! What can be typed after `eldest-cluster solve`.

use crate::args::{Format, position, within};
use crate::games::GameArg;
use std::path::PathBuf;

/// Finds the exact value of positions, by many machines
///
/// One line for each position, as those of `eldest solve`, in the order of the positions. The best move may be another one of
/// the same value.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON: an object in a line for each position, as by eldest solve, without moves and seconds.")]
pub struct SolveArgs {
    /// The game, as in connect4, connect4:6x4 or tree:dag:width=4,depth=9
    pub(crate) game: GameArg,
    /// Positions; if there is none and no --input, the start of the game
    #[arg(value_name = "POSITION", value_parser = position)]
    pub(crate) positions: Vec<String>,
    /// A file with a position at the beginning of each line; - for stdin, which is read to its end first
    #[arg(short, long, value_name = "FILE")]
    pub(crate) input: Vec<PathBuf>,
    /// Adds a column: a best move; - if the game is over
    #[arg(short, long)]
    pub(crate) best_move: bool,
    /// Stops after so many nodes with each position
    #[arg(short, long, value_name = "N", value_parser = within(1..=u64::MAX))]
    #[arg(allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Keeps what is solved in a file, and solves nothing that is there
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// How results are written
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}
