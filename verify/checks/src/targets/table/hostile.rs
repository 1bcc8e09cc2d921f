//! Searches over tables that return false entries.

use crate::SplitMix64;
use crate::case::{DepthQuestion, FusedCase, Lies, LyingTable};
use crate::fuse::expect_panics;
use crate::shares::Coverage;
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::{Error, Limits};
use std::sync::Arc;

/// For any entries, the search must end with legal moves; and with the true value if only move
/// codes and entries of other depths are false.
pub(super) fn check<const A: bool, const D: bool>(u: &mut Unstructured<'_>) -> Result<Coverage> {
    expect_panics();
    let (lies, plan) = (Lies::arbitrary(u)?, u16::arbitrary(u)?);
    let harmless = lies.are_harmless();
    let mut case = FusedCase::<A, D>::some(u, 30, 8, |table| {
        let lying = LyingTable::new(lies, table.inner());
        table.with(Arc::new(lying))
    })?;
    let mut met = Coverage::default();
    if case.is_over() {
        return Ok(met);
    }
    let mut chance = SplitMix64(plan.into());
    for _ in 0..2 {
        let end_only = case.table().is_end_only();
        let question = DepthQuestion::some(&mut chance, case.graph().height(), end_only);
        if harmless {
            case.check_unlimited(question);
            met.add("harmless lies", 1);
        } else {
            met.add("reports despite lies", u64::from(is_robust(&mut case, question)));
        }
    }
    Ok(met)
}

/// Returns whether there was a report. The only errors allowed are broken contracts seen by debug
/// builds: an entry contradicts static bounds, or all possible values.
fn is_robust<const A: bool, const D: bool>(
    case: &mut FusedCase<A, D>,
    question: DepthQuestion,
) -> bool {
    match case.search(question, &Limits::new(), |_| ()) {
        Ok(report) => {
            case.check_legal(question, &report);
            true
        }
        Err(error) if cfg!(debug_assertions) && is_broken_contract(&error) => false,
        Err(error) => panic!("{error}: {}", case.set_up(question)),
    }
}

/// Scores report a value out of range by a panic, because they do not depend on the search.
fn is_broken_contract(error: &Error) -> bool {
    match error {
        Error::BrokenContract { .. } => true,
        Error::Panicked { message } => message.starts_with("broken contract: "),
        _ => false,
    }
}
