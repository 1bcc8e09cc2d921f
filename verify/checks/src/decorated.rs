//! [`DecoratedTable`]: a table under test, and what is noticed, changed or delayed at its calls.

use eldest::table::{Entry, NewEntry};
use eldest::{Depth, Table, forward_table};
use std::cell::Cell;
use std::fmt::Debug;
use std::sync::Arc;

thread_local! {
    /// The last key of a position with points, and what had been taken there: tables get keys alone.
    static LAST: Cell<Option<(u64, i32)>> = const { Cell::new(None) };
}

/// A position returns its `key`, with which a table is asked next.
pub(crate) fn note_key(key: u64, taken: Option<i32>) {
    LAST.set(taken.map(|taken| (key, taken)));
}

/// What had been taken at the position with `key`, if its key was the last that was returned.
fn taken_at(key: u64) -> Option<i32> {
    LAST.get().filter(|(last, _)| *last == key).map(|(_, taken)| taken)
}

/// What a table is asked about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct TableKey {
    /// The key of a position.
    pub key: u64,
    /// What had been taken there, if the game counts points that its keys leave out.
    pub taken: Option<i32>,
}

/// What is done at the calls of a table.
pub trait Decorator: Debug + Send + Sync {
    /// A thread is about to look up a position.
    fn before_probe(&self) {}

    /// The table has found `entry`. Returns what the search gets.
    fn probed(&self, _at: TableKey, _depth: Depth, entry: Option<Entry>) -> Option<Entry> {
        entry
    }

    /// A thread is about to store `finding`. Returns whether the table receives it.
    fn before_store(&self, _at: TableKey, _finding: &NewEntry) -> bool {
        true
    }

    /// The table has received a finding.
    fn after_store(&self) {}

    /// A search begins.
    fn new_search(&self) {}
}

/// A table with decorators.
///
/// The checks have one type of table, so a search is compiled once for each game and evaluator,
/// whatever the table is and whatever happens there. A clone of one around an [`Arc`] is the same table.
#[derive(Clone, Debug)]
pub struct DecoratedTable<T> {
    inner: T,
    /// The innermost first.
    decorators: Vec<Arc<dyn Decorator>>,
}

impl<T: Table> DecoratedTable<T> {
    /// `inner`, without decorators.
    pub fn new(inner: T) -> Self {
        Self { inner, decorators: Vec::new() }
    }

    /// The same with `decorator` around all others.
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

impl<T: Table> Table for DecoratedTable<T> {
    forward_table!(self.inner: T; except Slot, slot, prefetch, probe, store, new_search);

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
