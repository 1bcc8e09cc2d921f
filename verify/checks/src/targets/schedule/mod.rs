//! Target `schedule`: the parallel searches under the deterministic scheduler.
//!
//! Oracle: minimax over a small graph ([`GraphValues`](crate::graph::GraphValues)). Whatever the
//! schedule, a search that nothing interrupts finds the value and a best move; one that is
//! interrupted says nothing false; every entry that is left in the table is true; the engine is as
//! good as new afterwards; all threads end, and nobody waits for what does not come.
//!
//! The search is the shipping code: this crate and the core are compiled over the scheduler
//! (`verify/backends/`). Everything that a user can ask is asked: the value, several moves, some of
//! the moves, decisions, with every driver and prover, over any table, deeper entries counted or
//! not. What may happen is injected at a chosen step: a stop, of two searches under one token as
//! well, a limit, a panic in the rules or the evaluator, a table that loses entries, a wake-up
//! without news.
//!
//! An input is a case and then a schedule, so that one minimiser makes both smaller. The case takes
//! three bytes for a graph that grows by chance, and some twenty for the rest; so that threads meet
//! is the rule ([`Shares`](crate::shares::Shares)), and most bytes are left to the schedule.

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

/// What its findings are held against.
pub const ORACLE: &str = "minimax, whatever the schedule and whatever goes wrong";

/// What the findings of proofs are held against.
pub const PROOF_ORACLE: &str =
    "minimax, for the root of a proof and every position in it, whatever the schedule";

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

/// The same, and what has happened.
///
/// # Errors
/// None: every input is a case.
///
/// # Panics
/// If the check fails.
pub fn examine(u: &mut Unstructured<'_>) -> Result<InputEvents> {
    examine_counted(u, &mut ScheduleTally::default())
}

/// The same, and counts in `tally` how often.
///
/// # Errors
/// None: every input is a case.
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

/// Checks a proof of the root of the graph of the case that the input is, by a manager whose jobs
/// are searches of a batch, with its options, its table and what goes wrong in it. Counts in
/// `proofs` what has happened.
///
/// # Errors
/// None: every input is a case.
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

/// Whether nothing goes wrong in a proof.
///
/// # Errors
/// None: every input is a case.
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

/// `input` with its graph spelt out, and the choices that its schedule makes instead of chance; as
/// it is, if the case has left no bytes for a schedule.
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

/// What is left of the input: the choices themselves, or chance; most often without long runs of
/// one thread, in which others do not meet it. A slow one is in between two steps when others come
/// far.
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
