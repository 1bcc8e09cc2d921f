//! [`SearchLogTable`]: a table that knows in which search each key was stored last.

use crate::AnyTable;
use crate::restless::of_inner;
use eldest::table::{Entry, NewEntry};
use eldest::{Depth, Table};
use std::collections::HashMap;
use std::sync::Mutex;

/// A table that counts what a search finds that another one has stored.
#[derive(Debug)]
pub(super) struct SearchLogTable {
    inner: AnyTable,
    notes: Mutex<StoreLog>,
}

#[derive(Debug, Default)]
struct StoreLog {
    search: u64,
    /// The search that has stored something under a key last.
    stored: HashMap<u64, u64>,
    foreign: u64,
}

impl SearchLogTable {
    pub(super) fn new(inner: AnyTable) -> Self {
        Self { inner, notes: Mutex::default() }
    }

    /// Another search begins.
    pub(super) fn begin(&self) {
        let mut notes = self.notes.lock().expect("no panic");
        (notes.search, notes.foreign) = (notes.search + 1, 0);
    }

    /// Entries found since the last search began that another search had stored.
    pub(super) fn foreign(&self) -> u64 {
        self.notes.lock().expect("no panic").foreign
    }

    /// Whether only searches to the end may use it.
    pub(super) fn is_end_only(&self) -> bool {
        matches!(self.inner, AnyTable::OneWord(_))
    }

    /// Whether it holds anything, so that it can be somebody's.
    pub(super) fn keeps(&self) -> bool {
        !matches!(self.inner, AnyTable::No(_) | AnyTable::Hints(_))
    }
}

impl Table for SearchLogTable {
    type Slot = u64;

    fn slot(&self, key: u64) -> u64 {
        key
    }

    fn probe(&self, key: u64, depth: Depth) -> Option<Entry> {
        let found = self.inner.probe(key, depth);
        if found.is_some() {
            let mut notes = self.notes.lock().expect("no panic");
            let foreign = notes.stored.get(&key) != Some(&notes.search);
            notes.foreign += u64::from(foreign);
        }
        found
    }

    fn store(&self, key: u64, finding: NewEntry) {
        let mut notes = self.notes.lock().expect("no panic");
        let search = notes.search;
        notes.stored.insert(key, search);
        drop(notes);
        self.inner.store(key, finding);
    }

    of_inner!();
}
