//! [`AnyTable`]: any of the tables as one type. [`Hints`]: a table that stores nothing and returns
//! arbitrary moves.

use crate::{Chance, SplitMix64};
#[cfg(not(schedule))]
use eldest::Position;
use eldest::table::{Entry, NewEntry, NoTable, OneWordTable, TableInUse};
#[cfg(not(schedule))]
use eldest::table::{LoadError, MapTable, Origin, Persist};
use eldest::{Bounds, Depth, KeyKind, SharedTable, Table};
#[cfg(not(schedule))]
use std::sync::atomic::AtomicU64;

/// Any of the tables behind one type, so that the code that uses it is compiled only once.
#[derive(Debug)]
pub enum AnyTable {
    /// The table for every game.
    Shared(SharedTable),
    /// The unbounded table. It does not use the locks of the scheduler.
    #[cfg(not(schedule))]
    Map(MapTable),
    /// No table.
    No(NoTable),
    /// The dense table, usable only for searches to the end.
    OneWord(OneWordTable),
    /// Arbitrary moves, and no bounds.
    Hints(Hints),
    /// A table that shares what is stored, and receives what others share.
    #[cfg(all(feature = "targets", not(schedule)))]
    Exchange(ExchangeTable),
}

/// Forwards a call to the table inside.
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
            AnyTable::Exchange(ExchangeTable($table)) => $answer,
        }
    };
}

/// Puts a kind of table behind the type of all.
macro_rules! from_table {
    ($($table:ident => $kind:ident),*) => {$(
        impl From<$table> for AnyTable {
            fn from(table: $table) -> Self {
                Self::$kind(table)
            }
        }
    )*};
}

from_table!(SharedTable => Shared, NoTable => No, OneWordTable => OneWord);
#[cfg(not(schedule))]
from_table!(MapTable => Map);

impl AnyTable {
    /// A random table: unbounded, none, or shared with two or with 64 cache lines.
    ///
    /// # Panics
    /// If memory runs out.
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
    /// If that is too small, or more than the available memory.
    #[must_use]
    pub fn shared(bytes: usize) -> Self {
        Self::Shared(SharedTable::new(bytes).expect("a table"))
    }

    /// Whether only searches to the end can use it.
    #[must_use]
    pub fn is_end_only(&self) -> bool {
        matches!(self, Self::OneWord(_))
    }

    /// Whether it stores entries.
    #[must_use]
    pub fn keeps_findings(&self) -> bool {
        !matches!(self, Self::No(_) | Self::Hints(_))
    }
}

#[cfg(not(schedule))]
impl AnyTable {
    /// An empty table of the same kind that serves the game of `position`, of `bytes` if the kind
    /// has a size.
    ///
    /// # Panics
    /// If it cannot be built.
    #[must_use]
    pub fn another(&self, bytes: usize, position: &impl Position) -> Self {
        match self {
            Self::Shared(_) => Self::shared(bytes),
            Self::OneWord(_) => Self::OneWord(
                OneWordTable::new(bytes, position).expect("the old table serves this game"),
            ),
            Self::Map(_) => Self::Map(MapTable::new()),
            Self::No(_) => Self::No(NoTable),
            Self::Hints(Hints(seed)) => Self::Hints(Hints(*seed)),
            #[cfg(feature = "targets")]
            Self::Exchange(_) => panic!("its peers cannot be copied"),
        }
    }

    /// The words of its entries, if they can be accessed.
    #[must_use]
    pub fn words(&self) -> &[AtomicU64] {
        match self {
            Self::Shared(table) => table.words(),
            Self::OneWord(table) => table.words(),
            _ => &[],
        }
    }

    /// Saves the table. Returns the file.
    ///
    /// # Panics
    /// If this kind cannot be saved, or if it holds entries of another origin than `origin`.
    #[must_use]
    pub fn save(&self, origin: &Origin) -> Vec<u8> {
        let mut file = Vec::new();
        let saved = match self {
            Self::Shared(table) => table.save(origin, &mut file),
            Self::OneWord(table) => table.save(origin, &mut file),
            Self::Map(table) => table.save(origin, &mut file),
            _ => panic!("this kind of table cannot be saved"),
        };
        saved.expect("the entries are from this origin");
        file
    }

    /// Loads a saved table.
    ///
    /// # Errors
    /// Those of the table.
    ///
    /// # Panics
    /// If this kind cannot be saved.
    pub fn load(&self, origin: &Origin, file: &[u8]) -> Result<(), LoadError> {
        match self {
            Self::Shared(table) => table.load(origin, file),
            Self::OneWord(table) => table.load(origin, file),
            Self::Map(table) => table.load(origin, file),
            _ => panic!("this kind of table cannot be saved"),
        }
    }
}

/// A table that exchanges entries with other engines.
#[cfg(all(feature = "targets", not(schedule)))]
pub struct ExchangeTable(pub Box<eldest_prove::SharingTable<AnyTable>>);

#[cfg(all(feature = "targets", not(schedule)))]
impl std::fmt::Debug for ExchangeTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExchangeTable").finish_non_exhaustive()
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

/// Returns an arbitrary move for every probe. Its bounds are trivial, and so is the claim that they
/// are proved.
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
