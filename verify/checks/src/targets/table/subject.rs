//! [`TableSubject`]: a table, with access for its model.

use eldest::table::{MapTable, NoTable, OneWordTable};
use eldest::{Bounds, KeyKind, Moves, Position, Score, SharedTable, Side, Table};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// The entries that a table retains.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Retention {
    /// The last entry of a key; to the end both bounds, if both are small.
    Last,
    /// Both bounds to the end, limited to a range; move codes are below `move_codes`.
    Both { range: Bounds, move_codes: u64 },
    /// Both bounds of each depth, without loss.
    All,
    /// No entries.
    Nothing,
}

/// A table under test.
pub(super) trait TableSubject: Table {
    /// The words of its entries, if they can be accessed.
    fn words(&self) -> &[AtomicU64];
}

impl TableSubject for SharedTable {
    fn words(&self) -> &[AtomicU64] {
        SharedTable::words(self)
    }
}

impl TableSubject for OneWordTable {
    fn words(&self) -> &[AtomicU64] {
        OneWordTable::words(self)
    }
}

impl TableSubject for MapTable {
    fn words(&self) -> &[AtomicU64] {
        &[]
    }
}

impl TableSubject for NoTable {
    fn words(&self) -> &[AtomicU64] {
        &[]
    }
}

impl<T: TableSubject> TableSubject for Arc<T> {
    fn words(&self) -> &[AtomicU64] {
        (**self).words()
    }
}

/// A game that has only keys and a range of values.
#[derive(Copy, Clone, Debug)]
pub(super) struct KeyedGame {
    pub(super) bits: u32,
    pub(super) range: Bounds,
}

impl Position for KeyedGame {
    type Move = ();
    type Undo = ();

    fn side(&self) -> Side {
        Side::First
    }

    fn key(&self) -> u64 {
        0
    }

    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: self.bits }
    }

    fn over(&self) -> Option<Score> {
        Some(self.range.lower())
    }

    fn moves(&self, _: &mut Moves<'_, ()>) {}

    fn play(&mut self, (): ()) {}

    fn undo(&mut self, (): (), (): ()) {}

    fn range(&self) -> Bounds {
        self.range
    }
}
