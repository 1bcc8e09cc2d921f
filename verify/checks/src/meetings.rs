//! [`Meetings`] and [`PastMeetings`]: notice entries that one thread found and another uses, and
//! entries that were stored after one past and found after another.

use crate::decorated::{Decorator, TableKey};
use eldest::table::{Entry, NewEntry};
use eldest::{Depth, Score};
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(schedule)]
type ThreadId = usize;
#[cfg(not(schedule))]
type ThreadId = std::thread::ThreadId;

/// The current thread.
fn here() -> ThreadId {
    #[cfg(schedule)]
    return eldest_schedule::current();
    #[cfg(not(schedule))]
    return std::thread::current().id();
}

/// A bound on the value of a position at a depth.
type StoredBound = (u64, Depth, Score);

/// Notices whether a thread receives an entry that another thread found first in the same search,
/// and that is useful: its bounds are for the requested depth, or it names a move.
#[derive(Debug, Default)]
pub struct Meetings {
    /// The thread that found each bound first.
    found: Mutex<HashMap<StoredBound, ThreadId>>,
    met: AtomicBool,
}

impl Meetings {
    /// Whether threads have met.
    #[must_use]
    pub fn met(&self) -> bool {
        self.met.load(Ordering::Relaxed)
    }

    fn found(&self) -> MutexGuard<'_, HashMap<StoredBound, ThreadId>> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that this thread receives `entry` from a probe at `depth`.
    fn note(&self, key: u64, depth: Depth, entry: &Entry) {
        let is_useful = entry.depth == depth || entry.move_code != 0;
        if !is_useful || self.met() {
            return;
        }
        let (found, here) = (self.found(), here());
        let bounds =
            [entry.bounds.lower(), entry.bounds.upper()].map(|end| (key, entry.depth, end));
        if bounds.iter().any(|bound| found.get(bound).is_some_and(|finder| *finder != here)) {
            self.met.store(true, Ordering::Relaxed);
        }
    }
}

impl Decorator for Meetings {
    fn probed(&self, at: TableKey, depth: Depth, entry: Option<Entry>) -> Option<Entry> {
        entry.iter().for_each(|entry| self.note(at.key, depth, entry));
        entry
    }

    fn before_store(&self, at: TableKey, finding: &NewEntry) -> bool {
        if !self.met() {
            self.found().entry((at.key, finding.depth, finding.value)).or_insert_with(here);
        }
        true
    }

    /// Earlier entries belong to no thread.
    fn new_search(&self) {
        self.found().clear();
    }
}

/// Counts the entries that were stored after one past and found after another.
#[derive(Debug, Default)]
pub struct PastMeetings {
    /// The points taken at the last position stored under a key.
    stored: Mutex<HashMap<u64, i32>>,
    count: AtomicU64,
}

impl PastMeetings {
    /// The number of such entries.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count.load(Ordering::Relaxed)
    }

    fn stored(&self) -> MutexGuard<'_, HashMap<u64, i32>> {
        self.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Decorator for PastMeetings {
    fn probed(&self, at: TableKey, _: Depth, entry: Option<Entry>) -> Option<Entry> {
        if let (Some(_), Some(taken)) = (entry, at.taken)
            && self.stored().get(&at.key).is_some_and(|then| *then != taken)
        {
            self.count.fetch_add(1, Ordering::Relaxed);
        }
        entry
    }

    fn before_store(&self, at: TableKey, _: &NewEntry) -> bool {
        if let Some(taken) = at.taken {
            self.stored().insert(at.key, taken);
        }
        true
    }
}

#[cfg(all(test, not(schedule)))]
mod tests {
    use super::*;
    use crate::DecoratedTable;
    use eldest::{Bound, SharedTable, Table};
    use std::sync::Arc;
    use std::thread::scope;

    #[test]
    fn threads_meet_where_one_is_given_what_another_has_found() {
        let meetings = Arc::new(Meetings::default());
        let table = SharedTable::new(4096).expect("a table");
        let table = DecoratedTable::new(table).with(Arc::clone(&meetings));
        let (value, bound, depth) = (Score::new(3), Bound::Exact, Depth::plies(2));
        let finding = NewEntry::new(value, bound, depth);
        let probe = |depth| assert!(table.probe(table.slot(7), depth).is_some());
        table.store(table.slot(7), finding);
        probe(depth);
        assert!(!meetings.met(), "the thread found this itself");
        scope(|threads| drop(threads.spawn(|| probe(Depth::plies(1)))));
        assert!(!meetings.met(), "this is for another depth, and names no move");
        table.new_search();
        scope(|threads| drop(threads.spawn(|| probe(depth))));
        assert!(!meetings.met(), "this was found in an earlier search");
        table.store(table.slot(7), finding);
        scope(|threads| drop(threads.spawn(|| probe(depth))));
        assert!(meetings.met());
    }
}
