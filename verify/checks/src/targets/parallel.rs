//! The target `parallel`. Its oracle: the table of all values of a graph, worked out from the
//! definition of the value.
//!
//! As `serial`, with every algorithm, 1 to 8 threads of the machine, larger graphs, and settings
//! under which even small searches are shared. Threads lose their turn by chance, most often so
//! that others come up with them: that they meet is the rule ([`Shares`](crate::shares::Shares)). A
//! failure may need several replays to be seen again.

use super::on_graph::{self, with_seed};
use super::session::QuestionSession;
use crate::graph::GraphSize;
use crate::shares::InputEvents;
use crate::sharing::SharingTally;
use arbitrary::{Result, Unstructured};

/// What the target is held against.
pub const ORACLE: &str =
    "values from the definition, as for serial, and counts of all threads that add up";

/// Bytes that are enough for a question or two.
pub const SHORTEST: usize = 256;

/// How large the graphs are.
const SIZE: GraphSize = GraphSize { least: 80, nodes: 160, height: 9 };

/// Checks one input.
///
/// # Errors
/// None: any bytes do.
///
/// # Panics
/// If an answer is wrong.
pub fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    examine(bytes).map(drop)
}

/// The same, and what has happened.
///
/// # Errors
/// As [`check`].
///
/// # Panics
/// As [`check`].
pub fn examine(bytes: &mut Unstructured<'_>) -> Result<InputEvents> {
    counted(bytes, &mut SharingTally::default())
}

/// The same, and what the searches have done.
///
/// # Errors
/// As [`check`].
///
/// # Panics
/// As [`check`].
pub fn counted(bytes: &mut Unstructured<'_>, tally: &mut SharingTally) -> Result<InputEvents> {
    let mut session = QuestionSession::of_threads(tally);
    with_seed(bytes, SIZE, &mut session)?;
    Ok(session.happened())
}

/// `input` with its graph spelt out, byte for byte.
pub fn spelt_out(input: &[u8]) -> Vec<u8> {
    on_graph::spelt_out(input, SIZE)
}
