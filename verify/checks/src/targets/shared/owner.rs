//! [`OwnedTable`]: a table, and whose findings it holds as far as the rules of leases go.

use super::seat::{ErasedEngine, Identity};
use crate::case::CaseTable;
use crate::decorated::{Decorator, TableKey};
use crate::{AnyTable, DecoratedTable};
use eldest::Depth;
use eldest::table::{Entry, NewEntry};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

/// An engine, and the table that it is at.
pub(super) struct SeatedEngine {
    pub(super) seat: Box<dyn ErasedEngine>,
    /// Its own, among all engines.
    pub(super) number: usize,
    /// Which of the tables.
    pub(super) table: usize,
}

/// A table, and whose findings it holds.
pub(super) struct OwnedTable {
    pub(super) table: CaseTable,
    log: Arc<StoreLog>,
    owner: Option<TableOwner>,
}

/// Whose findings a table holds.
struct TableOwner {
    identity: Identity,
    /// Who can tell what is true of them: the number of an engine, and which of its games.
    by: (usize, usize),
    /// The engines that have searched since it was empty.
    searched: Vec<usize>,
}

/// What a search meets at a table.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Welcome {
    /// It was another's, and is emptied.
    pub(super) is_handed_over: bool,
    /// Everything there is the work of other engines.
    pub(super) is_guest: bool,
}

impl OwnedTable {
    pub(super) fn new(table: AnyTable) -> Self {
        let log = Arc::<StoreLog>::default();
        let table = DecoratedTable::new(Arc::new(table)).with(Arc::clone(&log));
        Self { table, log, owner: None }
    }

    /// Entries found since the last search began that another search had stored.
    pub(super) fn foreign(&self) -> u64 {
        self.log.searches().foreign
    }

    /// The engine `number` has the table for findings of `identity` about its game `game`.
    pub(super) fn take(&mut self, number: usize, game: usize, identity: Identity) -> Welcome {
        self.log.begin();
        let before = self.owner.take();
        let is_handed_over = before.as_ref().is_some_and(|owner| owner.identity != identity);
        let new = || TableOwner { identity, by: (number, game), searched: Vec::new() };
        let mut owner = before.filter(|owner| owner.identity == identity).unwrap_or_else(new);
        let is_guest = !owner.searched.contains(&number);
        owner.searched.push(number);
        self.owner = Some(owner);
        Welcome { is_handed_over, is_guest }
    }

    /// Somebody has emptied the table.
    pub(super) fn forget(&mut self) {
        self.owner.iter_mut().for_each(|owner| owner.searched.clear());
    }

    /// Everything that is left is true of those whose it is; how much that is.
    pub(super) fn check(&self, players: &[SeatedEngine]) -> u64 {
        let Some(TableOwner { identity, by: (number, game), .. }) = &self.owner else { return 0 };
        let owner = players.iter().find(|player| player.number == *number).expect("one of them");
        owner.seat.check_entries(self.table.inner(), *game, identity.deeper)
    }
}

/// Notices in which search each key was stored last, and counts what a search finds that another
/// one has stored.
#[derive(Debug, Default)]
struct StoreLog(Mutex<StoresBySearch>);

#[derive(Debug, Default)]
struct StoresBySearch {
    search: u64,
    /// The search that has stored something under a key last.
    stored: HashMap<u64, u64>,
    foreign: u64,
}

impl StoreLog {
    fn searches(&self) -> MutexGuard<'_, StoresBySearch> {
        self.0.lock().expect("no panic")
    }

    /// Another search begins.
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
