//! [`OwnedTable`]: a table and its owner, by the rules of leases.

use super::engine::{ErasedEngine, Identity};
use crate::case::CaseTable;
use crate::decorated::{Decorator, TableKey};
use crate::{AnyTable, DecoratedTable};
use eldest::Depth;
use eldest::table::{Entry, NewEntry};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// An engine, and its table.
pub(super) struct Player {
    pub(super) engine: Box<dyn ErasedEngine>,
    /// The number of the engine.
    pub(super) number: usize,
    /// The index of its table.
    pub(super) table: usize,
}

/// A table and its owner.
pub(super) struct OwnedTable {
    pub(super) table: CaseTable,
    log: Arc<StoreLog>,
    owner: Option<TableOwner>,
}

/// The owner of the entries in a table.
struct TableOwner {
    identity: Identity,
    /// An engine that can check them, by its number and the index of its game.
    by: (usize, usize),
    /// The engines that have searched since the table was empty.
    searched: Vec<usize>,
}

/// The state of a table when a search begins.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Admission {
    /// The table had another owner, and is cleared.
    pub(super) is_handed_over: bool,
    /// All entries are from other engines.
    pub(super) is_guest: bool,
}

impl OwnedTable {
    pub(super) fn new(table: AnyTable) -> Self {
        let log = Arc::<StoreLog>::default();
        let table = DecoratedTable::new(Arc::new(table)).with(Arc::clone(&log));
        Self { table, log, owner: None }
    }

    /// The number of entries found since the last search began that another search had stored.
    pub(super) fn foreign(&self) -> u64 {
        self.log.searches().foreign
    }

    /// Gives the table to the engine `number` for its game `game`, with entries of `identity`.
    pub(super) fn take(&mut self, number: usize, game: usize, identity: Identity) -> Admission {
        self.log.begin();
        let before = self.owner.take();
        let is_handed_over = before.as_ref().is_some_and(|owner| owner.identity != identity);
        let new = || TableOwner { identity, by: (number, game), searched: Vec::new() };
        let mut owner = before.filter(|owner| owner.identity == identity).unwrap_or_else(new);
        let is_guest = !owner.searched.contains(&number);
        owner.searched.push(number);
        self.owner = Some(owner);
        Admission { is_handed_over, is_guest }
    }

    /// Notes that the table was cleared.
    pub(super) fn forget(&mut self) {
        self.owner.iter_mut().for_each(|owner| owner.searched.clear());
    }

    /// Checks that all entries are true for their owner. Returns their number.
    pub(super) fn check(&self, players: &[Player]) -> u64 {
        let Some(TableOwner { identity, by: (number, game), .. }) = &self.owner else { return 0 };
        let owner = players.iter().find(|player| player.number == *number).expect("one of them");
        owner.engine.check_entries(self.table.inner(), *game, identity.deeper)
    }
}

/// Records which search stored each key last, and counts entries that one search stored and another
/// found.
#[derive(Debug, Default)]
struct StoreLog(Mutex<StoresBySearch>);

#[derive(Debug, Default)]
struct StoresBySearch {
    search: u64,
    /// The last search that stored each key.
    stored: HashMap<u64, u64>,
    foreign: u64,
}

impl StoreLog {
    fn searches(&self) -> MutexGuard<'_, StoresBySearch> {
        self.0.lock().expect("no panic")
    }

    /// Notes that another search begins.
    fn begin(&self) {
        let mut searches = self.searches();
        (searches.search, searches.foreign) = (searches.search + 1, 0);
    }
}

impl Decorator for StoreLog {
    fn probed(&self, at: TableKey, _: Depth, entry: Option<Entry>) -> Option<Entry> {
        let mut searches = self.searches();
        let foreign = searches.stored.get(&at.key) != Some(&searches.search);
        searches.foreign += u64::from(entry.is_some() && foreign);
        entry
    }

    fn before_store(&self, at: TableKey, _: &NewEntry) -> bool {
        let mut searches = self.searches();
        let search = searches.search;
        searches.stored.insert(at.key, search);
        true
    }
}
