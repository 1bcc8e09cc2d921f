//! Compares what searches store with the true values.

use crate::decorated::{DecoratedTable, Decorator, TableKey};
use crate::definition::{bounds_to_come, to_come};
use crate::trial::{EngineGame, Truth};
use eldest::table::NewEntry;
use eldest::{Bound, Bounds, Depth, Moves, Position};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// Everything that was stored, with its keys.
pub type StoredFindings = Mutex<Vec<(u64, NewEntry)>>;

impl Decorator for StoredFindings {
    fn before_store(&self, at: TableKey, finding: &NewEntry) -> bool {
        self.lock().expect("no panic").push((at.key, *finding));
        true
    }
}

/// A table that records everything stored in `inner`.
pub fn recorded(inner: impl Into<DecoratedTable>) -> (DecoratedTable, Arc<StoredFindings>) {
    let stored = Arc::<StoredFindings>::default();
    (inner.into().with(Arc::clone(&stored)), stored)
}

/// Compares everything stored about the game of `root` with `truth`, and clears the record. Returns
/// the number of entries.
///
/// # Panics
/// If a finding is wrong.
pub fn check_findings<P: EngineGame>(
    truth: &impl Truth<P>,
    root: &P,
    stored: &StoredFindings,
) -> usize {
    let value = |position: &P, depth| Bounds::exact(truth.value(position, depth));
    check_findings_within(truth, value, root, stored)
}

/// Like [`check_findings`], where deeper entries count: at a fixed depth every value within `span`
/// is correct.
///
/// # Panics
/// If a finding is wrong.
pub fn check_findings_within<P: EngineGame>(
    truth: &impl Truth<P>,
    span: impl Fn(&P, Depth) -> Bounds,
    root: &P,
    stored: &StoredFindings,
) -> usize {
    let positions = positions(root);
    let stored = std::mem::take(&mut *stored.lock().expect("no panic"));
    for (key, finding) in &stored {
        let position = &positions[key];
        let span = bounds_to_come(position, span(position, finding.depth));
        check_finding(truth, span, position, *finding);
    }
    stored.len()
}

/// All positions of the game by their keys; one for each group of positions that differ only in
/// their past.
fn positions<P: Position>(root: &P) -> HashMap<u64, P> {
    let mut found = HashMap::from([(root.key(), root.clone())]);
    let mut waiting = vec![root.clone()];
    while let Some(position) = waiting.pop() {
        if position.over().is_some() {
            continue;
        }
        for mv in Moves::collect(|out| position.moves(out)) {
            let mut child = position.clone();
            child.play(mv);
            if found.insert(child.key(), child.clone()).is_none() {
                waiting.push(child);
            }
        }
    }
    found
}

/// Checks one entry: its bound agrees with `span` at its depth and, if it is proved, with the value
/// to the end; its move code names a legal move.
fn check_finding<P: EngineGame>(
    truth: &impl Truth<P>,
    span: Bounds,
    position: &P,
    finding: NewEntry,
) {
    let about = || format!("{finding:?} at {position:?}");
    let bounds = Bounds::from_bound(finding.value, finding.bound);
    assert!(bounds.intersect(span).is_some(), "the value is within {span:?}: {}", about());
    let end = to_come(position, truth.value(position, Depth::END));
    assert!(!finding.proved || bounds.contains(end), "{}", about());
    assert!(!finding.depth.is_end() || finding.proved, "{}", about());
    assert!(finding.work > 0 || position.over().is_some(), "{}", about());
    let moves = Moves::collect(|out| position.moves(out)).into_iter();
    assert!(
        finding.move_code == 0
            || moves
                .map(|mv| position.move_code(mv))
                .any(|move_code| move_code == finding.move_code)
    );
    assert!(
        finding.move_code == 0 || finding.bound != Bound::Upper,
        "a refuted move must not be stored"
    );
}
