//! Target `limits`: limits and how they are steered, on the virtual clock of the deterministic
//! scheduler.
//!
//! Oracle: the log of the search. Evaluators that take up to 50 milliseconds for a move, at once or
//! from some move on, let the clock go on; limits on depth, nodes and time, soft and hard, are set,
//! tightened, relaxed and lifted while the search runs, counted from its start or from now, by the
//! user's thread or from within a move; the search is stopped, and the clock turned back. Each
//! search ends for a reason that was there when it ended, never before a limit was reached, and not
//! later than limits promise; its answer is true, and so is all that it has stored.

mod case;
mod diary;
mod plan;
mod slow;
mod span;
mod verdict;

use crate::coverage::Coverage;
use crate::panics::expect_panics;
use arbitrary::{Result, Unstructured};
use case::LimitCase;

/// What its findings are held against.
pub const ORACLE: &str = "the log of the search: which limits held when, on a virtual clock";

/// Bytes that are enough for a case and the seed of a schedule.
pub const SHORTEST: usize = 48;

/// Checks one input.
///
/// # Errors
/// None: every input is a case.
///
/// # Panics
/// If the check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; what was met.
///
/// # Errors
/// None: every input is a case.
///
/// # Panics
/// If the check fails.
pub fn examine(u: &mut Unstructured<'_>) -> Result<Coverage> {
    expect_panics();
    if u.arbitrary()? {
        LimitCase::<true, false>::decode(u)?.check(super::schedule::policy(u)?)
    } else {
        LimitCase::<false, true>::decode(u)?.check(super::schedule::policy(u)?)
    }
}
