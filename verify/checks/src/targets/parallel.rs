//! The target `parallel`. Its oracle: the table of all values of a graph, computed from the
//! definition.
//!
//! It does what `serial` does, with every algorithm, 1 to 8 system threads, larger graphs, and
//! settings under which even small searches are shared. Threads lose their turn at random, mostly
//! so that others catch up: in most inputs threads interact ([`Shares`](crate::shares::Shares)). It
//! may take several replays to reproduce a failure.

use super::on_graph::{self, with_seed};
use super::session::QuestionSession;
use crate::graph::GraphSize;
use crate::shares::InputEvents;
use crate::sharing::SharingTally;
use arbitrary::{Result, Unstructured};

/// The oracle of the target.
pub const ORACLE: &str =
    "values from the definition, as for serial, and counts of all threads that add up";

/// The bytes needed for one or two queries.
pub const SHORTEST: usize = 256;

/// The size of the graphs.
const SIZE: GraphSize = GraphSize { least: 80, nodes: 160, height: 9 };

/// Checks one input.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// If a report is wrong.
pub fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    examine(bytes).map(drop)
}

/// The same; returns the events.
///
/// # Errors
/// As [`check`].
///
/// # Panics
/// As [`check`].
pub fn examine(bytes: &mut Unstructured<'_>) -> Result<InputEvents> {
    counted(bytes, &mut SharingTally::default())
}

/// The same; also counts what the searches did.
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

/// Rewrites `input` with an explicit graph.
pub fn spelt_out(input: &[u8]) -> Vec<u8> {
    on_graph::spelt_out(input, SIZE)
}
