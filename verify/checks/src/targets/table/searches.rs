//! Entries that searches store: all of them must be true.

use crate::Chance;
use crate::case::{DepthQuestion, FusedCase, check_deeper_entries};
use crate::deeper::DeeperOracle;
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::{DepthMatch, Limits};
use std::fmt;

/// Runs a few queries on one engine, with a warm or cold table, some of them ended early.
pub(super) fn check<const A: bool, const D: bool>(u: &mut Unstructured<'_>) -> Result<Coverage> {
    let plan: u32 = u.arbitrary()?;
    let mut case = FusedCase::<A, D>::some(u, 40, 9, |table| table)?;
    let mut met = Coverage::default();
    if case.is_over() {
        return Ok(met);
    }
    let mut chance = crate::SplitMix64(plan.into());
    for _ in 0..1 + chance.below(3) {
        search(&mut case, &mut chance, &mut met);
        met.add("entries", case.check_entries());
    }
    deeper(&mut case, &mut chance, &mut met);
    Ok(met)
}

/// Runs one query.
fn search<const A: bool, const D: bool>(
    case: &mut FusedCase<A, D>,
    chance: &mut impl Chance,
    met: &mut Coverage,
) {
    let end_only = case.table().is_end_only();
    let question = DepthQuestion::some(chance, case.graph().height(), end_only);
    if chance.odds(30) {
        case.engine.clear();
    }
    if chance.odds(40) {
        let limits = Limits::new().nodes(chance.below(80));
        let report = case.search(question, &limits, |_| ()).expect("a report");
        case.check_legal(question, &report);
        met.add("cut short", u64::from(report.stop_reason == eldest::report::StopReason::Nodes));
    } else {
        let report = case.check_unlimited(question);
        met.add("table cutoffs", report.statistics.table_cutoffs);
        met.add("splits", report.statistics.splits);
        met.add("steals", report.statistics.steals);
    }
}

/// Where deeper entries count, results agree with the spans, and the value to the end is true. When
/// they no longer count, no entry may depend on them.
fn deeper<const A: bool, const D: bool>(
    case: &mut FusedCase<A, D>,
    chance: &mut impl Chance,
    met: &mut Coverage,
) {
    if case.table().is_end_only() || !chance.odds(25) {
        return;
    }
    let exact = *case.options();
    case.engine.set_options(exact.with(|options| options.depth_match = DepthMatch::AtLeast));
    let mut question = search_deeper(case, chance, met);
    if chance.odds(50) {
        question = search_deeper(case, chance, met);
    }
    case.check_unlimited(DepthQuestion { to_end: true, ..question });
    case.engine.set_options(exact);
    case.check_unlimited(question);
    met.add("entries", case.check_entries());
}

/// Runs one query where deeper entries count.
fn search_deeper<const A: bool, const D: bool>(
    case: &mut FusedCase<A, D>,
    chance: &mut impl Chance,
    met: &mut Coverage,
) -> DepthQuestion {
    let question = DepthQuestion::some(chance, case.graph().height(), false);
    let report = case.search(question, &Limits::new(), |_| ()).expect("a report");
    let about = fmt::from_fn(|f| f.write_str(&case.about(question, &report)));
    DeeperOracle::new(&case.values, case.graph()).check_whole(&report, question.depth(), &about);
    let entries = check_deeper_entries(case.table(), case.graph(), &case.values);
    met.add("entries of deeper searches", entries);
    question
}
