//! The target `schedule`: parallel searches under the deterministic scheduler.
//!
//! The oracle is minimax over a small graph ([`GraphValues`](crate::graph::GraphValues)). Under
//! every schedule, an uninterrupted search must find the value and a best move; an interrupted one
//! must report nothing false; every stored entry must be true; the engine must work like a new one
//! afterwards; all threads must end, and none may wait for an event that never comes.
//!
//! The search is the production code: this crate and the core are compiled over the scheduler
//! (`verify/backends/`). All kinds of queries occur: the value, several moves, some of the moves,
//! decisions, with every driver, over any table, with or without deeper entries. A fault is
//! injected at a chosen step: a stop, possibly of two searches with one token, a limit, a panic in
//! the rules or the evaluator, a table that loses entries, a spurious wake-up.
//!
//! An input consists of a case and a schedule, so that one minimiser reduces both. The case takes
//! three bytes for a randomly built graph, and some twenty for the rest. So threads interact in
//! most inputs ([`Shares`](crate::shares::Shares)), and most bytes are left for the schedule.

mod answers;
pub mod batches;
mod case;
mod memory;
mod play;
mod proof;
mod question;
mod searcher;
mod team;
mod verdict;

use crate::Chance;
use crate::fuse::expect_panics;
use crate::shares::InputEvents;
use arbitrary::{Result, Unstructured};
use case::ScheduleCase;
use eldest_schedule::Policy;

pub(super) use case::options;
pub use play::ScheduleTally;
pub use proof::ProofTally;

/// The oracle of the target.
pub const ORACLE: &str = "minimax, for all schedules and all faults";

/// The oracle of proofs.
pub const PROOF_ORACLE: &str =
    "minimax, for the root of a proof and every position in it, for all schedules";

/// The bytes needed for a case and the seed of a schedule.
pub const SHORTEST: usize = 48;

/// Checks one input.
///
/// # Errors
/// Never fails; every input is a case.
///
/// # Panics
/// If the check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; returns the events.
///
/// # Errors
/// Never fails; every input is a case.
///
/// # Panics
/// If the check fails.
pub fn examine(u: &mut Unstructured<'_>) -> Result<InputEvents> {
    examine_counted(u, &mut ScheduleTally::default())
}

/// The same; counts events in `tally`.
///
/// # Errors
/// Never fails; every input is a case.
///
/// # Panics
/// If the check fails.
pub fn examine_counted(u: &mut Unstructured<'_>, tally: &mut ScheduleTally) -> Result<InputEvents> {
    expect_panics();
    Ok(match AnyCase::decode(u)? {
        AnyCase::Alternating(case) => case.check(policy(u)?, tally),
        AnyCase::Distances(case) => case.check(policy(u)?, tally),
    })
}

/// Checks a proof of the root of the graph in the case of the input. The jobs of its manager are
/// searches of a batch, with the options, the table and the fault of the case. Counts events in
/// `proofs`.
///
/// # Errors
/// Never fails; every input is a case.
///
/// # Panics
/// If the check fails.
pub fn examine_proof(u: &mut Unstructured<'_>, proofs: &mut ProofTally) -> Result<()> {
    expect_panics();
    match AnyCase::decode(u)? {
        AnyCase::Alternating(case) => case.check_proof(policy(u)?, proofs),
        AnyCase::Distances(case) => case.check_proof(policy(u)?, proofs),
    }
    Ok(())
}

/// Checks a proof.
///
/// # Errors
/// Never fails; every input is a case.
///
/// # Panics
/// If the check fails.
pub fn check_proof(u: &mut Unstructured<'_>) -> Result<()> {
    examine_proof(u, &mut ProofTally::default())
}

/// A case with either type of graph.
enum AnyCase {
    Alternating(ScheduleCase<true, false>),
    Distances(ScheduleCase<false, true>),
}

impl AnyCase {
    fn decode(u: &mut Unstructured<'_>) -> Result<Self> {
        let alternates = u.arbitrary()?;
        Ok(if alternates {
            Self::Alternating(ScheduleCase::decode(u)?)
        } else {
            Self::Distances(ScheduleCase::decode(u)?)
        })
    }
}

/// Rewrites `input` with an explicit graph and the explicit choices of its schedule. Unchanged if
/// the case leaves no bytes for a schedule.
pub fn spelt_out(input: &[u8]) -> Vec<u8> {
    expect_panics();
    let mut u = Unstructured::new(input);
    let schedule = AnyCase::decode(&mut u).and_then(|case| Ok((case, u.len(), policy(&mut u)?)));
    let Ok((case, left @ 1.., policy)) = schedule else { return input.to_vec() };
    let (kind, read) = input[..input.len() - left].split_at(1);
    let (case, choices) = match case {
        AnyCase::Alternating(case) => {
            (ScheduleCase::<true, false>::spelt_out(read), case.choices(policy))
        }
        AnyCase::Distances(case) => {
            (ScheduleCase::<false, true>::spelt_out(read), case.choices(policy))
        }
    };
    [kind, &case.expect("it was decoded"), &[0], &choices].concat()
}

/// The policy given by the remaining bytes: explicit choices, or a seed. Most policies avoid long
/// runs of one thread, in which threads do not interact; an uneven one keeps a slow thread between
/// two steps while others advance.
pub(super) fn policy(u: &mut Unstructured<'_>) -> Result<Policy> {
    let kind = u.below(8);
    let rest = u.bytes(u.len())?;
    Ok(match kind {
        0 => Policy::bytes(rest.to_vec(), seed(rest)),
        1 => Policy::bytes(Vec::new(), seed(rest)),
        2..=5 => Policy::uneven(seed(rest)),
        _ => Policy::uniform(seed(rest)),
    })
}

fn seed(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |seed, &byte| (seed ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3))
}
