//! [`Enumerated`]: numbers for all positions that can be reached from a root.

use crate::build_error::BuildError;
use crate::numbering::{AtPlace, Child, Enumerable, Numbering, Place, Slice};
use crate::progress::{Phase, Watch};
use crate::slots::{AT_ONCE, Slots};
use crate::sync::{AtomicU64, POSITIONS_AT_A_TIME as CHUNK, Storage, try_for_each, try_map};
use eldest::MoveList;
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering::Relaxed;

/// The number of positions that are expanded before the table may grow.
const BATCH: usize = 1 << 18;

/// The positions that can be reached from a root, by their unique keys.
///
/// The numbers are the slots of a hash table, so they have gaps, and depend on the order in which
/// threads found the positions. Files do not: they are sorted by key.
pub(crate) struct Enumerated<P> {
    root: P,
    slots: Slots,
    slices: [Slice; 1],
    /// The number of keys.
    keys: u64,
}

impl<P: Enumerable> Enumerated<P> {
    /// Collects all positions that can be reached from `root`. Positions where the game is over
    /// have no children. `storage` returns where a table is kept when that number of bytes is in
    /// use.
    pub(crate) fn collect<'s>(
        root: &P,
        name: &str,
        storage: impl Fn(u64) -> Storage<'s>,
        watch: &Watch<'_>,
    ) -> Result<Self, BuildError> {
        watch.begin(Phase::Collect, 0);
        let mut found = Found::new()?;
        checked(root.key())?;
        let mut frontier = vec![root.key()];
        found.add(&[root.key()], |_| {});
        while !frontier.is_empty() {
            let mut next = Vec::new();
            while !frontier.is_empty() {
                let batch = frontier.split_off(frontier.len().saturating_sub(BATCH));
                let (new, left) = found.expand(root, &batch, watch)?;
                next.extend(new);
                if !left.is_empty() {
                    frontier.extend(left);
                    found = found.grown(&storage)?;
                }
            }
            frontier = next;
        }
        let keys = found.count.into_inner();
        let slices = [Slice { name: name.to_owned(), len: found.slots.len() as u64 }];
        Ok(Self { root: root.clone(), slots: found.slots, slices, keys })
    }

    /// Returns the bytes of the table.
    pub(crate) fn bytes(&self) -> u64 {
        self.slots.bytes()
    }

    /// Returns the number of positions.
    pub(crate) fn len(&self) -> u64 {
        self.keys
    }

    /// Calls `each` with ranges of keys in ascending order: sorted pairs of a key and its number.
    pub(crate) fn for_each_sorted<F>(&self, mut each: F) -> Result<(), BuildError>
    where
        F: FnMut(&[(u64, u64)]) -> Result<(), BuildError>,
    {
        let bounds = self.quantiles();
        for bound in bounds.windows(2) {
            let range = bound[0]..bound[1];
            let pair = |slot| Some((self.slots.key(slot)?, slot as u64));
            let slots = (0..self.slots.len()).into_par_iter();
            let pairs = slots.filter_map(pair).filter(|(key, _)| range.contains(key));
            let mut pairs: Vec<(u64, u64)> = pairs.collect();
            pairs.par_sort_unstable();
            each(&pairs)?;
        }
        Ok(())
    }

    /// Returns bounds of ranges that hold about as many keys each: the first is 0, the last above
    /// all keys.
    fn quantiles(&self) -> Vec<u64> {
        const SAMPLES: usize = 1 << 16;
        const KEYS_IN_RANGE: u64 = 1 << 24;
        let step = self.slots.len().div_ceil(SAMPLES);
        let sample = (0..self.slots.len()).step_by(step);
        let mut keys: Vec<u64> = sample.filter_map(|slot| self.slots.key(slot)).collect();
        keys.sort_unstable();
        let ranges = self.keys.div_ceil(KEYS_IN_RANGE).max(1) as usize;
        let inner = (1..ranges).filter_map(|i| keys.get(i * keys.len() / ranges).copied());
        let mut bounds: Vec<u64> = [0].into_iter().chain(inner).chain([u64::MAX]).collect();
        bounds.dedup();
        bounds
    }
}

impl<P: Enumerable> Numbering for Enumerated<P> {
    type Position = P;
    const HAS_PREDECESSORS: bool = P::HAS_PREDECESSORS;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }

    fn fingerprint(&self) -> u64 {
        self.root.fingerprint()
    }

    #[inline]
    fn place(&self, position: &P) -> Option<Place> {
        let number = self.slots.find(position.key())?;
        Some(Place { slice: 0, number })
    }

    #[inline]
    fn position(&self, place: Place) -> Option<P> {
        self.root.with_key(self.slots.key(place.number as usize)?)
    }

    /// There are no exits: every position that a move leads to was collected.
    #[inline]
    fn look(
        &self,
        place: Place,
        _: &mut MoveList<P::Move>,
        _: impl FnMut(Child) -> ControlFlow<()>,
    ) -> AtPlace<P> {
        let Some(position) = self.position(place) else { return AtPlace::None };
        position.over().map_or(AtPlace::Open(position), AtPlace::Over)
    }

    #[inline]
    fn for_each_predecessor(&self, _: usize, position: &P, mut found: impl FnMut(u64, bool)) {
        let mut batch = Batch::default();
        position.for_each_predecessor(|before| {
            if batch.len == AT_ONCE {
                batch.look_up(&self.slots, &mut found);
            }
            batch.push(before.key(), before.side() != position.side());
        });
        batch.look_up(&self.slots, &mut found);
    }
}

/// Predecessors that are looked up together.
#[derive(Default)]
struct Batch {
    keys: [u64; AT_ONCE],
    turned: [bool; AT_ONCE],
    len: usize,
}

impl Batch {
    /// Adds a key, and whether the side to move changes. There must be room.
    #[inline(always)]
    fn push(&mut self, key: u64, turned: bool) {
        (self.keys[self.len], self.turned[self.len]) = (key, turned);
        self.len += 1;
    }

    /// Calls `found` with the slot of each key that is there, and empties the batch.
    #[inline]
    fn look_up(&mut self, slots: &Slots, found: &mut impl FnMut(u64, bool)) {
        slots.find_all(&self.keys[..self.len], |at, slot| found(slot, self.turned[at]));
        self.len = 0;
    }
}

/// The keys found so far.
struct Found {
    slots: Slots,
    count: AtomicU64,
}

impl Found {
    const FIRST_SLOTS: usize = 1 << 10;

    fn new() -> Result<Self, BuildError> {
        let slots = Slots::empty(Self::FIRST_SLOTS, Storage::Memory)?;
        Ok(Self { slots, count: AtomicU64::new(0) })
    }

    /// Returns whether there is room, if each thread now adds `children` keys.
    fn has_room(&self, children: usize) -> bool {
        let more = children.max(256) * rayon::current_num_threads();
        self.count.load(Relaxed) + more as u64 <= self.slots.len() as u64 / 100 * 85
    }

    /// Adds keys. Calls `new` with each that is new.
    #[inline]
    fn add(&self, keys: &[u64], mut new: impl FnMut(u64)) {
        let mut count = 0;
        self.slots.insert_all(keys, |key| {
            count += 1;
            new(key);
        });
        if count > 0 {
            self.count.fetch_add(count, Relaxed);
        }
    }

    /// Adds the children of `batch`. Returns the new keys, and the keys of positions that were not
    /// expanded for lack of room.
    fn expand<P: Enumerable>(
        &self,
        root: &P,
        batch: &[u64],
        watch: &Watch<'_>,
    ) -> Result<(Vec<u64>, Vec<u64>), BuildError> {
        let lists = try_map(batch.len().div_ceil(CHUNK), |chunk| {
            let keys = &batch[chunk * CHUNK..batch.len().min((chunk + 1) * CHUNK)];
            let (mut new, mut left) = (Vec::new(), Vec::new());
            let (mut moves, mut children) = (MoveList::default(), Vec::new());
            for &key in keys {
                if self.children(root, key, &mut moves, &mut children)? {
                    self.add(&children, |key| new.push(key));
                } else {
                    left.push(key);
                }
            }
            watch.advance((keys.len() - left.len()) as u64)?;
            Ok::<_, BuildError>((new, left))
        })?;
        let (new, left): (Vec<_>, Vec<_>) = lists.into_iter().unzip();
        Ok((new.concat(), left.concat()))
    }

    /// Lists the keys of the children of the position with this key. Returns `false` if there is no
    /// room for them.
    fn children<P: Enumerable>(
        &self,
        root: &P,
        key: u64,
        moves: &mut MoveList<P::Move>,
        children: &mut Vec<u64>,
    ) -> Result<bool, BuildError> {
        let fault = "`with_key` finds no position";
        let mut position = root.with_key(key).ok_or(BuildError::Key { key, fault })?;
        children.clear();
        if position.over().is_some() {
            return Ok(true);
        }
        moves.refill(|out| position.moves(out));
        if !self.has_room(moves.len()) {
            return Ok(false);
        }
        for mv in moves.iter() {
            let undo = position.play(mv);
            children.push(checked(position.key())?);
            position.undo(mv, undo);
        }
        Ok(true)
    }

    /// Returns a table with more slots and the same keys.
    fn grown<'s>(self, storage: impl Fn(u64) -> Storage<'s>) -> Result<Self, BuildError> {
        let slots_now = self.slots.len();
        let more = slots_now.saturating_mul(3).div_ceil(2);
        let needed = (more + slots_now).saturating_mul(size_of::<u64>()) as u64;
        let slots = Slots::empty(more, storage(needed))?;
        let grown = Self { slots, count: AtomicU64::new(0) };
        let copy = |(): &mut (), chunk: usize| {
            let slots = chunk * CHUNK..slots_now.min((chunk + 1) * CHUNK);
            let keys: Vec<u64> = slots.filter_map(|slot| self.slots.key(slot)).collect();
            grown.add(&keys, |_| {});
            Ok::<_, BuildError>(())
        };
        try_for_each(slots_now.div_ceil(CHUNK), || (), copy)?;
        Ok(grown)
    }
}

/// Returns `key`, unless its successor would not fit a slot.
fn checked(key: u64) -> Result<u64, BuildError> {
    let fault = "a key of 64 ones is reserved";
    if key < u64::MAX { Ok(key) } else { Err(BuildError::Key { key, fault }) }
}

#[cfg(test)]
mod tests;
