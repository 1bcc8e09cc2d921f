//! The target `abort`. Its oracle: the table of all values of a graph, worked out from the
//! definition of the value.
//!
//! A search is ended at every moment there is: by a limit on nodes, by a token, by a panic of the
//! user's own code, by no time at all. What it says is true, every entry that is left is true,
//! every move has been taken back, the engine answers afterwards, and its threads end with it.

mod answers;
mod trials;

use crate::coverage::Coverage;
use crate::panics::expect_panics;
use arbitrary::{Arbitrary, Result, Unstructured};

/// What the target is held against.
pub const ORACLE: &str =
    "V(p, d) by its definition, for what was completed and for every entry that is left";

/// Checks one input.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// If a check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; what has been met.
///
/// # Errors
/// The bytes have run out.
///
/// # Panics
/// If a check fails.
pub fn examine(u: &mut Unstructured<'_>) -> Result<Coverage> {
    expect_panics();
    if bool::arbitrary(u)? {
        trials::check::<true, false>(u)
    } else {
        trials::check::<false, true>(u)
    }
}
