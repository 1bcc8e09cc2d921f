//! [`Table`]: what a search asks of a transposition table.
//! [`NoTable`] stores nothing; [`proved`] reads what a table has proved.

use super::{Entry, NewEntry, TableInUse};
use crate::position::{KeyKind, Points};
use crate::sync::Arc;
use crate::{Bounds, Depth, Position};

/// A transposition table, shared by all workers of a search, and by several engines if they want
/// (`docs/shared-tables.md`).
///
/// Whatever it answers, the search never plays an illegal move: move codes are only matched against
/// generated moves. Wrong bounds do give wrong values, so keys must keep their promise.
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
    /// Whether it keeps anything at all; `false` compiles probing away.
    const KEEPS: bool = true;

    /// Whether it holds such keys and such values. A search of a game it does not serve is refused.
    fn serves(&self, _keys: KeyKind, _range: Bounds) -> bool {
        true
    }

    /// Where the entry of a key belongs. A node works it out once and asks three times.
    type Slot: Copy;

    /// Where the entry of the position with `key` belongs.
    fn slot(&self, key: u64) -> Self::Slot;

    /// Asks the memory for what stands at `slot`, ahead of time.
    #[inline]
    fn prefetch(&self, _slot: Self::Slot) {}

    /// What is known about the position, at `depth` if the table keeps several depths apart; else at
    /// the depth that the entry names.
    fn probe(&self, slot: Self::Slot, depth: Depth) -> Option<Entry>;

    /// Keeps `finding`, or something that cost more.
    fn store(&self, slot: Self::Slot, finding: NewEntry);

    /// A new search begins: what is there is older than what comes.
    fn new_search(&self);

    /// Forgets everything, and writes every page of its memory, on all cores.
    fn clear(&self);

    /// How full it is with entries of the present search, in thousandths, from a sample.
    fn hashfull(&self) -> u32;

    /// Memory in bytes; what has been taken so far, if it grows.
    fn bytes(&self) -> usize;

    /// Takes the table for a search whose findings are those of `fingerprint` (rules, evaluator, depth
    /// match), until [`release`](Self::release). Searches of one fingerprint hold it together; what a search
    /// of another has left is cleared before anything else can be asked. Returns whether there was such.
    ///
    /// # Errors
    /// While a search of another fingerprint holds the table. Nothing is changed then, and nothing is to be
    /// released.
    fn bind(&self, fingerprint: u64) -> Result<bool, TableInUse>;

    /// A search that has [bound](Self::bind) the table will not use it any more.
    fn release(&self);
}

/// A table that several engines share.
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

/// The table that keeps nothing, and costs nothing.
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

/// What `table` has proved of the value of `position`, of the game played to the end: of the whole value, with the
/// points that were [taken](Position::taken) before. `None` if it knows nothing of the position, or rests on a
/// horizon.
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
