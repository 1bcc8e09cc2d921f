//! The target `serial`. Its oracle: the table of all values of a graph, computed from the
//! definition.
//!
//! One engine runs several queries, with every table, driver and switch: for values, several moves,
//! some of the moves, and decisions; ended early after some nodes; and with true entries planted in
//! its table. All reports and all stored entries must be true.

use super::on_graph::with_graph;
use super::session::QuestionSession;
use crate::sharing::SharingTally;
use arbitrary::{Result, Unstructured};

/// The oracle of the target.
pub const ORACLE: &str = "values from the definition, for the report, its moves, line and bounds, and all stored entries";

/// Checks one input.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// If a report is wrong.
pub fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    counted(bytes, &mut SharingTally::default())
}

/// The same; also counts the work of the searches.
///
/// # Errors
/// As [`check`].
///
/// # Panics
/// As [`check`].
pub fn counted(bytes: &mut Unstructured<'_>, tally: &mut SharingTally) -> Result<()> {
    with_graph(bytes, 30, 7, &mut QuestionSession::of_one(tally))
}
