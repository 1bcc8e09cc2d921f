//! [`Table`]: the interface of transposition tables.
//! [`NoTable`] stores nothing; [`proved`] returns what a table has proved.

use super::{Entry, NewEntry, TableInUse};
use crate::position::{KeyKind, Points};
use crate::sync::Arc;
use crate::{Bounds, Depth, Position};

/// A transposition table, shared by all workers of a search, and by several engines if desired
/// (`docs/shared-tables.md`).
///
/// Whatever it returns, the search never plays an illegal move: move codes are only matched against
/// generated moves. Wrong bounds do lead to wrong values, so keys must keep their promise.
///
/// ```
/// use eldest::table::NewEntry;
/// use eldest::{Bound, Bounds, Depth, Score, SharedTable, Table};
///
/// let table = SharedTable::new(1 << 20)?;
/// let slot = table.slot(0x1234);
/// let (value, bound, depth) = (Score::new(7), Bound::Exact, Depth::plies(4));
/// table.store(slot, NewEntry::new(value, bound, depth).with(|new| (new.move_code, new.work) = (3, 100)));
/// let entry = table.probe(slot, depth).expect("there is room");
/// assert_eq!((entry.bounds, entry.move_code), (Bounds::exact(value), 3));
/// # Ok::<(), eldest::table::TableError>(())
/// ```
pub trait Table: Send + Sync {
    /// Whether only searches to the end of the game can use it.
    const END_ONLY: bool = false;
    /// Whether it stores anything at all; if `false`, probing is compiled away.
    const KEEPS: bool = true;

    /// Whether it can store such keys and values. A search of a game that it does not serve is
    /// refused.
    fn serves(&self, _keys: KeyKind, _range: Bounds) -> bool {
        true
    }

    /// The location of an entry. A node computes it once and uses it three times.
    type Slot: Copy;

    /// Returns the location of the entry for the position with `key`.
    fn slot(&self, key: u64) -> Self::Slot;

    /// Prefetches the memory at `slot`.
    #[inline]
    fn prefetch(&self, _slot: Self::Slot) {}

    /// Returns the entry of the position: at `depth`, if the table stores several depths
    /// separately; otherwise at the depth in the entry.
    fn probe(&self, slot: Self::Slot, depth: Depth) -> Option<Entry>;

    /// Stores `finding`, or keeps an entry that cost more.
    fn store(&self, slot: Self::Slot, finding: NewEntry);

    /// Begins a new search: the present entries are older than those to come.
    fn new_search(&self);

    /// Clears all entries, and writes every page of its memory, on all cores.
    fn clear(&self);

    /// Returns how full it is with entries of the present search, in thousandths, estimated from a
    /// sample.
    fn hashfull(&self) -> u32;

    /// Returns the memory in bytes; if it grows, what has been allocated so far.
    fn bytes(&self) -> usize;

    /// Binds the table to the fingerprint of a search (rules, evaluator, depth match), until
    /// [`release`](Self::release). Searches of one fingerprint can use it together; entries left by
    /// a search of another are cleared first. Returns whether there were such.
    ///
    /// # Errors
    /// While a search of another fingerprint uses the table. Nothing is changed then, and nothing
    /// must be released.
    fn bind(&self, fingerprint: u64) -> Result<bool, TableInUse>;

    /// Releases the table after [`bind`](Self::bind): the search will not use it any more.
    fn release(&self);
}

/// Forwards to a table that several engines share.
impl<T: Table> Table for Arc<T> {
    const END_ONLY: bool = T::END_ONLY;
    const KEEPS: bool = T::KEEPS;
    type Slot = T::Slot;

    #[inline(always)]
    fn slot(&self, key: u64) -> T::Slot {
        (**self).slot(key)
    }
    #[inline(always)]
    fn prefetch(&self, slot: T::Slot) {
        (**self).prefetch(slot);
    }
    #[inline(always)]
    fn probe(&self, slot: T::Slot, depth: Depth) -> Option<Entry> {
        (**self).probe(slot, depth)
    }
    #[inline(always)]
    fn store(&self, slot: T::Slot, finding: NewEntry) {
        (**self).store(slot, finding);
    }
    fn serves(&self, keys: KeyKind, range: Bounds) -> bool {
        (**self).serves(keys, range)
    }
    fn new_search(&self) {
        (**self).new_search();
    }
    fn clear(&self) {
        (**self).clear();
    }
    fn hashfull(&self) -> u32 {
        (**self).hashfull()
    }
    fn bytes(&self) -> usize {
        (**self).bytes()
    }
    fn bind(&self, fingerprint: u64) -> Result<bool, TableInUse> {
        (**self).bind(fingerprint)
    }
    fn release(&self) {
        (**self).release();
    }
}

/// The table that stores nothing, and costs nothing.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoTable;

impl Table for NoTable {
    const KEEPS: bool = false;

    type Slot = ();

    #[inline]
    fn slot(&self, _: u64) {}
    #[inline]
    fn probe(&self, (): (), _: Depth) -> Option<Entry> {
        None
    }
    #[inline]
    fn store(&self, (): (), _: NewEntry) {}
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

/// Returns bounds on the value of `position` to the end of the game that `table` has proved; they
/// include the points [taken](Position::taken) before. Returns `None` if the position has no entry,
/// or its entry depends on a horizon.
///
/// ```
/// use eldest::table::proved;
/// use eldest::{Engine, Limits};
/// # use eldest::doc::Countdown;
///
/// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
/// assert_eq!(proved(engine.table(), &Countdown::new(9)), None);
/// let report = engine.solve(&Countdown::new(9), &Limits::new())?;
/// let known = proved(engine.table(), &Countdown::new(9)).expect("it was searched");
/// assert!(known.contains(report.value().expect("it is known")));
/// # Ok::<(), eldest::Error>(())
/// ```
#[must_use]
pub fn proved<P: Position>(table: &impl Table, position: &P) -> Option<Bounds> {
    let entry = table.probe(table.slot(position.key()), Depth::END)?;
    let is_proved = entry.proved && entry.depth.is_end();
    is_proved.then(|| Points::at(position).whole_bounds(entry.bounds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_table_takes_no_memory_and_has_nothing_to_forget() {
        assert_eq!((NoTable.bytes(), NoTable.bind(1), NoTable.bind(2)), (0, Ok(false), Ok(false)));
    }
}
