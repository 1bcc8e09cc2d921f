//! Tables that are saved during a search, loaded into others, and damaged in between.

use crate::case::{DepthQuestion, FusedCase, check_entries};
use crate::decorated::Decorator;
use crate::shares::Coverage;
use crate::{AnyTable, Chance, DecoratedTable};
use arbitrary::{Result, Unstructured};
use eldest::table::{LoadError, Origin};
use eldest::{DepthMatch, Limits};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// For all moments and sizes, every loaded entry is true, and a search that uses the table finds
/// the value. A modified file is refused.
pub(super) fn check<const A: bool, const D: bool>(u: &mut Unstructured<'_>) -> Result<Coverage> {
    let plan: u32 = u.arbitrary()?;
    let snapshot = Arc::new(SnapshotTaker::default());
    let mut case = FusedCase::<A, D>::some(u, 40, 9, |table| table.with(Arc::clone(&snapshot)))?;
    let mut met = Coverage::default();
    if case.is_over() || !case.table().keeps_findings() {
        return Ok(met);
    }
    let mut chance = crate::SplitMix64(plan.into());
    let origin = case.engine.origin(&case.root, "graph").expect("rules that do not panic");
    let file = search(&mut case, &mut chance, &snapshot, &origin, &mut met);
    let bytes = chance.pick(&[128, 256, 4096, 1 << 16]);
    let table = case.table().another(bytes, case.graph());
    damage(&table, &origin, &file, u, &mut met);
    confuse(&mut case, &table, &file, &mut met);
    table.load(&origin, &file).expect("an unmodified file");
    met.add("entries loaded", check_entries(&table, case.graph(), &case.values));
    case.engine.set_table(DecoratedTable::new(Arc::new(table)));
    let question =
        DepthQuestion::some(&mut chance, case.graph().height(), case.table().is_end_only());
    let report = case.check_unlimited(question);
    met.add("loaded cutoffs", report.statistics.table_cutoffs);
    Ok(met)
}

/// Searches. Returns a file saved during the search, or else at its end.
fn search<const A: bool, const D: bool>(
    case: &mut FusedCase<A, D>,
    chance: &mut impl Chance,
    snapshot: &SnapshotTaker,
    origin: &Origin,
    met: &mut Coverage,
) -> Vec<u8> {
    let question = DepthQuestion::some(chance, case.graph().height(), case.table().is_end_only());
    snapshot.save_after(case.table(), origin.clone(), 1 + chance.below(8));
    let limits = Limits::new().nodes(chance.pick(&[u64::MAX, 100]));
    let report = case.search(question, &limits, |_| ()).expect("a report");
    case.check_legal(question, &report);
    let snapshot = snapshot.file.get().cloned();
    met.add("saved while searched", snapshot.is_some().into());
    snapshot.unwrap_or_else(|| case.table().save(origin))
}

/// Where deeper entries count, entries of an exact search are refused.
fn confuse<const A: bool, const D: bool>(
    case: &mut FusedCase<A, D>,
    table: &AnyTable,
    file: &[u8],
    met: &mut Coverage,
) {
    if table.is_end_only() {
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

/// Changes a few bytes of `file`, truncates it, or copies a part of it to another place.
fn damage(
    table: &AnyTable,
    origin: &Origin,
    file: &[u8],
    u: &mut Unstructured<'_>,
    met: &mut Coverage,
) {
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
    // Bytes after the end of the file are ignored.
    if damaged.starts_with(file) {
        return;
    }
    let error = table.load(origin, &damaged).expect_err("it is damaged");
    assert!(
        !matches!(error, LoadError::Malformed { .. }),
        "the content was parsed before its checksum was verified: {error}"
    );
    met.add("refused", 1);
}

/// Saves a table during a search.
#[derive(Debug, Default)]
struct SnapshotTaker {
    plan: OnceLock<SavePlan>,
    file: OnceLock<Vec<u8>>,
}

/// The table to save, and the time.
#[derive(Debug)]
struct SavePlan {
    table: Arc<AnyTable>,
    origin: Origin,
    /// The number of entries still to be stored before.
    left: AtomicU64,
}

impl SnapshotTaker {
    /// Saves `table` once this number of entries has been stored.
    fn save_after(&self, table: &Arc<AnyTable>, origin: Origin, findings: u64) {
        let (table, left) = (Arc::clone(table), AtomicU64::new(findings));
        self.plan.set(SavePlan { table, origin, left }).expect("a single plan");
    }
}

impl Decorator for SnapshotTaker {
    fn after_store(&self) {
        let Some(SavePlan { table, origin, left }) = self.plan.get() else { return };
        if left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.file.get_or_init(|| table.save(origin));
        }
    }
}
