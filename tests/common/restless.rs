//! A table at which threads lose their turn by chance, so that even searches of tiny trees meet.

use super::Random;
use eldest::{Bounds, Depth, Entry, Finding, KeyKind, MapTable, NoTable, SharedTable, Table};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{sleep, yield_now};
use std::time::Duration;

/// Now and then a thread that asks this table loses its turn.
#[derive(Debug)]
pub(crate) struct Restless<T> {
    inner: T,
    asked: AtomicU64,
    /// Percent of the calls that sleep.
    sleepy: u64,
}

impl<T> Restless<T> {
    pub(crate) fn new(inner: T) -> Self {
        Self::sleepy(inner, 1)
    }

    /// One that lets threads sleep at `sleepy` percent of their calls.
    pub(crate) fn sleepy(inner: T, sleepy: u64) -> Self {
        Self { inner, asked: AtomicU64::new(0), sleepy }
    }

    fn pause(&self) {
        let chance = Random(self.asked.fetch_add(1, Ordering::Relaxed)).below(100);
        if chance < self.sleepy {
            sleep(Duration::from_micros(1));
        } else if chance < 20 {
            yield_now();
        }
    }
}

impl<T: Table> Table for Restless<T> {
    const END_ONLY: bool = T::END_ONLY;
    type Place = T::Place;

    fn serves(&self, keys: KeyKind, range: Bounds) -> bool {
        self.inner.serves(keys, range)
    }

    fn place(&self, key: u64) -> T::Place {
        self.inner.place(key)
    }

    fn prefetch(&self, place: T::Place) {
        self.inner.prefetch(place);
    }

    fn probe(&self, place: T::Place, depth: Depth) -> Option<Entry> {
        self.pause();
        self.inner.probe(place, depth)
    }

    fn store(&self, place: T::Place, finding: Finding) {
        self.pause();
        self.inner.store(place, finding);
    }

    fn new_search(&self) {
        self.inner.new_search();
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

    fn bind(&self, fingerprint: u64) -> bool {
        self.inner.bind(fingerprint)
    }
}

/// One of the tables that serve every search, behind one type: what is compiled for it is
/// compiled once.
#[derive(Debug)]
pub(crate) enum AnyTable {
    Shared(SharedTable),
    Map(MapTable),
    No(NoTable),
}

/// What is the same for all of them.
macro_rules! any {
    ($any:expr, $table:ident => $answer:expr) => {
        match $any {
            AnyTable::Shared($table) => $answer,
            AnyTable::Map($table) => $answer,
            AnyTable::No($table) => $answer,
        }
    };
}

impl AnyTable {
    /// Tables of two cache lines and of 64, one without end, and none.
    pub(crate) fn some(random: &mut Random) -> Restless<Self> {
        let shared = |bytes| Self::Shared(SharedTable::new(bytes).expect("a table"));
        Restless::new(match random.below(4) {
            0 => Self::Map(MapTable::new()),
            1 => Self::No(NoTable),
            2 => shared(128),
            _ => shared(4096),
        })
    }
}

#[allow(clippy::unit_arg, reason = "that is the place in no table")]
impl Table for AnyTable {
    type Place = u64;

    fn place(&self, key: u64) -> u64 {
        key
    }

    fn probe(&self, key: u64, depth: Depth) -> Option<Entry> {
        any!(self, table => table.probe(table.place(key), depth))
    }

    fn store(&self, key: u64, finding: Finding) {
        any!(self, table => table.store(table.place(key), finding));
    }

    fn new_search(&self) {
        any!(self, table => table.new_search());
    }

    fn clear(&self) {
        any!(self, table => table.clear());
    }

    fn hashfull(&self) -> u32 {
        any!(self, table => table.hashfull())
    }

    fn bytes(&self) -> usize {
        any!(self, table => table.bytes())
    }

    fn bind(&self, fingerprint: u64) -> bool {
        any!(self, table => table.bind(fingerprint))
    }
}
