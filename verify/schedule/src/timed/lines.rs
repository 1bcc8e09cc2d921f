//! [`CacheLines`]: the cache lines that processors share and write.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The binary logarithm of the bytes of a line.
const LINE: u32 = 6;

/// The lines that a processor has written.
///
/// They are dropped in the order of their first write. If the order depended on addresses, the
/// memory layout of a later run would differ each time the program is started.
#[derive(Default)]
pub(super) struct CacheLines {
    numbers: HashMap<usize, usize, BuildHasherDefault<Spread>>,
    lines: Vec<CacheLine>,
}

/// The processors that have a cache line.
#[derive(Default)]
pub(super) struct CacheLine {
    /// The processor that wrote it last.
    pub(super) owner: usize,
    /// When the last write to it ends.
    pub(super) free_at: u64,
    /// The processors that have a copy, as a bit set.
    copies: Vec<u64>,
}

impl CacheLines {
    /// Returns the line of `address`, if a processor has written it.
    pub(super) fn known(&mut self, address: usize) -> Option<&mut CacheLine> {
        self.numbers.get(&(address >> LINE)).map(|number| &mut self.lines[*number])
    }

    /// Returns the line of `address` for a write by `processor`, which owns it if this is the first
    /// write.
    pub(super) fn written(&mut self, address: usize, processor: usize) -> &mut CacheLine {
        let number = *self.numbers.entry(address >> LINE).or_insert_with(|| {
            let mut line = CacheLine::default();
            line.take(processor);
            self.lines.push(line);
            self.lines.len() - 1
        });
        &mut self.lines[number]
    }
}

impl CacheLine {
    /// Whether `processor` owns it, and no other has a copy.
    pub(super) fn is_of(&self, processor: usize) -> bool {
        self.owner == processor && self.copies.iter().map(|word| word.count_ones()).sum::<u32>() < 2
    }

    /// Makes `processor` the owner, and invalidates all other copies.
    pub(super) fn take(&mut self, processor: usize) {
        self.owner = processor;
        self.copies.fill(0);
        self.copy(processor);
    }

    /// Gives `processor` a copy. Returns whether it had none.
    pub(super) fn copy(&mut self, processor: usize) -> bool {
        let (word, bit) = (processor / 64, 1 << (processor % 64));
        if self.copies.len() <= word {
            self.copies.resize(word + 1, 0);
        }
        let is_new = self.copies[word] & bit == 0;
        self.copies[word] |= bit;
        is_new
    }
}

/// Hashes the addresses of lines by spreading them over all bits.
#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn write(&mut self, _: &[u8]) {
        unreachable!("addresses only");
    }

    fn write_usize(&mut self, address: usize) {
        // The golden ratio (Knuth, The Art of Computer Programming 3, 6.4).
        self.0 = (address as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}
