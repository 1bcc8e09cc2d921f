//! [`Moody`]: a table that is full, or fails, now and then.

use crate::restless::of_inner;
use eldest::{Depth, Entry, Finding, SharedTable, Table};
use std::sync::atomic::{AtomicU32, Ordering};

/// A shared table of two buckets that loses some of what it is given, and forgets for a moment some
/// of what it has.
#[derive(Debug)]
pub(super) struct Moody {
    inner: SharedTable,
    /// Bit n is whether call n, modulo 32, fails.
    fails: u32,
    calls: AtomicU32,
}

impl Moody {
    pub(super) fn new(fails: u32) -> Self {
        let inner = SharedTable::new(192).expect("three lines");
        Self { inner, fails, calls: AtomicU32::new(0) }
    }

    fn is_well(&self) -> bool {
        let call = self.calls.load(Ordering::Relaxed);
        self.calls.store(call.wrapping_add(1), Ordering::Relaxed);
        self.fails >> (call % u32::BITS) & 1 == 0
    }
}

impl Table for Moody {
    type Place = <SharedTable as Table>::Place;

    of_inner!();

    fn place(&self, key: u64) -> Self::Place {
        self.inner.place(key)
    }
    fn probe(&self, place: Self::Place, depth: Depth) -> Option<Entry> {
        self.inner.probe(place, depth).filter(|_| self.is_well())
    }
    fn store(&self, place: Self::Place, finding: Finding) {
        if self.is_well() {
            self.inner.store(place, finding);
        }
    }
}
