//! [`LocalTable`]: a small thread-local table, for nodes that are cheaper than waiting for memory.
//!
//! Near the end of the game a node takes less time than fetching an entry of the large table. Its
//! result is mostly needed again soon, by the same worker: so it is stored in a table so small that
//! it stays in the cache of a core, and that no other thread writes to. There is one entry for each
//! slot, always replaced. Only for searches to the end, where bounds do not depend on a depth.

use super::bucket;
use crate::Bounds;
use crate::position::ODD;

/// The key of a position and bounds on its value; [`Bounds::FULL`] if nothing is known.
type LocalSlot = (u64, Bounds);

/// A small thread-local table.
#[derive(Debug, Default)]
pub(crate) struct LocalTable {
    /// Their number is a power of two, at least two; none before the first use.
    slots: Vec<LocalSlot>,
    /// The fingerprint of the entries.
    fingerprint: u64,
}

impl LocalTable {
    /// Prepares the table for `fingerprint`, with a power of two of slots in at most `bytes`, but
    /// at least two slots; clears entries of another fingerprint. Returns `None` if the memory
    /// cannot be allocated.
    pub(crate) fn bind(&mut self, fingerprint: u64, bytes: usize) -> Option<()> {
        let count = 1 << (bytes / size_of::<LocalSlot>()).max(2).ilog2();
        if self.slots.len() != count || self.fingerprint != fingerprint {
            self.slots = Vec::new();
            self.slots.try_reserve_exact(count).ok()?;
            self.slots.resize(count, (0, Bounds::FULL));
            self.fingerprint = fingerprint;
        }
        Some(())
    }

    #[inline(always)]
    fn index(&self, key: u64) -> usize {
        bucket(key.wrapping_mul(ODD), self.slots.len())
    }

    /// Returns bounds on the position with `key`. For key 0 without an entry, these are the full
    /// bounds.
    #[inline(always)]
    pub(crate) fn probe(&self, key: u64) -> Option<Bounds> {
        let (present, bounds) = self.slots[self.index(key)];
        (present == key).then_some(bounds)
    }

    /// Stores that the value of the position with `key` lies within `found`.
    #[inline(always)]
    pub(crate) fn keep(&mut self, key: u64, found: Bounds) {
        let index = self.index(key);
        let (present, bounds) = &mut self.slots[index];
        if *present == key {
            *bounds = bounds.intersect(found).unwrap_or(found);
        } else {
            (*present, *bounds) = (key, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Score;

    fn bounds(lower: i32, upper: i32) -> Bounds {
        Bounds::new(Score::new(lower), Score::new(upper))
    }

    #[test]
    fn bounds_come_closer_and_the_last_key_wins() {
        let mut local = LocalTable::default();
        local.bind(1, 100).unwrap();
        assert_eq!(
            (local.slots.len(), local.probe(0), local.probe(7)),
            (4, Some(Bounds::FULL), None)
        );
        local.keep(7, bounds(-3, 9));
        local.keep(7, bounds(2, 20));
        assert_eq!(local.probe(7), Some(bounds(2, 9)));
        let other = (8..).find(|&other| local.index(other) == local.index(7)).unwrap();
        assert_eq!(local.probe(other), None);
        local.keep(other, bounds(1, 1));
        assert_eq!((local.probe(other), local.probe(7)), (Some(bounds(1, 1)), None));
    }

    #[test]
    fn another_game_or_size_finds_nothing() {
        let mut local = LocalTable::default();
        let known = bounds(2, 9);
        for (game, bytes, found) in
            [(1, 0, None), (1, 0, Some(known)), (2, 0, None), (2, 999, None)]
        {
            local.bind(game, bytes).unwrap();
            assert_eq!(local.probe(7), found);
            local.keep(7, known);
        }
        assert_eq!(local.bind(2, usize::MAX), None);
    }
}
