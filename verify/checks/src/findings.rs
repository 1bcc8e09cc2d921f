//! What searches store, held against the true values.

use crate::decorated::{DecoratedTable, Decorator, TableKey};
use crate::definition::{bounds_to_come, to_come};
use crate::trial::{EngineGame, Truth};
use eldest::table::NewEntry;
use eldest::{Bound, Bounds, Depth, Moves, Position, Table};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// What has been stored, and under which key.
pub type StoredFindings = Mutex<Vec<(u64, NewEntry)>>;

impl Decorator for StoredFindings {
    fn before_store(&self, at: TableKey, finding: &NewEntry) -> bool {
        self.lock().expect("no panic").push((at.key, *finding));
        true
    }
}

/// `inner`, and everything that will be stored in it.
pub fn recorded<T: Table>(inner: T) -> (DecoratedTable<T>, Arc<StoredFindings>) {
    let stored = Arc::<StoredFindings>::default();
    (DecoratedTable::new(inner).with(Arc::clone(&stored)), stored)
}

/// Holds everything that was stored about the game of `root` against `truth`; how much that was.
/// Nothing is left to be checked again.
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

/// The same where deeper findings count: at a fixed depth a position may be worth anything within
/// `span`.
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

/// All positions of the game by their keys; of those that differ in their past alone, one.
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

/// A bound on what is still to come, within `span` at its depth, and on that at the end if it is
/// proved; the move code names a move that gives the value.
fn check_finding<P: EngineGame>(
    truth: &impl Truth<P>,
    span: Bounds,
    position: &P,
    finding: NewEntry,
) {
    let about = || format!("{finding:?} at {position:?}");
    let bounds = Bounds::from_bound(finding.value, finding.bound);
    assert!(bounds.intersect(span).is_some(), "not within {span:?}: {}", about());
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
    assert!(finding.move_code == 0 || finding.bound != Bound::Upper, "a refuted move is no hint");
}
