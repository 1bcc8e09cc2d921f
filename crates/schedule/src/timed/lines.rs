//! [`CacheLines`]: lines of the processors' caches, as far as words in them are written by several.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The bytes of a line, as a power of two.
const LINE: u32 = 6;

/// The lines that were written by a processor and are of interest to others.
///
/// They are dropped in the order in which they were first written: in one that depended on addresses, the memory of
/// a later run would lie elsewhere each time the program is started.
#[derive(Default)]
pub(super) struct CacheLines {
    numbers: HashMap<usize, usize, BuildHasherDefault<Spread>>,
    lines: Vec<CacheLine>,
}

/// A line: who has it.
#[derive(Default)]
pub(super) struct CacheLine {
    /// Who has it to itself, or whoever wrote it last.
    pub(super) owner: usize,
    /// Until when somebody is writing it.
    pub(super) free_at: u64,
    /// Who has a copy, a bit for each.
    copies: Vec<u64>,
}

impl CacheLines {
    /// The line of `address`, if somebody has written it.
    pub(super) fn known(&mut self, address: usize) -> Option<&mut CacheLine> {
        self.numbers.get(&(address >> LINE)).map(|number| &mut self.lines[*number])
    }

    /// The line of `address`, which `processor` wants to write: its own, if nobody has written it yet.
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
    /// Whether nobody but `processor` has it.
    pub(super) fn is_of(&self, processor: usize) -> bool {
        self.owner == processor && self.copies.iter().map(|word| word.count_ones()).sum::<u32>() < 2
    }

    /// From now on `processor` has it to itself.
    pub(super) fn take(&mut self, processor: usize) {
        self.owner = processor;
        self.copies.fill(0);
        self.copy(processor);
    }

    /// `processor` has a copy from now on; whether it had none.
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

/// Addresses of lines are as good as random, once they are spread over all bits.
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
