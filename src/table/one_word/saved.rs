//! Saves and loads the lines of the table.

use super::{GENERATION, MOVE_CODE_SHIFT, OneWordTable, SLOTS, rest};
use crate::sync::Ordering;
use crate::table::bucket;
use crate::table::header::Header;
use crate::table::saved::{LineAccess, Shape, TableKind, WordLine};
use crate::table::words::LINE;

/// Buckets in a line.
const BUCKETS: u64 = (LINE / SLOTS) as u64;

impl LineAccess for OneWordTable {
    fn shape(&self) -> Shape {
        let lines = self.buckets as u64 / BUCKETS;
        Shape { kind: TableKind::OneWord, lines, key_bits: self.bits as u8, range: self.range }
    }

    fn header(&self) -> &Header {
        &self.header
    }

    fn lines(&self) -> impl Iterator<Item = WordLine> {
        self.words.lines()
    }

    /// In a table of the same size every word keeps its place. For any other size the key is
    /// reconstructed from the bucket and the rest of the key in the word.
    fn take(&self, from: &Shape, number: u64, line: WordLine) -> Option<()> {
        if *from == self.shape() {
            self.words.set_line(number as usize, line);
            return Some(());
        }
        let buckets = from.lines.checked_mul(BUCKETS)?;
        let rest = rest(self.bits, buckets);
        if rest + MOVE_CODE_SHIFT > u64::BITS {
            return None;
        }
        for (at, &word) in line.iter().enumerate().filter(|(_, word)| **word != 0) {
            let index = number * BUCKETS + (at / SLOTS) as u64;
            // A word that matches no key of its bucket is skipped.
            if let Some(product) = self.product(word, rest, index, buckets) {
                self.keep_best(product, word & (u64::MAX >> rest));
            }
        }
        Some(())
    }
}

impl OneWordTable {
    /// Returns the product of the key that `word` belongs to, in bucket `index` of `buckets`;
    /// `None` if there is none. The products of a bucket are adjacent numbers, distinguished by
    /// `rest` bits.
    fn product(&self, word: u64, rest: u32, index: u64, buckets: u64) -> Option<u64> {
        let first = (u128::from(index) << self.bits).div_ceil(buckets.into());
        let name = u128::from(word >> (u64::BITS - rest));
        let product = first + (name.wrapping_sub(first) & ((1 << rest) - 1));
        let product =
            (product >> self.bits == 0).then_some(product as u64)? << (u64::BITS - self.bits);
        (bucket(product, buckets as usize) as u64 == index).then_some(product)
    }

    /// Replaces the cheapest entry of the bucket by `payload`, unless that entry ranks higher.
    fn keep_best(&self, product: u64, payload: u64) {
        let generation = u64::from(self.header.generation().wrapping_add(1)) % GENERATION.count();
        let move_code = payload >> MOVE_CODE_SHIFT;
        let fits = payload < self.payload_end;
        let payload = if fits { payload } else { payload ^ move_code << MOVE_CODE_SHIFT };
        let word = product << self.rest_shift | payload;
        let slots = self.words.bucket::<SLOTS>(bucket(product, self.buckets));
        let worth = |word| Self::keep(word, generation);
        let cheapest = slots.iter().min_by_key(|slot| worth(slot.load(Ordering::Relaxed)));
        let cheapest = cheapest.filter(|slot| worth(slot.load(Ordering::Relaxed)) < worth(word));
        cheapest.into_iter().for_each(|slot| slot.store(word, Ordering::Relaxed));
    }
}
