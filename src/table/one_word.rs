//! [`OneWordTable`]: eight bytes for an entry, fully verified.
//!
//! # Layout
//! A key of k bits is multiplied by an odd constant modulo 2^k, which is a bijection. The product's
//! high bits choose the bucket. The products of one bucket are adjacent numbers, at most 2^c of
//! them, so their low c bits distinguish them: a stored word with those c bits verifies the whole
//! key, and 64 − c bits remain. For 64 MiB and a key of 56 bits, c is 35: the table has slightly
//! fewer than 2^22 buckets of two words, because one line is used for alignment.
//!
//! | from the highest bit | holds |
//! |---|---|
//! | c bits | the rest of the key |
//! | the rest | the move code, if it fits |
//! | `COST` | cost, in doublings of nodes |
//! | `GENERATION` | generation |
//! | `UPPER` | the range's upper end minus the upper bound |
//! | `LOWER` | the lower bound minus the range's lower end |
//!
//! The constants below define the number of bits of the named fields.
//!
//! Both bounds are in one entry because they fit, and because a search by null windows visits the
//! same position with windows on both sides of the value. A word of zeros states that a value lies
//! in the range, which is true of every position: so an empty slot needs no mark. A word is read
//! and written atomically, so no entry can be torn.

#[cfg(feature = "save")]
mod saved;
#[cfg(test)]
mod tests;

use super::fields::BitField;
use super::header::{GENERATION_BITS, Header};
use super::words::{LINE_BYTES, TableWords, prefetch};
use super::{Entry, NewEntry, Slot, Table, TableError, TableInUse, bucket, doublings};
use crate::position::KeyKind;
use crate::position::ODD;
use crate::sync::{Ordering, TableWord};
use crate::{Bounds, Depth, Position};

/// Slots in a bucket. With four the number of nodes is nearly the same, and probing takes longer.
const SLOTS: usize = 2;

// A word, from the lowest bit up:
const LOWER: BitField = BitField::lowest(8);
const UPPER: BitField = LOWER.above(8);
const GENERATION: BitField = UPPER.above(3);
const COST: BitField = GENERATION.above(5);
/// The start of the move code, which extends up to the key.
const MOVE_CODE_SHIFT: u32 = COST.end();
const _: () = assert!(GENERATION.count() <= 1 << GENERATION_BITS);

type Bucket = [TableWord; SLOTS];

/// The packed one-word table, for searches to the end of games with a unique key of few bits.
///
/// An entry has eight bytes and both bounds; verification errors are impossible.
///
/// ```
/// use eldest::table::{OneWordTable, TableError};
/// use eldest::{Bounds, Engine, KeyKind, Limits, Position, Score};
/// # use eldest::{Moves, Side};
///
/// /// Take one, two or three; taking the last one scores a point.
/// #[derive(Clone)]
/// struct Heap { left: u8, side: Side }
///
/// impl Position for Heap {
///     // A key of 8 bits, and values from -1 to 1, as the table requires.
///     fn key_kind(&self) -> KeyKind { KeyKind::Unique { bits: 8 } }
///     fn range(&self) -> Bounds { Bounds::new(Score::new(-1), Score::new(1)) }
///     const WIN_DISTANCE: bool = false;
///     // ... and the rules
/// #   type Move = u8;
/// #   type Undo = Self;
/// #   fn side(&self) -> Side { self.side }
/// #   fn key(&self) -> u64 { self.left.into() }
/// #   fn over(&self) -> Option<Score> { (self.left == 0).then_some(Score::new(-1)) }
/// #   fn moves(&self, out: &mut Moves<'_, u8>) { (1..=self.left.min(3)).for_each(|n| out.push(n)) }
/// #   fn play(&mut self, n: u8) -> Self {
/// #       std::mem::replace(self, Heap { left: self.left - n, side: self.side.other() })
/// #   }
/// #   fn undo(&mut self, _: u8, before: Self) { *self = before }
/// #   fn plies_left(&self) -> Option<u32> { Some(self.left.into()) }
/// }
///
/// let heap = Heap { left: 21, side: Side::First };
/// let table = OneWordTable::new(1 << 20, &heap)?;
/// let mut engine = Engine::<Heap>::builder().table(table).build()?;
/// assert_eq!(engine.solve(&heap, &Limits::new())?.value(), Some(Score::new(1)));
/// # Ok::<(), eldest::Error>(())
/// ```
#[derive(Debug)]
pub struct OneWordTable {
    words: TableWords,
    header: Header,
    buckets: usize,
    /// The number of bits of a key.
    bits: u32,
    /// `ODD`, moved up so that the product of a key fills the high bits of a word.
    multiplier: u64,
    /// Shifts the distinguishing low bits of a product to the top of a word.
    rest_shift: u32,
    /// 2^(64 − c): a word below it has no bit of a key set.
    payload_end: u64,
    range: Bounds,
}

impl OneWordTable {
    /// Creates a table of at most `bytes` for the game of `position`, with all its pages written.
    ///
    /// # Errors
    /// [`TableError::HashedKey`] if the game's key is not unique, [`TableError::KeyBits`] if it
    /// does not have 1 to 64 bits, [`TableError::RangeTooWide`] if there are more than 256 values,
    /// [`TableError::TooSmall`] if too few bits of an entry would remain beside the key,
    /// [`TableError::OutOfMemory`].
    pub fn new<P: Position>(bytes: usize, position: &P) -> Result<Self, TableError> {
        match position.key_kind() {
            KeyKind::Unique { bits } => Self::with(bytes, bits, position.range()),
            _ => Err(TableError::HashedKey),
        }
    }

    /// Creates a table of at most `bytes` for keys of `bits` and values within `range`.
    fn with(bytes: usize, bits: u32, range: Bounds) -> Result<Self, TableError> {
        if !(1..=u64::BITS).contains(&bits) {
            return Err(TableError::KeyBits { bits });
        }
        let span = (range.upper.get() - range.lower.get()) as u32;
        if !LOWER.fits(span.into()) {
            return Err(TableError::RangeTooWide { span: span.saturating_add(1) });
        }
        let words = TableWords::new(bytes)?;
        let buckets = words.buckets::<SLOTS>();
        let rest = rest(bits, buckets as u64);
        if rest + MOVE_CODE_SHIFT > u64::BITS {
            let least = size_of::<Bucket>() << (bits + MOVE_CODE_SHIFT - u64::BITS);
            return Err(TableError::TooSmall { bytes, least: least + LINE_BYTES });
        }
        Ok(Self {
            words,
            header: Header::default(),
            buckets,
            bits,
            multiplier: ODD << (u64::BITS - bits),
            rest_shift: bits - rest,
            payload_end: 1 << (u64::BITS - rest),
            range,
        })
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

    #[inline(always)]
    fn pack(&self, bounds: Bounds, move_code: u64, work: u64, generation: u64) -> u64 {
        // Bounds beyond the range are cut at its end.
        let within = |field: BitField, distance: i32| distance.clamp(0, field.max() as i32) as u64;
        let lower = within(LOWER, bounds.lower.get() - self.range.lower.get());
        let upper = within(UPPER, self.range.upper.get() - bounds.upper.get());
        let cost = u64::from(doublings(work)).min(COST.max());
        // A move code that does not fit would become another move: better none.
        let move_code = if move_code < self.payload_end >> MOVE_CODE_SHIFT {
            move_code << MOVE_CODE_SHIFT
        } else {
            0
        };
        LOWER.put(lower)
            | UPPER.put(upper)
            | GENERATION.put(generation)
            | COST.put(cost)
            | move_code
    }

    #[inline(always)]
    fn bounds(&self, payload: u64) -> Bounds {
        Bounds {
            lower: self.range.lower.offset(LOWER.get(payload) as i32),
            upper: self.range.upper.offset(-(UPPER.get(payload) as i32)),
        }
    }

    /// Ranks a word for replacement, the lowest is replaced first: empty, older, cheaper.
    #[inline(always)]
    fn keep(word: u64, generation: u64) -> u64 {
        let present = GENERATION.get(word) == generation;
        u64::from(word != 0) * (1 + COST.get(word) + u64::from(present) * COST.count())
    }
}

/// Returns the number of bits that distinguish keys of `bits` bits within one of `buckets`.
fn rest(bits: u32, buckets: u64) -> u32 {
    let neighbours = (1_u128 << bits).div_ceil(buckets.into()).next_power_of_two();
    neighbours.trailing_zeros().max(1)
}

impl Table for OneWordTable {
    const END_ONLY: bool = true;

    fn serves(&self, keys: KeyKind, range: Bounds) -> bool {
        let named = matches!(keys, KeyKind::Unique { bits } if bits <= self.bits);
        named && range.lower >= self.range.lower && range.upper <= self.range.upper
    }

    type Slot = Slot;

    #[inline(always)]
    fn slot(&self, key: u64) -> Slot {
        let product = key.wrapping_mul(self.multiplier);
        Slot::new(bucket(product, self.buckets), product << self.rest_shift)
    }

    #[inline(always)]
    fn prefetch(&self, slot: Slot) {
        prefetch(self.bucket(slot));
    }

    #[inline(always)]
    fn probe(&self, slot: Slot, _: Depth) -> Option<Entry> {
        let words = self.bucket(slot).iter().map(|slot| slot.load(Ordering::Relaxed));
        let payloads = words.map(|word| word ^ slot.name);
        let payload = payloads.into_iter().find(|&payload| payload < self.payload_end)?;
        Some(Entry {
            bounds: self.bounds(payload),
            depth: Depth::END,
            move_code: (payload >> MOVE_CODE_SHIFT) as u16,
            proved: true,
        })
    }

    #[inline(always)]
    fn store(&self, slot: Slot, finding: NewEntry) {
        let (bucket, name) = (self.bucket(slot), slot.name);
        let generation = u64::from(self.header.generation()) % GENERATION.count();
        let mut bounds = Bounds::from_bound(finding.value, finding.bound);
        let mut move_code = u64::from(finding.move_code);
        let mut victim = &bucket[0];
        let mut least = u64::MAX;
        for slot in bucket {
            let word = slot.load(Ordering::Relaxed);
            let payload = word ^ name;
            if payload < self.payload_end {
                bounds = self.bounds(payload).intersect(bounds).unwrap_or(bounds);
                move_code = if move_code == 0 { payload >> MOVE_CODE_SHIFT } else { move_code };
                victim = slot;
                break;
            }
            let keep = Self::keep(word, generation);
            if keep < least {
                (victim, least) = (slot, keep);
            }
        }
        victim.store(
            name | self.pack(bounds, move_code, finding.work, generation),
            Ordering::Relaxed,
        );
    }

    fn new_search(&self) {
        self.header.new_search();
    }

    fn clear(&self) {
        self.words.clear();
    }

    fn hashfull(&self) -> u32 {
        let generation = u64::from(self.header.generation()) % GENERATION.count();
        let sample = self.words.buckets::<1>().min(1000);
        let words = (0..sample).map(|word| self.words.bucket::<1>(word)[0].load(Ordering::Relaxed));
        let used = words.filter(|&word| Self::keep(word, generation) > COST.count()).count();
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
