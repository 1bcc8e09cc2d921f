//! Searches over tables that lie.

use crate::SplitMix64;
use crate::case::{DepthQuestion, FusedCase, Lies, LyingTable};
use crate::fuse::expect_panics;
use crate::shares::Coverage;
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::{Error, Limits};
use std::sync::Arc;

/// Whatever the table says, the search ends with legal moves; and with the true value, if the lies
/// are about move codes and about depths that nobody has asked for.
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
            met.add("told in vain", 1);
        } else {
            met.add("believed", u64::from(is_robust(&mut case, question)));
        }
    }
    Ok(met)
}

/// Whether there was a report. The only errors are those of contracts that debug builds see broken:
/// the table says what cannot be of a position that tells its own bounds, or of any position.
fn is_robust<const A: bool, const D: bool>(
    case: &mut FusedCase<A, D>,
    question: DepthQuestion,
) -> bool {
    match case.ask(question, &Limits::new(), |_| ()) {
        Ok(report) => {
            case.check_legal(question, &report);
            true
        }
        Err(error) if cfg!(debug_assertions) && is_broken_contract(&error) => false,
        Err(error) => panic!("{error}: {}", case.set_up(question)),
    }
}

/// Scores call a value beyond all values by its name in a panic: they know no search.
fn is_broken_contract(error: &Error) -> bool {
    match error {
        Error::BrokenContract { .. } => true,
        Error::Panicked { message } => message.starts_with("broken contract: "),
        _ => false,
    }
}
