//! The target `serial`. Its oracle: the table of all values of a graph, worked out from the
//! definition of the value.
//!
//! One engine after the other is asked several questions: with every table, driver and switch, for
//! values, several moves, some of the moves, decisions; cut short after some nodes; with entries
//! planted in its table that are true. All it answers is true, and all it stores.

use super::on_graph::with_graph;
use super::session::QuestionSession;
use crate::sharing::SharingTally;
use arbitrary::{Result, Unstructured};

/// What the target is held against.
pub const ORACLE: &str = "values from the definition, for the report, its moves, line and bounds, and all that is stored";

/// Checks one input.
///
/// # Errors
/// None: any bytes do.
///
/// # Panics
/// If an answer is wrong.
pub fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    counted(bytes, &mut SharingTally::default())
}

/// The same, and what the searches have done.
///
/// # Errors
/// As [`check`].
///
/// # Panics
/// As [`check`].
pub fn counted(bytes: &mut Unstructured<'_>, tally: &mut SharingTally) -> Result<()> {
    with_graph(bytes, 30, 7, &mut QuestionSession::of_one(tally))
}
