//! [`PastsTable`]: a table that notices when a position is told what was found about it after
//! another past.

use crate::restless::of_inner;
use eldest::table::{Entry, NewEntry};
use eldest::{Depth, Table};
use std::cell::Cell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

thread_local! {
    /// The key that a position with points has told last, and what had been taken there: tables
    /// hear keys alone.
    static LAST: Cell<Option<(u64, i32)>> = const { Cell::new(None) };
}

/// A position tells its `key`, after which the table is asked.
pub(crate) fn note(key: u64, taken: Option<i32>) {
    LAST.set(taken.map(|taken| (key, taken)));
}

/// What had been taken at the position that has told `key`, if it was the last to tell one.
fn taken_at(key: u64) -> Option<i32> {
    LAST.get().filter(|(last, _)| *last == key).map(|(_, taken)| taken)
}

/// Counts the entries that were stored after one past and found after another.
#[derive(Debug)]
pub struct PastsTable<T> {
    inner: T,
    /// What had been taken where something was stored last under a key.
    stored: Mutex<HashMap<u64, i32>>,
    met: Arc<AtomicU64>,
}

impl<T> PastsTable<T> {
    /// Listens to what `inner` is told and asked, and counts in `met`.
    pub fn new(inner: T, met: &Arc<AtomicU64>) -> Self {
        Self { inner, stored: Mutex::default(), met: Arc::clone(met) }
    }

    fn stored(&self) -> impl std::ops::DerefMut<Target = HashMap<u64, i32>> {
        self.stored.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T: Table> Table for PastsTable<T> {
    const KEEPS: bool = T::KEEPS;
    const END_ONLY: bool = T::END_ONLY;
    type Slot = (u64, Option<i32>, T::Slot);

    fn slot(&self, key: u64) -> Self::Slot {
        (key, taken_at(key), self.inner.slot(key))
    }

    fn prefetch(&self, (_, _, slot): Self::Slot) {
        self.inner.prefetch(slot);
    }

    fn probe(&self, (key, taken, slot): Self::Slot, depth: Depth) -> Option<Entry> {
        let entry = self.inner.probe(slot, depth)?;
        if taken.is_some_and(|taken| self.stored().get(&key).is_some_and(|then| *then != taken)) {
            self.met.fetch_add(1, Ordering::Relaxed);
        }
        Some(entry)
    }

    fn store(&self, (key, taken, slot): Self::Slot, finding: NewEntry) {
        if let Some(taken) = taken {
            self.stored().insert(key, taken);
        }
        self.inner.store(slot, finding);
    }

    of_inner!();
}
