//! The target `resources`. Its oracle: the values of a game of up to 6,000 plies, by recursion.
//!
//! One engine is asked again and again, and changes in between: threads and algorithm, and with the
//! length of the game the stacks; the evaluator, what is left out, the table and its size; the
//! position, and with it the game that the table is about. Each answer is that of an engine that
//! was made for the question.

mod ladder;
mod steps;

use crate::coverage::Coverage;
use arbitrary::{Result, Unstructured};

/// What the target is held against.
pub const ORACLE: &str =
    "values of games of thousands of plies by recursion, whatever was changed before";

/// Bytes that are enough for some questions.
pub const SHORTEST: usize = 64;

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
    Ok(steps::run(u))
}
