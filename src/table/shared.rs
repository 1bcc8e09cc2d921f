//! [`SharedTable`]: the lock-free table for every game.
//!
//! # Layout
//! A bucket is one cache line: four slots of two 64-bit atomic words.
//!
//! | word | holds |
//! |---|---|
//! | 0 | mixed key xor word 1 |
//! | 1 | from the lowest bit: score, move code, bound, proved, depth, generation |
//!
//! The constants below define the number of bits and the position of each field.
//!
//! The two words are written and read separately, so a reader may see halves of two entries. Such a
//! torn entry does not xor to the key and is a miss (Hyatt and Mann 2002, "A lock-less
//! transposition-table implementation for parallel search"). Values are never clamped into a field:
//! an entry that does not fit is not stored.
//!
//! The depth of a search to the end is always the same, so there its field holds the cost of the
//! entry instead, in doublings of nodes. Such a search proves all it finds, so the field for that
//! says instead that the score is one score. Otherwise it is a pair: a lower and an upper bound of
//! half as many bits each, found by visits with different windows.
//!
//! # Replacement
//! Replaces the slot of the same key; else an empty one; else, among those of the oldest search,
//! the one that cost least (Breuker 1998: subtree size beats depth). Generation and depth are the
//! highest bits, so one subtraction ranks a slot: the present generation comes out highest.
//! Searches are distinguished modulo the number of generations; an empty slot counts as one of
//! search 0, which matters only in a table that is still not full after that many searches.

#[cfg(feature = "save")]
mod saved;
#[cfg(test)]
mod tests;

use super::fields::BitField;
use super::header::{GENERATION_BITS, Header};
use super::words::{LINE, TableWords, prefetch};
use super::{Entry, NewEntry, Slot, Table, TableError, TableInUse, bucket, doublings};
use crate::position::mix;
use crate::sync::{Ordering, TableWord};
use crate::{Bound, Bounds, Depth, Score};

// Word 1. From the lowest bit up:
const SCORE: BitField = BitField::lowest(24);
const MOVE_CODE: BitField = SCORE.above(16);
// From the highest bit down, since generation and depth rank a slot:
const GENERATION: BitField = BitField::highest(GENERATION_BITS);
const DEPTH: BitField = GENERATION.below(16);
const PROVED: BitField = DEPTH.below(1);
const BOUND: BitField = PROVED.below(2);
// In a search to the end:
const ONE_SCORE: BitField = PROVED;
const LOWER: BitField = BitField::lowest(12);
const UPPER: BitField = LOWER.above(12);
const _: () = assert!(MOVE_CODE.end() <= BOUND.start(), "the fields do not fit into a word");
const _: () = assert!(UPPER.end() == SCORE.end(), "a pair takes the place of a score");

/// In the field `BOUND`: both bits, those of a lower and of an upper bound.
const EXACT: u64 = 3;

/// Raw depths from here on mean `END`, and encode the cost.
const END_COSTS: u16 = 0xFF80;

/// The largest bound in a pair.
const MOST_OF_PAIR: i32 = (LOWER.count() / 2 - 1) as i32;

type Bucket = [TableWord; LINE];

/// The lock-free shared table: four slots of 16 bytes in a cache line, atomics only.
///
/// ```
/// use eldest::{SharedTable, Table};
///
/// let table = SharedTable::new(1 << 20)?;
/// assert!(table.bytes() <= 1 << 20);
/// # Ok::<(), eldest::table::TableError>(())
/// ```
///
/// Different keys stay different after mixing, and all 64 bits are compared: a unique key cannot be
/// mistaken for another. Hashed keys collide once in 2^64 pairs, so a search that probes a table of
/// n entries p times meets a false entry about n × p / 2^64 times: with 64 MiB (n = 2^22) once in 4
/// million million probes.
#[derive(Debug)]
pub struct SharedTable {
    words: TableWords,
    header: Header,
}

impl SharedTable {
    /// Creates a table of at most `bytes`, with all its pages written.
    ///
    /// # Errors
    /// [`TableError::TooSmall`] below two cache lines, [`TableError::OutOfMemory`].
    pub fn new(bytes: usize) -> Result<Self, TableError> {
        Ok(Self { words: TableWords::new(bytes)?, header: Header::default() })
    }

    /// Returns the words of all entries, for tests that write hostile bits into them: a search with
    /// such a table may find a wrong value, but must do no other harm.
    #[doc(hidden)]
    #[cfg(not(loom))]
    #[must_use]
    pub fn words(&self) -> &[TableWord] {
        self.words.all()
    }

    #[inline(always)]
    fn bucket(&self, slot: Slot) -> &Bucket {
        self.words.bucket(slot.index())
    }
}

impl Table for SharedTable {
    type Slot = Slot;

    #[inline(always)]
    fn slot(&self, key: u64) -> Slot {
        let mixed = mix(key);
        Slot::new(bucket(mixed, self.words.buckets::<LINE>()), mixed)
    }

    #[inline(always)]
    fn prefetch(&self, slot: Slot) {
        prefetch(self.bucket(slot));
    }

    #[inline(always)]
    fn probe(&self, slot: Slot, _: Depth) -> Option<Entry> {
        let mut slots = self.bucket(slot).as_chunks().0.iter().map(read);
        let (_, packed) = slots.find(|&(check, _)| check == slot.name)?;
        (!packed.is_empty()).then(|| packed.entry())
    }

    #[inline(always)]
    fn store(&self, slot: Slot, finding: NewEntry) {
        let mixed = slot.name;
        let generation = self.header.generation();
        let mut packed = Packed::new(finding, generation);
        let youngest = generation_word(generation.wrapping_add(1));
        let slots: &[[TableWord; 2]] = self.bucket(slot).as_chunks().0;
        let mut victim = &slots[0];
        let mut least = u64::MAX;
        for slot in slots {
            let (check, old) = read(slot);
            if check == mixed {
                packed = packed.or_tag_of(old).and_bound_of(old);
                victim = slot;
                break;
            }
            // The oldest first, then the cheapest.
            let keep = old.0.wrapping_sub(youngest);
            if keep < least {
                (victim, least) = (slot, keep);
            }
        }
        // Word by word: a reader in between sees a key that does not match.
        victim[0].store(mixed ^ packed.0, Ordering::Relaxed);
        victim[1].store(packed.0, Ordering::Relaxed);
    }

    fn new_search(&self) {
        self.header.new_search();
    }

    fn clear(&self) {
        self.words.clear();
    }

    fn hashfull(&self) -> u32 {
        let generation = GENERATION.get(generation_word(self.header.generation()));
        let sample = self.words.buckets::<2>().min(1000);
        let packed = (0..sample).map(|slot| read(self.words.bucket(slot)).1);
        let used = packed.filter(|p| !p.is_empty() && GENERATION.get(p.0) == generation).count();
        (used * 1000 / sample) as u32
    }

    fn bytes(&self) -> usize {
        self.words.bytes()
    }

    fn bind(&self, fingerprint: u64) -> Result<bool, TableInUse> {
        self.header.bind(fingerprint, || self.clear())
    }

    fn release(&self) {
        self.header.release();
    }
}

/// Returns the mixed key that a slot claims to belong to, and its entry.
#[inline(always)]
fn read(slot: &[TableWord; 2]) -> (u64, Packed) {
    let (check, packed) = (slot[0].load(Ordering::Relaxed), slot[1].load(Ordering::Relaxed));
    (check ^ packed, Packed(packed))
}

/// Returns a word 1 that holds only a generation, modulo the number of generations.
#[inline(always)]
fn generation_word(searches: u32) -> u64 {
    GENERATION.put_low(searches.into())
}

/// Word 1 of a slot. Any bits unpack to a harmless entry.
#[derive(Copy, Clone, PartialEq, Eq)]
struct Packed(u64);

impl Packed {
    #[inline(always)]
    fn new(finding: NewEntry, generation: u32) -> Self {
        let bound = match finding.bound {
            Bound::Lower => 1,
            Bound::Upper => 2,
            Bound::Exact => EXACT,
        };
        let depth = if finding.depth.is_end() {
            END_COSTS + doublings(finding.work) as u16
        } else {
            finding.depth.raw()
        };
        Self(
            SCORE.put_low(finding.value.get() as u64)
                | DEPTH.put(depth.into())
                | MOVE_CODE.put(finding.move_code.into())
                | BOUND.put(bound)
                | PROVED.put((finding.proved || finding.depth.is_end()).into())
                | generation_word(generation),
        )
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        BOUND.get(self.0) == 0
    }

    #[inline(always)]
    fn depth_field(self) -> u16 {
        DEPTH.get(self.0) as u16
    }

    #[inline(always)]
    fn move_code(self) -> u16 {
        MOVE_CODE.get(self.0) as u16
    }

    /// Keeps the move of an earlier visit if this one found none.
    #[inline(always)]
    fn or_tag_of(self, old: Self) -> Self {
        let theirs = MOVE_CODE.put(old.move_code().into());
        if self.move_code() == 0 { Self(self.0 | theirs) } else { self }
    }

    #[inline(always)]
    fn is_to_end(self) -> bool {
        self.depth_field() >= END_COSTS
    }

    /// Keeps what an earlier visit found about the other side of the value, if both fit.
    #[inline(always)]
    fn and_bound_of(self, old: Self) -> Self {
        if self.is_to_end() && old.is_to_end() && !old.is_empty() { self.paired(old) } else { self }
    }

    fn paired(self, old: Self) -> Self {
        let Some(both) = self.bounds().intersect(old.bounds()) else { return self };
        let [lower, upper] = [both.lower, both.upper].map(Score::get);
        let score = if lower == upper {
            SCORE.put_low(lower as u64) | ONE_SCORE.put(1)
        } else if -MOST_OF_PAIR <= lower && upper <= MOST_OF_PAIR {
            LOWER.put_low(lower as u64) | UPPER.put_low(upper as u64)
        } else {
            return self;
        };
        let replaced = SCORE.put(SCORE.max()) | ONE_SCORE.put(1);
        Self(self.0 & !replaced | BOUND.put(EXACT) | score)
    }

    #[inline(always)]
    fn bounds(self) -> Bounds {
        if self.is_to_end() && ONE_SCORE.get(self.0) == 0 {
            return self.pair();
        }
        let score = (SCORE.get_signed(self.0) as i32).max(-Score::INFINITY.get());
        let bound = match BOUND.get(self.0) {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        };
        Bounds::from_bound(Score::new(score), bound)
    }

    /// Returns the pair of bounds. Hostile bits that are none say nothing.
    #[inline(always)]
    fn pair(self) -> Bounds {
        let [lower, upper] = [LOWER, UPPER].map(|field| field.get_signed(self.0) as i32);
        if lower > upper {
            return Bounds::FULL;
        }
        Bounds::new(Score::new(lower), Score::new(upper))
    }

    #[inline(always)]
    fn entry(self) -> Entry {
        let to_end = self.is_to_end();
        Entry {
            bounds: self.bounds(),
            depth: if to_end { Depth::END } else { Depth::from_raw(self.depth_field()) },
            move_code: self.move_code(),
            proved: to_end || PROVED.get(self.0) == 1,
        }
    }
}
