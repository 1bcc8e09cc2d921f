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
mod ear;
mod fault;
mod moody;
mod tally;
mod verdict;

use crate::panics::expect_panics;
use arbitrary::{Result, Unstructured};
use case::Case;
use eldest_schedule::Policy;

pub use tally::Tally;

/// What its findings are held against.
pub const ORACLE: &str = "minimax, whatever the schedule and whatever goes wrong";

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
    expect_panics();
    match AnyCase::decode(u)? {
        AnyCase::Alternating(case) => case.check(policy(u)?, tally),
        AnyCase::Distances(case) => case.check(policy(u)?, tally),
    }
    Ok(())
}

/// A case with either type of graph.
enum AnyCase {
    Alternating(Case<true, false>),
    Distances(Case<false, true>),
}

impl AnyCase {
    fn decode(u: &mut Unstructured<'_>) -> Result<Self> {
        let alternates = u.arbitrary()?;
        Ok(if alternates {
            Self::Alternating(Case::decode(u)?)
        } else {
            Self::Distances(Case::decode(u)?)
        })
    }
}

/// `input`, with the choices that its schedule makes instead of chance; as it is, if the case has
/// left no bytes for a schedule.
pub fn spelt_out(input: &[u8]) -> Vec<u8> {
    expect_panics();
    let mut u = Unstructured::new(input);
    let schedule = AnyCase::decode(&mut u).and_then(|case| Ok((case, u.len(), policy(&mut u)?)));
    let Ok((case, left @ 1.., policy)) = schedule else { return input.to_vec() };
    let choices = match case {
        AnyCase::Alternating(case) => case.choices(policy),
        AnyCase::Distances(case) => case.choices(policy),
    };
    [&input[..input.len() - left], &[u8::from(false)], &choices].concat()
}

/// What is left of the input: chance, or the choices themselves.
fn policy(u: &mut Unstructured<'_>) -> Result<Policy> {
    let is_uniform = u.arbitrary()?;
    let rest = u.bytes(u.len())?;
    Ok(if is_uniform {
        Policy::uniform(seed(rest))
    } else {
        Policy::bytes(rest.to_vec(), seed(rest))
    })
}

fn seed(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |seed, &byte| (seed ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}
