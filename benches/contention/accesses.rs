//! The memory accesses of a table, without any logic.

use crate::contestants::{Contestant, Keys};
use std::sync::atomic::{AtomicU64, Ordering};

const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
/// These bits of what is drawn and what is loaded agree at a quarter of the probes: the hits.
const HIT_BITS: u64 = 3;
const LINE: usize = 8;

/// Memory as a table has it: lines of words, in huge pages if there are any, all written; one line
/// less than fits, as in the tables.
///
/// A bucket has `BUCKET` words. A probe loads the first `SLOT` of them, a store loads and stores
/// them. Whether a probe hits hangs on what it loads, as in a table.
pub(crate) struct Accesses<const SLOT: usize, const BUCKET: usize> {
    lines: Vec<Line>,
    keys: Keys,
}

#[derive(Default)]
#[repr(align(64))]
struct Line([AtomicU64; LINE]);

impl<const SLOT: usize, const BUCKET: usize> Accesses<SLOT, BUCKET> {
    pub(crate) fn new(bytes: usize, keys: Keys) -> Self {
        let count = bytes / size_of::<Line>() - 1;
        let mut lines = Vec::with_capacity(count);
        // While nothing is written yet: a page that is there stays as it is.
        eldest_pages::prefer_huge(lines.spare_capacity_mut());
        lines.resize_with(count, Line::default);
        Self { lines, keys }
    }

    #[inline(always)]
    fn slot(&self, bucket: usize) -> &[AtomicU64; SLOT] {
        let word = bucket * BUCKET;
        self.lines[word / LINE].0[word % LINE..].first_chunk().expect("it lies within a line")
    }
}

#[inline(always)]
fn load<const SLOT: usize>(slot: &[AtomicU64; SLOT]) -> u64 {
    slot.iter().fold(0, |words, word| words ^ word.load(Ordering::Relaxed))
}

/// What is stored hangs on what was there, as where an entry is merged or a victim chosen.
#[inline(always)]
fn store<const SLOT: usize>(slot: &[AtomicU64; SLOT], draw: u64) {
    let words = load(slot);
    slot[0].store(words ^ draw, Ordering::Relaxed);
    slot[1..].iter().for_each(|word| word.store(words, Ordering::Relaxed));
}

impl<const SLOT: usize, const BUCKET: usize> Contestant for Accesses<SLOT, BUCKET> {
    fn space(&self) -> u32 {
        self.keys.space
    }

    type Slot = usize;

    /// A multiplication spreads the key over the high bits, and another chooses the bucket.
    #[inline(always)]
    fn slot(&self, draw: u64) -> usize {
        let spread = self.keys.key(draw).wrapping_mul(ODD << (u64::BITS - self.keys.bits));
        let buckets = self.lines.len() * (LINE / BUCKET);
        ((u128::from(spread) * buckets as u128) >> 64) as usize
    }

    #[inline(always)]
    fn prefetch(&self, bucket: usize) {
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        safe_arch::prefetch_t0(self.slot(bucket));
        #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
        let _ = bucket;
    }

    #[inline(always)]
    fn step(&self, bucket: usize, draw: u64) -> bool {
        let slot = self.slot(bucket);
        let hit = (load(slot) ^ draw) & HIT_BITS == 0;
        if !hit {
            store(slot, draw);
        }
        hit
    }
}
