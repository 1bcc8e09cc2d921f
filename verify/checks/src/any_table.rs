//! [`AnyTable`]: one of the tables. [`Hints`]: a table that remembers nothing but moves, wrong ones
//! among them.

use crate::{Chance, SplitMix64};
#[cfg(not(schedule))]
use eldest::Position;
use eldest::table::{Entry, NewEntry, NoTable, OneWordTable, TableInUse};
#[cfg(not(schedule))]
use eldest::table::{LoadError, MapTable, Origin, Persist};
use eldest::{Bounds, Depth, KeyKind, SharedTable, Table};
#[cfg(not(schedule))]
use std::sync::atomic::AtomicU64;

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
    /// One that tells what is stored, and learns what others tell.
    #[cfg(all(feature = "targets", not(schedule)))]
    Telling(TellingTable),
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
            #[cfg(all(feature = "targets", not(schedule)))]
            AnyTable::Telling(TellingTable($table)) => $answer,
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

    /// Whether only searches to the end can use it.
    #[must_use]
    pub fn is_end_only(&self) -> bool {
        matches!(self, Self::OneWord(_))
    }

    /// Whether it holds findings.
    #[must_use]
    pub fn keeps_findings(&self) -> bool {
        !matches!(self, Self::No(_) | Self::Hints(_))
    }
}

#[cfg(not(schedule))]
impl AnyTable {
    /// An empty one of the same kind, of `bytes` if it has a size, that serves the game of
    /// `position`.
    ///
    /// # Panics
    /// If there is none.
    #[must_use]
    pub fn another(&self, bytes: usize, position: &impl Position) -> Self {
        match self {
            Self::Shared(_) => Self::shared(bytes),
            Self::OneWord(_) => {
                Self::OneWord(OneWordTable::new(bytes, position).expect("it has served before"))
            }
            Self::Map(_) => Self::Map(MapTable::new()),
            Self::No(_) => Self::No(NoTable),
            Self::Hints(Hints(seed)) => Self::Hints(Hints(*seed)),
            #[cfg(feature = "targets")]
            Self::Telling(_) => panic!("its other end is elsewhere"),
        }
    }

    /// The words of its entries, if it has such.
    #[must_use]
    pub fn words(&self) -> &[AtomicU64] {
        match self {
            Self::Shared(table) => table.words(),
            Self::OneWord(table) => table.words(),
            _ => &[],
        }
    }

    /// The file in which it is saved.
    ///
    /// # Panics
    /// If it cannot be saved, or holds findings of others than `origin`.
    #[must_use]
    pub fn save(&self, origin: &Origin) -> Vec<u8> {
        let mut file = Vec::new();
        let saved = match self {
            Self::Shared(table) => table.save(origin, &mut file),
            Self::OneWord(table) => table.save(origin, &mut file),
            Self::Map(table) => table.save(origin, &mut file),
            _ => panic!("it cannot be saved"),
        };
        saved.expect("there is room, and no search with other findings");
        file
    }

    /// Loads what was saved.
    ///
    /// # Errors
    /// Those of the table.
    ///
    /// # Panics
    /// If it cannot be saved.
    pub fn load(&self, origin: &Origin, file: &[u8]) -> Result<(), LoadError> {
        match self {
            Self::Shared(table) => table.load(origin, file),
            Self::OneWord(table) => table.load(origin, file),
            Self::Map(table) => table.load(origin, file),
            _ => panic!("it cannot be saved"),
        }
    }
}

/// A table whose findings are exchanged with other engines.
#[cfg(all(feature = "targets", not(schedule)))]
pub struct TellingTable(pub Box<eldest_prove::Telling<AnyTable>>);

#[cfg(all(feature = "targets", not(schedule)))]
impl std::fmt::Debug for TellingTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TellingTable").finish_non_exhaustive()
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

    fn prefetch(&self, key: u64) {
        any!(self, table => table.prefetch(table.slot(key)));
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

/// Answers every question with a move that is as good as any: what it says of values, and calls
/// proved, is no more than that they are values.
#[derive(Debug)]
pub struct Hints(pub u64);

impl Table for Hints {
    type Slot = u64;

    fn slot(&self, key: u64) -> u64 {
        key
    }

    fn probe(&self, key: u64, depth: Depth) -> Option<Entry> {
        let move_code = SplitMix64(self.0 ^ key).below(5) as u16;
        let entry = Entry::new(Bounds::FULL, depth);
        Some(entry.with(|entry| (entry.move_code, entry.proved) = (move_code, true)))
    }
    fn store(&self, _: u64, _: NewEntry) {}
    fn new_search(&self) {}
    fn clear(&self) {}
    fn hashfull(&self) -> u32 {
        0
    }
    fn bytes(&self) -> usize {
        0
    }
    fn bind(&self, _: u64) -> Result<bool, TableInUse> {
        Ok(false)
    }
    fn release(&self) {}
}
