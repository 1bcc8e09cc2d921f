//! The target `parallel`. Its oracle: the table of all values of a graph, worked out from the
//! definition of the value.
//!
//! As `serial`, with every algorithm, 1 to 8 threads of the machine, and settings under which even
//! small searches are shared. Threads lose their turn by chance, so a failure may need several
//! replays to be seen again.

use super::on_graph::with_graph;
use super::session::Session;
use crate::sharing::Tally;
use arbitrary::{Result, Unstructured};

/// What the target is held against.
pub const ORACLE: &str =
    "values from the definition, as for serial, and counts of all threads that add up";

/// Checks one input.
///
/// # Errors
/// None: any bytes do.
///
/// # Panics
/// If an answer is wrong.
pub fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    counted(bytes, &mut Tally::default())
}

/// The same, and what the searches have done.
///
/// # Errors
/// As [`check`].
///
/// # Panics
/// As [`check`].
pub fn counted(bytes: &mut Unstructured<'_>, tally: &mut Tally) -> Result<()> {
    with_graph(bytes, 40, 7, &mut Session { threads: true, tally })
}
