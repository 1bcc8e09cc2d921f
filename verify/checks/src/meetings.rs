//! [`MeetingsTable`]: a table that notices what one thread tells another.

use crate::restless::of_inner;
use eldest::table::{Entry, NewEntry};
use eldest::{Depth, Score, Table};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(schedule)]
type ThreadId = usize;
#[cfg(not(schedule))]
type ThreadId = std::thread::ThreadId;

/// The thread that runs.
fn here() -> ThreadId {
    #[cfg(schedule)]
    return eldest_schedule::current();
    #[cfg(not(schedule))]
    return std::thread::current().id();
}

/// A bound on the value of a position at a depth.
type StoredBound = (u64, Depth, Score);

/// Notices whether a thread is given an entry that another one has found in the same search, and
/// before it did: the bounds are about the depth asked for, or the entry names a move.
#[derive(Debug)]
pub struct MeetingsTable<T> {
    inner: T,
    /// Who has found each fact first.
    found: Mutex<HashMap<StoredBound, ThreadId>>,
    met: Arc<AtomicBool>,
}

impl<T> MeetingsTable<T> {
    /// Listens to what `inner` is told and asked; `met` becomes true when threads meet.
    pub fn new(inner: T, met: &Arc<AtomicBool>) -> Self {
        Self { inner, found: Mutex::default(), met: Arc::clone(met) }
    }

    fn found(&self) -> impl std::ops::DerefMut<Target = HashMap<StoredBound, ThreadId>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// `entry` is given to this thread, which has asked at `depth`.
    fn note(&self, key: u64, depth: Depth, entry: &Entry) {
        let tells = entry.depth == depth || entry.move_code != 0;
        if !tells || self.met.load(Ordering::Relaxed) {
            return;
        }
        let (found, here) = (self.found(), here());
        let facts = [entry.bounds.lower(), entry.bounds.upper()].map(|end| (key, entry.depth, end));
        if facts.iter().any(|fact| found.get(fact).is_some_and(|who| *who != here)) {
            self.met.store(true, Ordering::Relaxed);
        }
    }
}

impl<T: Table> Table for MeetingsTable<T> {
    const KEEPS: bool = T::KEEPS;

    of_inner!(slots_with_keys);

    fn probe(&self, (key, slot): Self::Slot, depth: Depth) -> Option<Entry> {
        let entry = self.inner.probe(slot, depth);
        entry.iter().for_each(|entry| self.note(key, depth, entry));
        entry
    }

    fn store(&self, (key, slot): Self::Slot, finding: NewEntry) {
        if !self.met.load(Ordering::Relaxed) {
            self.found().entry((key, finding.depth, finding.value)).or_insert_with(here);
        }
        self.inner.store(slot, finding);
    }

    /// What was found before is nobody's.
    fn new_search(&self) {
        self.found().clear();
        self.inner.new_search();
    }

    of_inner!(but_new_search);
}

#[cfg(all(test, not(schedule)))]
mod tests {
    use super::*;
    use eldest::{Bound, SharedTable};
    use std::thread::scope;

    #[test]
    fn threads_meet_where_one_is_given_what_another_has_found() {
        let met = Arc::new(AtomicBool::new(false));
        let table = MeetingsTable::new(SharedTable::new(4096).expect("a table"), &met);
        let (value, bound, depth) = (Score::new(3), Bound::Exact, Depth::plies(2));
        let finding = NewEntry::new(value, bound, depth);
        let probe = |depth| assert!(table.probe(table.slot(7), depth).is_some());
        table.store(table.slot(7), finding);
        probe(depth);
        assert!(!met.load(Ordering::Relaxed), "it has found that itself");
        scope(|threads| drop(threads.spawn(|| probe(Depth::plies(1)))));
        assert!(
            !met.load(Ordering::Relaxed),
            "that says nothing about the depth, and names no move"
        );
        table.new_search();
        scope(|threads| drop(threads.spawn(|| probe(depth))));
        assert!(!met.load(Ordering::Relaxed), "that was found in a search before");
        table.store(table.slot(7), finding);
        scope(|threads| drop(threads.spawn(|| probe(depth))));
        assert!(met.load(Ordering::Relaxed));
    }
}
