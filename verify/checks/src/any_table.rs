//! [`AnyTable`]: one of the tables.

#[cfg(not(schedule))]
use crate::Chance;
use crate::hints::Hints;
#[cfg(not(schedule))]
use eldest::table::MapTable;
use eldest::table::{Entry, NewEntry, NoTable, OneWordTable, TableInUse};
use eldest::{Bounds, Depth, KeyKind, SharedTable, Table};

/// One of the tables behind one type: what is compiled for it is compiled once.
#[derive(Debug)]
pub enum AnyTable {
    /// The one for every game.
    Shared(SharedTable),
    /// The one that forgets nothing. Its locks are not the scheduler's.
    #[cfg(not(schedule))]
    Map(MapTable),
    /// None.
    No(NoTable),
    /// The dense one. Only searches to the end may be asked for then.
    OneWord(OneWordTable),
    /// Moves only, and wrong ones.
    Hints(Hints),
}

/// What is the same for all of them.
macro_rules! any {
    ($any:expr, $table:ident => $answer:expr) => {
        match $any {
            AnyTable::Shared($table) => $answer,
            #[cfg(not(schedule))]
            AnyTable::Map($table) => $answer,
            AnyTable::No($table) => $answer,
            AnyTable::OneWord($table) => $answer,
            AnyTable::Hints($table) => $answer,
        }
    };
}

impl AnyTable {
    /// Tables of two cache lines and of 64, one without end, and none.
    ///
    /// # Panics
    /// If there is no memory.
    #[cfg(not(schedule))]
    pub fn some(chance: &mut impl Chance) -> Self {
        match chance.below(4) {
            0 => Self::Map(MapTable::new()),
            1 => Self::No(NoTable),
            2 => Self::shared(128),
            _ => Self::shared(4096),
        }
    }

    /// A shared table of at most `bytes`.
    ///
    /// # Panics
    /// If they are too few, or more than there are.
    #[must_use]
    pub fn shared(bytes: usize) -> Self {
        Self::Shared(SharedTable::new(bytes).expect("a table"))
    }
}

#[allow(clippy::unit_arg, reason = "that is the place in no table")]
impl Table for AnyTable {
    type Slot = u64;

    fn slot(&self, key: u64) -> u64 {
        key
    }

    fn serves(&self, keys: KeyKind, range: Bounds) -> bool {
        any!(self, table => table.serves(keys, range))
    }

    fn probe(&self, key: u64, depth: Depth) -> Option<Entry> {
        any!(self, table => table.probe(table.slot(key), depth))
    }

    fn store(&self, key: u64, finding: NewEntry) {
        any!(self, table => table.store(table.slot(key), finding));
    }

    fn new_search(&self) {
        any!(self, table => table.new_search());
    }

    fn clear(&self) {
        any!(self, table => table.clear());
    }

    fn hashfull(&self) -> u32 {
        any!(self, table => table.hashfull())
    }

    fn bytes(&self) -> usize {
        any!(self, table => table.bytes())
    }

    fn bind(&self, fingerprint: u64) -> Result<bool, TableInUse> {
        any!(self, table => table.bind(fingerprint))
    }

    fn release(&self) {
        any!(self, table => table.release());
    }
}
