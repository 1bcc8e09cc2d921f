//! [`Home`]: the table that keeps the entry of a node; one probe and one store for all tables.
//!
//! Far from the end of the game, that is the table that all threads share. Nearer to it, where a
//! search is cheaper than waiting for memory, it is the thread-local table, if enabled; nearer
//! still, none.

use super::node::Node;
use super::options::DepthMatch;
use super::worker::{Move, SearchTypes, TableSlot, Worker};
use crate::position::{Points, Position};
use crate::sync;
use crate::table::{Entry, NewEntry, Table};
use crate::{Bounds, Depth, Score, Window};

/// The place where the entry of a node is kept.
#[derive(Copy, Clone, Debug)]
pub(super) enum Home<S> {
    /// In the table that all threads share.
    Shared(S),
    /// In the thread-local table, under this key.
    Local(u64),
    /// In no table.
    Nowhere,
}

/// The result of a probe.
#[derive(Copy, Clone, Debug)]
pub(super) struct Lookup {
    /// The value, if it decides the window.
    pub(super) value: Option<Score>,
    /// The code of the move to search first; 0 if unknown.
    pub(super) table_move: u16,
}

impl Lookup {
    const NOTHING: Self = Self { value: None, table_move: 0 };
}

impl<C: SearchTypes> Worker<C> {
    /// Whether the shared table keeps positions with this maximum number of plies left.
    #[inline(always)]
    pub(crate) fn is_kept(&self, plies_left: u32) -> bool {
        C::Table::KEEPS && plies_left >= self.thresholds.table_from
    }

    /// Returns the slot of the present position and prefetches it; `None` where the shared table is
    /// not used.
    #[inline(always)]
    pub(crate) fn slot_here(&self, depth: Depth) -> Option<TableSlot<C>> {
        self.is_kept(self.plies_left(depth)).then(|| {
            let slot = self.table.slot(self.path.position.key());
            self.table.prefetch(slot);
            sync::probe();
            slot
        })
    }

    /// Returns where the entry of the present position, with the given slot, is kept.
    #[inline(always)]
    pub(super) fn home(&self, slot: Option<TableSlot<C>>, depth: Depth) -> Home<TableSlot<C>> {
        match slot {
            Some(slot) => Home::Shared(slot),
            None if C::TO_END && self.plies_left(depth) >= self.thresholds.local_table_from => {
                Home::Local(self.path.position.key())
            }
            None => Home::Nowhere,
        }
    }

    /// Probes for the node's best move, and at null windows for a value.
    #[inline(always)]
    pub(super) fn probe<const NULL: bool>(
        &mut self,
        home: Home<TableSlot<C>>,
        window: Window,
        depth: Depth,
    ) -> Lookup {
        match home {
            Home::Shared(slot) => self.entry_here(slot, depth).map_or(Lookup::NOTHING, |entry| {
                self.statistics.table_hits += 1;
                let value = if NULL { self.table_value(entry, window, depth) } else { None };
                Lookup { value, table_move: entry.move_code }
            }),
            Home::Local(key) if NULL => {
                Lookup { value: self.local_value(key, window), table_move: 0 }
            }
            Home::Local(_) | Home::Nowhere => Lookup::NOTHING,
        }
    }

    /// Returns the shared table's entry of the present position, with the given slot.
    #[inline(always)]
    pub(crate) fn entry_here(&self, slot: TableSlot<C>, depth: Depth) -> Option<Entry> {
        self.entry(slot, depth, Points::at(&self.path.position))
    }

    /// Returns the shared table's entry of a position with the given points `taken`.
    #[inline(always)]
    pub(super) fn entry(&self, slot: TableSlot<C>, depth: Depth, taken: Points) -> Option<Entry> {
        let entry = self.table.probe(slot, depth)?;
        Some(Entry { bounds: taken.whole_bounds(entry.bounds), ..entry })
    }

    /// Stores the result of the node.
    #[inline(always)]
    pub(super) fn store(&mut self, home: Home<TableSlot<C>>, node: &Node<Move<C>>) {
        match home {
            Home::Shared(slot) => self.table.store(slot, self.new_entry(node)),
            Home::Local(key) => {
                let found = Bounds::from_bound(node.best, node.window.classify(node.best));
                let to_come = Points::at(&self.path.position).bounds_to_come(found);
                self.ordering.memory.local_table.keep(key, to_come);
            }
            Home::Nowhere => {}
        }
    }

    #[inline(always)]
    fn new_entry(&self, node: &Node<Move<C>>) -> NewEntry {
        NewEntry {
            value: Points::at(&self.path.position).to_come(node.best),
            bound: node.window.classify(node.best),
            depth: node.depth,
            move_code: node.best_move.map_or(0, |mv| self.path.position.move_code(mv)),
            proved: C::TO_END || !node.tainted,
            work: self.statistics.nodes - node.before,
        }
    }

    /// Returns the value that a table entry gives for a null window.
    #[inline(always)]
    pub(crate) fn table_value(
        &mut self,
        entry: Entry,
        window: Window,
        depth: Depth,
    ) -> Option<Score> {
        if !self.counts(&entry, depth) {
            return None;
        }
        let value = entry.bounds.decide(window)?;
        self.statistics.table_cutoffs += 1;
        self.tainted = !entry.proved;
        Some(value)
    }

    /// Whether the value of `entry` is valid at `depth`.
    #[inline(always)]
    pub(super) fn counts(&self, entry: &Entry, depth: Depth) -> bool {
        entry.depth == depth
            || (self.options.depth_match == DepthMatch::AtLeast
                && (entry.proved || entry.depth > depth))
    }

    /// Returns the value that the thread-local table gives for a null window.
    #[inline(always)]
    fn local_value(&mut self, key: u64, window: Window) -> Option<Score> {
        let to_come = self.ordering.memory.local_table.probe(key)?;
        self.statistics.table_hits += 1;
        let known = Points::at(&self.path.position).whole_bounds(to_come);
        let value = known.decide(window)?;
        self.statistics.table_cutoffs += 1;
        Some(value)
    }
}
