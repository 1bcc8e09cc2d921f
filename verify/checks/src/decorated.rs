//! [`DecoratedTable`]: a table under test whose calls are observed, changed or delayed.

use crate::AnyTable;
use eldest::table::{Entry, NewEntry};
use eldest::{Depth, Table, forward_table};
use std::cell::Cell;
use std::fmt::Debug;
use std::sync::Arc;

thread_local! {
    /// The last key returned by a position with points, and the points taken there: tables receive
    /// only keys.
    static LAST: Cell<Option<(u64, i32)>> = const { Cell::new(None) };
}

/// Notes the `key` that a position returned, which comes before the probe.
pub(crate) fn note_key(key: u64, taken: Option<i32>) {
    LAST.set(taken.map(|taken| (key, taken)));
}

/// The points taken at the position with `key`, if its key was the last one returned.
fn taken_at(key: u64) -> Option<i32> {
    LAST.get().filter(|(last, _)| *last == key).map(|(_, taken)| taken)
}

/// The position of a table access.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TableKey {
    /// The key of a position.
    pub key: u64,
    /// The points taken there, if the game counts points that are not part of its keys.
    pub taken: Option<i32>,
}

/// Hooks into the calls of a table.
pub trait Decorator: Debug + Send + Sync {
    /// Called before a thread probes.
    fn before_probe(&self) {}

    /// Called after the table found `entry`. Returns the entry that the search receives.
    fn probed(&self, _at: TableKey, _depth: Depth, entry: Option<Entry>) -> Option<Entry> {
        entry
    }

    /// Called before a thread stores `finding`. Returns whether the table receives it.
    fn before_store(&self, _at: TableKey, _finding: &NewEntry) -> bool {
        true
    }

    /// Called after the table received an entry.
    fn after_store(&self) {}

    /// Called when a search begins.
    fn new_search(&self) {}
}

/// A table with decorators.
///
/// All checks use this one type of table, so a search is compiled once for each game and evaluator.
/// A clone around an [`Arc`] shares the table.
#[derive(Clone, Debug)]
pub struct DecoratedTable<T = AnyTable> {
    inner: T,
    /// The decorators, innermost first.
    decorators: Vec<Arc<dyn Decorator>>,
}

impl<T: Table> DecoratedTable<T> {
    /// `inner`, without decorators.
    pub fn new(inner: T) -> Self {
        Self { inner, decorators: Vec::new() }
    }

    /// The same table with `decorator` around all others.
    #[must_use]
    pub fn with(mut self, decorator: Arc<impl Decorator + 'static>) -> Self {
        self.decorators.push(decorator);
        self
    }

    /// The table without its decorators.
    pub fn inner(&self) -> &T {
        &self.inner
    }
}

impl<T: Into<AnyTable>> From<T> for DecoratedTable {
    fn from(table: T) -> Self {
        Self::new(table.into())
    }
}

impl<T: Table> Table for DecoratedTable<T> {
    forward_table!(self.inner: T; except KEEPS, Slot, slot, prefetch, probe, store, new_search);

    /// Whatever the inner table does: decorators are called at every node that has a key.
    const KEEPS: bool = true;
    type Slot = (TableKey, T::Slot);

    fn slot(&self, key: u64) -> Self::Slot {
        (TableKey { key, taken: taken_at(key) }, self.inner.slot(key))
    }

    fn prefetch(&self, (_, slot): Self::Slot) {
        self.inner.prefetch(slot);
    }

    fn probe(&self, (at, slot): Self::Slot, depth: Depth) -> Option<Entry> {
        self.decorators.iter().rev().for_each(|decorator| decorator.before_probe());
        let found = self.inner.probe(slot, depth);
        self.decorators.iter().fold(found, |entry, decorator| decorator.probed(at, depth, entry))
    }

    fn store(&self, (at, slot): Self::Slot, finding: NewEntry) {
        if self.decorators.iter().rev().all(|decorator| decorator.before_store(at, &finding)) {
            self.inner.store(slot, finding);
            self.decorators.iter().for_each(|decorator| decorator.after_store());
        }
    }

    fn new_search(&self) {
        self.decorators.iter().for_each(|decorator| decorator.new_search());
        self.inner.new_search();
    }
}
