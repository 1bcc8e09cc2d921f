//! [`OwnedTable`]: a table, and whose findings it holds as far as the rules of leases go.

use super::noted::SearchLogTable;
use super::seat::{ErasedEngine, Identity};
use std::sync::Arc;

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
    pub(super) table: Arc<SearchLogTable>,
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
    pub(super) fn new(table: SearchLogTable) -> Self {
        Self { table: Arc::new(table), owner: None }
    }

    /// The engine `number` has the table for findings of `identity` about its game `game`.
    pub(super) fn take(&mut self, number: usize, game: usize, identity: Identity) -> Welcome {
        self.table.begin();
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
        owner.seat.check_entries(&self.table, *game, identity.deeper)
    }
}
