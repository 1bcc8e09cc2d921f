//! [`FailingTable`]: a table that is full, or fails, now and then.

use crate::AnyTable;
use crate::restless::of_inner;
use eldest::table::{Entry, NewEntry};
use eldest::{Depth, Table};
use std::sync::atomic::{AtomicU32, Ordering};

/// A table that loses some of what it is given, and forgets for a moment some of what it has.
#[derive(Debug)]
pub(super) struct FailingTable {
    inner: AnyTable,
    /// Bit n is whether call n, modulo 32, fails.
    fails: u32,
    calls: AtomicU32,
}

impl FailingTable {
    pub(super) fn new(inner: AnyTable, fails: u32) -> Self {
        Self { inner, fails, calls: AtomicU32::new(0) }
    }

    fn is_well(&self) -> bool {
        let call = self.calls.load(Ordering::Relaxed);
        self.calls.store(call.wrapping_add(1), Ordering::Relaxed);
        self.fails >> (call % u32::BITS) & 1 == 0
    }
}

impl Table for FailingTable {
    type Slot = u64;

    of_inner!();

    fn slot(&self, key: u64) -> u64 {
        key
    }
    fn probe(&self, key: u64, depth: Depth) -> Option<Entry> {
        self.inner.probe(key, depth).filter(|_| self.is_well())
    }
    fn store(&self, key: u64, finding: NewEntry) {
        if self.is_well() {
            self.inner.store(key, finding);
        }
    }
}
