//! Target `schedule`: the parallel searches under the deterministic scheduler.
//!
//! Oracle: minimax over a small graph ([`Values`](crate::graph::Values)). Whatever the schedule, a
//! search that nothing interrupts finds the value and a best move; one that is interrupted says
//! nothing false; every entry that is left in the table is true; the engine is as good as new
//! afterwards; all threads end, and nobody waits for what does not come.
//!
//! The search is the shipping code: this crate and the core are compiled over the scheduler
//! (`twins/`). What may happen is injected at a chosen step: a stop, a limit, a panic of the user's
//! code, a table that loses entries, a wake-up without news.
//!
//! An input is a case and then a schedule, so that one minimiser makes both smaller.

mod case;
mod fault;
mod moody;
mod verdict;

use crate::target::Target;
use arbitrary::{Result, Unstructured};
use case::Case;
use eldest_schedule::Policy;

pub use verdict::Tally;

/// The target `schedule`.
pub(crate) const TARGET: Target = Target {
    name: "schedule",
    oracle: "minimax, whatever the schedule and whatever goes wrong",
    check,
};

/// Checks one input.
///
/// # Errors
/// None: every input is a case.
///
/// # Panics
/// If the check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    check_counted(u, &mut Tally::default())
}

/// Checks one input, and counts in `tally` what has happened.
///
/// # Errors
/// None: every input is a case.
///
/// # Panics
/// If the check fails.
pub fn check_counted(u: &mut Unstructured<'_>, tally: &mut Tally) -> Result<()> {
    fault::expect_panics();
    if u.arbitrary()? {
        Case::<true, false>::decode(u)?.check(policy(u)?, tally);
    } else {
        Case::<false, true>::decode(u)?.check(policy(u)?, tally);
    }
    Ok(())
}

/// What is left of the input: chance, or the choices themselves.
fn policy(u: &mut Unstructured<'_>) -> Result<Policy> {
    let is_uniform = u.arbitrary()?;
    let rest = u.bytes(u.len())?;
    Ok(if is_uniform { Policy::uniform(seed(rest)) } else { Policy::bytes(rest.to_vec(), 0) })
}

fn seed(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |seed, &byte| (seed ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}
