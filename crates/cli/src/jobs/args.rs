//! What can be typed after `eldest-cluster solve`.

use crate::args::{Format, GivenArgs, within};
use std::path::PathBuf;

/// Finds the exact value of positions, by many machines
///
/// One line for each position, as those of `eldest solve`, in the order of the positions. The best move may be another one of
/// the same value.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
JSON: an object in a line for each position, as by eldest solve, without moves and seconds.")]
pub struct SolveArgs {
    #[command(flatten)]
    pub(crate) given: GivenArgs,
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
