//! Tables that are saved in the midst of a search, loaded into others, and damaged on the way.

use crate::Chance;
use crate::case::{DepthQuestion, FusedCase, Rig, check_entries};
use crate::coverage::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::table::{LoadError, Origin};
use eldest::{DepthMatch, Limits};

/// Whatever the moment and the size, every entry of what is loaded is true, and a search that goes
/// on with it finds the value. A file that is not as it was written is refused.
pub(super) fn check<const A: bool, const D: bool>(u: &mut Unstructured<'_>) -> Result<Coverage> {
    let plan: u32 = u.arbitrary()?;
    let mut case = FusedCase::<A, D>::some(u, 40, 9, None)?;
    let mut met = Coverage::default();
    if case.is_over() || !case.engine.table().keeps() {
        return Ok(met);
    }
    let mut chance = crate::SplitMix(plan.into());
    let origin = case.engine.origin(&case.root, "graph").expect("rules that do not panic");
    let file = search(&mut case, &mut chance, &origin, &mut met);
    let table = case.engine.table().another(&mut chance, case.graph());
    damage(&table, &origin, &file, u, &mut met);
    confuse(&mut case, &table, &file, &mut met);
    table.load(&origin, &file).expect("as it was written");
    met.add("entries loaded", check_entries(&table, case.graph(), &case.values));
    case.engine.set_table(table);
    let question =
        DepthQuestion::some(&mut chance, case.graph().height(), case.engine.table().end_only());
    let report = case.check_unlimited(question);
    met.add("loaded cutoffs", report.statistics.table_cutoffs);
    Ok(met)
}

/// A search, and a file from the midst of it, or from its end.
fn search<const A: bool, const D: bool>(
    case: &mut FusedCase<A, D>,
    chance: &mut impl Chance,
    origin: &Origin,
    met: &mut Coverage,
) -> Vec<u8> {
    let question =
        DepthQuestion::some(chance, case.graph().height(), case.engine.table().end_only());
    case.engine.table().save_after(origin.clone(), 1 + chance.below(8));
    let limits = Limits::new().nodes(chance.pick(&[u64::MAX, 100]));
    let report = case.ask(question, &limits, |_| ()).expect("a report");
    case.check_legal(question, &report);
    let snapshot = case.engine.table().snapshot().map(<[u8]>::to_vec);
    met.add("saved while searched", snapshot.is_some().into());
    snapshot.unwrap_or_else(|| case.engine.table().save(origin))
}

/// Where deeper findings count, those of an exact search are refused.
fn confuse<const A: bool, const D: bool>(
    case: &mut FusedCase<A, D>,
    table: &Rig,
    file: &[u8],
    met: &mut Coverage,
) {
    if table.end_only() {
        return;
    }
    let exact = *case.options();
    case.engine.set_options(exact.with(|options| options.depth_match = DepthMatch::AtLeast));
    let other = case.engine.origin(&case.root, "graph").expect("rules that do not panic");
    case.engine.set_options(exact);
    let error = table.load(&other, file).expect_err("findings of another search");
    assert!(matches!(error, LoadError::OtherFindings), "{error}");
    met.add("foreign", 1);
}

/// Changes a few bytes of `file`, cuts it, or puts a part of it elsewhere.
fn damage(table: &Rig, origin: &Origin, file: &[u8], u: &mut Unstructured<'_>, met: &mut Coverage) {
    let mut damaged = file.to_vec();
    let mut somewhere = || u.below(file.len() as u64) as usize;
    let [from, to, at] = [somewhere(), somewhere(), somewhere()];
    let part = &file[from.min(to)..from.max(to)];
    match u.below(4) {
        0 => damaged[at] ^= 1 << u.below(8),
        1 => damaged.truncate(at),
        2 => drop(damaged.splice(at..at, part.iter().copied())),
        _ => part.iter().zip(&mut damaged[at..]).for_each(|(byte, here)| *here = *byte),
    }
    // What follows a whole file is no part of it.
    if damaged.starts_with(file) {
        return;
    }
    let error = table.load(origin, &damaged).expect_err("it is damaged");
    assert!(!matches!(error, LoadError::Malformed { .. }), "believed unchecked: {error}");
    met.add("refused", 1);
}
