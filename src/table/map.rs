//! [`MapTable`]: the table that never drops an entry.

#[cfg(feature = "save")]
mod saved;

use super::header::Header;
use super::{Entry, NewEntry, Table, TableInUse};
use crate::{Bounds, Depth};
use dashmap::DashMap;

/// An unbounded sharded map from (key, depth) to both bounds, for proofs and oracles.
///
/// It locks a shard at each access and grows without limit: for searches whose positions fit in
/// memory. Every key and depth has its own entry, so nothing is ever lost or confused. But the best
/// move of a shallower search is not found either, so at fixed depths it takes more nodes than the
/// other tables.
///
/// ```
/// use eldest::table::MapTable;
/// use eldest::{Engine, Limits};
/// # use eldest::doc::Countdown;
///
/// let mut engine = Engine::<Countdown>::builder().table(MapTable::new()).build()?;
/// engine.solve(&Countdown::new(21), &Limits::new())?;
/// assert!(engine.table().len() > 0);
/// # Ok::<(), eldest::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct MapTable {
    map: DashMap<(u64, Depth), Entry>,
    header: Header,
}

impl MapTable {
    /// Creates an empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of (position, depth) pairs.
    #[must_use]
    pub fn len(&self) -> usize {
        self.map.len()
    }

    /// Whether the map is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.map.is_empty()
    }
}

impl Table for MapTable {
    type Slot = u64;

    fn slot(&self, key: u64) -> u64 {
        key
    }

    fn probe(&self, key: u64, depth: Depth) -> Option<Entry> {
        self.map.get(&(key, depth)).map(|entry| *entry)
    }

    fn store(&self, key: u64, finding: NewEntry) {
        let found = Bounds::from_bound(finding.value, finding.bound);
        let NewEntry { depth, move_code, proved, .. } = finding;
        let new = Entry { bounds: found, depth, move_code, proved };
        self.map
            .entry((key, depth))
            .and_modify(|old| {
                // Bounds that contradict each other mean a broken key: the last result wins.
                old.bounds = old.bounds.intersect(found).unwrap_or(found);
                old.proved &= proved;
                old.move_code = if move_code == 0 { old.move_code } else { move_code };
            })
            .or_insert(new);
    }

    fn new_search(&self) {
        self.header.new_search();
    }

    fn clear(&self) {
        self.map.clear();
    }

    fn hashfull(&self) -> u32 {
        0
    }

    fn bytes(&self) -> usize {
        self.map.capacity() * size_of::<((u64, Depth), Entry)>()
    }

    fn bind(&self, fingerprint: u64) -> Result<bool, TableInUse> {
        self.header.bind(fingerprint, || self.clear())
    }

    fn release(&self) {
        self.header.release();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bound, Score};

    fn finding(value: i32, bound: Bound, proved: bool) -> NewEntry {
        let (value, depth) = (Score::new(value), Depth::plies(3));
        NewEntry { value, bound, depth, move_code: 0, proved, work: 1 }
    }

    #[test]
    fn it_grows_and_is_emptied() {
        let table = MapTable::new();
        assert_eq!((table.is_empty(), table.len()), (true, 0));
        (0..1_000).for_each(|key| table.store(key, finding(1, Bound::Exact, true)));
        table.store(7, finding(1, Bound::Exact, true));
        assert!(!table.is_empty() && table.len() == 1_000);
        assert!(table.bytes() >= 1_000 * size_of::<((u64, Depth), Entry)>());
        assert!(table.bytes() < 20_000 * size_of::<((u64, Depth), Entry)>());
        table.clear();
        assert!(table.is_empty() && table.probe(7, Depth::plies(3)).is_none());
    }

    #[test]
    fn two_bounds_are_proved_if_both_are() {
        for (first, second) in [(true, true), (true, false), (false, true), (false, false)] {
            let table = MapTable::new();
            table.store(7, finding(1, Bound::Lower, first));
            table.store(7, finding(3, Bound::Upper, second));
            let entry = table.probe(7, Depth::plies(3)).expect("it forgets nothing");
            assert_eq!(entry.bounds, Bounds::new(Score::new(1), Score::new(3)));
            assert_eq!(entry.proved, first && second);
        }
    }

    #[test]
    fn what_belongs_to_another_game_is_forgotten() {
        let table = MapTable::new();
        assert_eq!(table.bind(1), Ok(false), "it was empty");
        table.new_search();
        table.store(7, finding(1, Bound::Exact, true));
        assert_eq!((table.bind(1), table.len()), (Ok(false), 1));
        (0..2).for_each(|_| table.release());
        assert!(table.bind(2) == Ok(true) && table.is_empty());
    }
}
