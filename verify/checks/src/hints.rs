//! [`Hints`]: a table that remembers nothing but moves, wrong ones among them.

use crate::{Chance, SplitMix};
use eldest::table::{Entry, NewEntry, TableInUse};
use eldest::{Bounds, Depth, Table};

/// Answers every question with a move that is as good as any: what it says of values, and calls
/// proved, is no more than that they are values.
#[derive(Debug)]
pub struct Hints(pub u64);

impl Table for Hints {
    type Slot = u64;

    fn slot(&self, key: u64) -> u64 {
        key
    }
    fn probe(&self, key: u64, depth: Depth) -> Option<Entry> {
        let move_code = SplitMix(self.0 ^ key).below(5) as u16;
        let entry = Entry::new(Bounds::FULL, depth);
        Some(entry.with(|entry| (entry.move_code, entry.proved) = (move_code, true)))
    }
    fn store(&self, _: u64, _: NewEntry) {}
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
