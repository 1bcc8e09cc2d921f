//! The target `shared`. Its oracle: the table of all values of a graph, worked out from the
//! definition of the value, for each engine's own game and evaluator.
//!
//! Two or three engines share two tables: of equal and of different games, evaluators (also such as
//! only their types tell apart) and options, in turn and side by side. A search that is held in its
//! midst keeps its table while others come and go. Whoever comes with other findings meanwhile is
//! refused, and nobody else is; whoever is answered is answered truly; and what is left in the
//! table is true of those whose it is. At the end one engine changes its evaluator and what is left
//! out, both at once.

mod chosen;
mod gate;
mod owner;
mod script;
mod seat;
mod setting;

use crate::coverage::Coverage;
use arbitrary::{Result, Unstructured};

/// What the target is held against.
pub const ORACLE: &str = "values from the definition, for each engine's own game and evaluator; and who is to be refused a table";

/// Checks one input.
///
/// # Errors
/// None: any bytes do.
///
/// # Panics
/// If a check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; what has been met.
///
/// # Errors
/// None: any bytes do.
///
/// # Panics
/// If a check fails.
pub fn examine(u: &mut Unstructured<'_>) -> Result<Coverage> {
    script::run(u)
}
