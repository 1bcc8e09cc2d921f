//! [`PastMeetings`]: notices when a position gets what was found about it after another past.

use crate::decorated::{Decorator, TableKey};
use eldest::Depth;
use eldest::table::{Entry, NewEntry};
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

thread_local! {
    /// The last key of a position with points, and what had been taken there: tables get keys alone.
    static LAST: Cell<Option<(u64, i32)>> = const { Cell::new(None) };
}

/// A position returns its `key`, with which a table is asked next.
pub(crate) fn note(key: u64, taken: Option<i32>) {
    LAST.set(taken.map(|taken| (key, taken)));
}

/// What had been taken at the position with `key`, if its key was the last that was returned.
pub(crate) fn taken_at(key: u64) -> Option<i32> {
    LAST.get().filter(|(last, _)| *last == key).map(|(_, taken)| taken)
}

/// Counts the entries that were stored after one past and found after another.
#[derive(Debug, Default)]
pub struct PastMeetings {
    /// What had been taken where something was stored last under a key.
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
