//! The target `batches`: many positions in one batch of an engine, under arbitrary schedules.
//!
//! Positions are nodes of two or three graphs with different rules and equal keys, so a value taken
//! from the table of other rules is wrong. Some need larger stacks than earlier ones, have limits,
//! or are held until the user releases them. The user begins, withdraws, stops and takes reports in
//! any order, and may drop the batch.
//!
//! The oracle is minimax. Each position finishes once. A stop is reported while other searches are
//! held. No call but [`answer`](eldest::batch::Executor::answer) waits. The clock of a position
//! starts after the searches that it has waited for. A position is overtaken by fewer positions
//! than there are threads.

mod gate;
mod judged;
mod plan;
mod played;

use crate::fuse::expect_panics;
use arbitrary::{Result, Unstructured};
use plan::BatchPlan;

/// The oracle of the target.
pub const ORACLE: &str =
    "minimax for each position of a batch, for all actions of the user and all schedules";

/// Counts of events over some batches.
#[derive(Debug, Default)]
#[expect(missing_docs, reason = "named after what they count")]
pub struct BatchTally {
    pub positions: u64,
    pub side_by_side: u64,
    pub helped: u64,
    /// Began while searches with other rules were running.
    pub waited: u64,
    pub overtaken: u64,
    /// Stopped before their search began.
    pub stopped_early: u64,
    pub stopped: u64,
    /// Needed larger stacks than all before them, while others were running.
    pub grown: u64,
    pub held: u64,
    pub panicked: u64,
    pub out_of_nodes: u64,
    pub out_of_time: u64,
    pub dropped: u64,
    /// Had not begun when their batch was dropped.
    pub dropped_early: u64,
}

/// Checks one input.
///
/// # Errors
/// Never fails; every input is a batch.
///
/// # Panics
/// If the check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u, &mut BatchTally::default())
}

/// The same; counts events in `batches`.
///
/// # Errors
/// Never fails; every input is a batch.
///
/// # Panics
/// If the check fails.
pub fn examine(u: &mut Unstructured<'_>, batches: &mut BatchTally) -> Result<()> {
    expect_panics();
    if u.arbitrary()? {
        BatchPlan::<true, false>::decode(u)?.check(super::policy(u)?, batches);
    } else {
        BatchPlan::<false, true>::decode(u)?.check(super::policy(u)?, batches);
    }
    Ok(())
}
