//! A table at which threads lose their turn by chance, so that even searches of tiny trees meet.

use crate::{Chance, SplitMix};
use eldest::table::{Entry, NewEntry};
use eldest::{Depth, Table};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{sleep, yield_now};
use std::time::Duration;

/// What a table leaves to the one inside.
macro_rules! of_inner {
    () => {
        of_inner!(but_new_search);

        fn new_search(&self) {
            self.inner.new_search();
        }
    };
    (slots) => {
        const END_ONLY: bool = T::END_ONLY;
        type Slot = T::Slot;

        fn slot(&self, key: u64) -> T::Slot {
            self.inner.slot(key)
        }

        fn prefetch(&self, slot: T::Slot) {
            self.inner.prefetch(slot);
        }
    };
    // The same, with the key, for those who keep notes.
    (slots_with_keys) => {
        const END_ONLY: bool = T::END_ONLY;
        type Slot = (u64, T::Slot);

        fn slot(&self, key: u64) -> Self::Slot {
            (key, self.inner.slot(key))
        }

        fn prefetch(&self, (_, slot): Self::Slot) {
            self.inner.prefetch(slot);
        }
    };
    (but_new_search) => {
        fn serves(&self, keys: eldest::KeyKind, range: eldest::Bounds) -> bool {
            self.inner.serves(keys, range)
        }

        fn clear(&self) {
            self.inner.clear();
        }

        fn hashfull(&self) -> u32 {
            self.inner.hashfull()
        }

        fn bytes(&self) -> usize {
            self.inner.bytes()
        }

        fn bind(&self, fingerprint: u64) -> Result<bool, eldest::table::TableInUse> {
            self.inner.bind(fingerprint)
        }

        fn release(&self) {
            self.inner.release();
        }
    };
}
pub(crate) use of_inner;

/// Now and then a thread that asks this table loses its turn.
#[derive(Debug)]
pub struct RestlessTable<T> {
    inner: T,
    asked: AtomicU64,
    /// Percent of the calls that sleep.
    sleepy: u64,
    /// Percent of the calls that lose their turn.
    restless: u64,
}

impl<T> RestlessTable<T> {
    /// One that lets threads sleep at one call in a hundred.
    pub fn new(inner: T) -> Self {
        Self::sleepy(inner, 1)
    }

    /// One that lets nobody wait.
    pub fn calm(inner: T) -> Self {
        Self { inner, asked: AtomicU64::new(0), sleepy: 0, restless: 0 }
    }

    /// One that lets threads sleep at `sleepy` percent of their calls.
    pub fn sleepy(inner: T, sleepy: u64) -> Self {
        Self { inner, asked: AtomicU64::new(0), sleepy, restless: 20 }
    }

    fn pause(&self) {
        if self.restless == 0 {
            return;
        }
        let chance = SplitMix(self.asked.fetch_add(1, Ordering::Relaxed)).below(100);
        if chance < self.sleepy {
            sleep(Duration::from_micros(1));
        } else if chance < self.restless {
            yield_now();
        }
    }
}

impl<T: Table> Table for RestlessTable<T> {
    of_inner!(slots);

    fn probe(&self, slot: T::Slot, depth: Depth) -> Option<Entry> {
        self.pause();
        self.inner.probe(slot, depth)
    }

    fn store(&self, slot: T::Slot, finding: NewEntry) {
        self.pause();
        self.inner.store(slot, finding);
    }

    of_inner!();
}
