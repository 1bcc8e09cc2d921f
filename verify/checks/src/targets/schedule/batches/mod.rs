//! Target `batches`: many positions in one batch of an engine, under arbitrary schedules.
//!
//! Positions are nodes of two or three graphs with different rules and the same keys, so a value
//! that comes from a table under other rules is wrong. Some need larger stacks than the ones
//! before, have limits, or are held in their midst until the user lets them go. The user begins,
//! withdraws, stops and takes answers in any order, and may drop the batch.
//!
//! Oracle: minimax for each answer; each position is finished once; a stop is answered while other
//! searches are held; no call but [`answer`](eldest::batch::Executor::answer) waits; the clock of a
//! position starts after the searches that it has waited for; no position is overtaken by as many
//! others as there are threads.

mod doorkeeper;
mod judged;
mod plan;
mod played;

use crate::fuse::expect_panics;
use arbitrary::{Result, Unstructured};
use plan::BatchPlan;

/// What its findings are held against.
pub const ORACLE: &str =
    "minimax for each position of a batch, whatever the user does and whatever the schedule";

/// What has happened in some batches.
#[derive(Debug, Default)]
#[expect(missing_docs, reason = "named after what they count")]
pub struct BatchTally {
    pub positions: u64,
    pub side_by_side: u64,
    pub helped: u64,
    /// Began while searches with other rules were under way.
    pub waited: u64,
    pub overtaken: u64,
    /// Were stopped before their search began.
    pub stopped_early: u64,
    pub stopped: u64,
    /// Needed larger stacks than all before them, while others were under way.
    pub grown: u64,
    pub held: u64,
    pub panicked: u64,
    pub out_of_nodes: u64,
    pub out_of_time: u64,
    pub dropped: u64,
    /// Had not begun when their batch was dropped.
    pub dropped_early: u64,
}

/// Whether nothing goes wrong in a batch.
///
/// # Errors
/// None: every input is a batch.
///
/// # Panics
/// If the check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u, &mut BatchTally::default())
}

/// The same, and counts in `batches` what has happened.
///
/// # Errors
/// None: every input is a batch.
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
