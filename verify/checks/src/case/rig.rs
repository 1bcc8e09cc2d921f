//! [`Rig`]: the table of the searches, any of those there are, behind one type.

use super::lies::Lies;
use crate::{Chance, GameGraph, SplitMix};
use eldest::table::{
    Entry, LoadError, MapTable, NewEntry, NoTable, OneWordTable, Origin, Persist, TableInUse,
};
use eldest::{Bounds, Depth, KeyKind, SharedTable, Table};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::yield_now;

/// Any of the tables.
#[derive(Debug)]
enum RigTable {
    Shared(SharedTable),
    Lent(Arc<SharedTable>),
    OneWord(OneWordTable),
    Map(MapTable),
    No(NoTable),
}

/// What is the same for all of them.
macro_rules! any {
    ($any:expr, $table:ident => $answer:expr) => {
        match $any {
            RigTable::Shared($table) => $answer,
            RigTable::Lent($table) => $answer,
            RigTable::OneWord($table) => $answer,
            RigTable::Map($table) => $answer,
            RigTable::No($table) => $answer,
        }
    };
}

/// Any of the tables, at which threads lose their turn now and then, and which may lie.
///
/// What is compiled for it is compiled once. The one-word table is among them, so ask
/// [`end_only`](Self::end_only).
#[derive(Debug)]
pub struct Rig {
    any: RigTable,
    /// How often it was asked, if threads are to meet.
    asked: Option<AtomicU64>,
    lies: Option<Lies>,
    snapshot: OnceLock<RigSnapshot>,
}

impl Rig {
    /// A table that serves `graph`: of two cache lines, ample, without end, of one word, or none.
    pub fn some<const A: bool, const D: bool>(
        chance: &mut impl Chance,
        graph: &GameGraph<A, D>,
    ) -> Self {
        let shared = |bytes| SharedTable::new(bytes).expect("a small table");
        let any = match chance.below(8) {
            0 => RigTable::Shared(shared(4096)),
            1 | 2 => RigTable::Shared(shared(128)),
            3 => RigTable::Lent(Arc::new(shared(256))),
            4 => RigTable::No(NoTable),
            5 => OneWordTable::new(chance.pick(&[128, 4096]), graph)
                .map_or_else(|_| RigTable::Shared(shared(128)), RigTable::OneWord),
            _ => RigTable::Map(MapTable::new()),
        };
        Self { any, asked: None, lies: None, snapshot: OnceLock::new() }
    }

    /// An empty one of the same kind, and perhaps of another size, that serves `graph`.
    #[must_use]
    pub fn another<const A: bool, const D: bool>(
        &self,
        chance: &mut impl Chance,
        graph: &GameGraph<A, D>,
    ) -> Self {
        let bytes = chance.pick(&[128, 256, 4096, 1 << 16]);
        let shared = || SharedTable::new(bytes).expect("a small table");
        let any = match &self.any {
            RigTable::Shared(_) => RigTable::Shared(shared()),
            RigTable::Lent(_) => RigTable::Lent(Arc::new(shared())),
            RigTable::OneWord(_) => {
                RigTable::OneWord(OneWordTable::new(bytes, graph).expect("as before"))
            }
            RigTable::Map(_) => RigTable::Map(MapTable::new()),
            RigTable::No(_) => RigTable::No(NoTable),
        };
        Self { any, asked: None, lies: None, snapshot: OnceLock::new() }
    }

    /// One at which threads lose their turn.
    #[must_use]
    pub fn restless(mut self) -> Self {
        self.asked = Some(AtomicU64::new(0));
        self
    }

    /// One that tells `lies`, if there are any.
    #[must_use]
    pub fn lying(mut self, lies: Option<Lies>) -> Self {
        self.lies = lies;
        self
    }

    /// Whether only searches to the end can use it.
    #[must_use]
    pub fn end_only(&self) -> bool {
        matches!(self.any, RigTable::OneWord(_))
    }

    /// Its words, where it has such.
    #[must_use]
    pub fn words(&self) -> &[AtomicU64] {
        match &self.any {
            RigTable::Shared(table) => table.words(),
            RigTable::Lent(table) => table.words(),
            RigTable::OneWord(table) => table.words(),
            RigTable::Map(_) | RigTable::No(_) => &[],
        }
    }

    /// What it has, without lies and pauses.
    #[allow(clippy::unit_arg, reason = "that is the place in no table")]
    pub fn honestly(&self, key: u64, depth: Depth) -> Option<Entry> {
        any!(&self.any, table => table.probe(table.slot(key), depth))
    }

    /// Whether it can be saved.
    #[must_use]
    pub fn keeps(&self) -> bool {
        !matches!(self.any, RigTable::No(_))
    }

    /// The file that it is saved in.
    ///
    /// # Panics
    /// If it cannot be saved, or holds findings of others than `origin`.
    #[must_use]
    pub fn save(&self, origin: &Origin) -> Vec<u8> {
        let mut file = Vec::new();
        let saved = match &self.any {
            RigTable::Shared(table) => table.save(origin, &mut file),
            RigTable::Lent(table) => table.save(origin, &mut file),
            RigTable::OneWord(table) => table.save(origin, &mut file),
            RigTable::Map(table) => table.save(origin, &mut file),
            RigTable::No(_) => panic!("it keeps nothing"),
        };
        saved.expect("there is room, and nobody else");
        file
    }

    /// Loads what was saved.
    ///
    /// # Errors
    /// Those of the table.
    ///
    /// # Panics
    /// If it keeps nothing.
    pub fn load(&self, origin: &Origin, file: &[u8]) -> Result<(), LoadError> {
        match &self.any {
            RigTable::Shared(table) => table.load(origin, file),
            RigTable::Lent(table) => table.load(origin, file),
            RigTable::OneWord(table) => table.load(origin, file),
            RigTable::Map(table) => table.load(origin, file),
            RigTable::No(_) => panic!("it keeps nothing"),
        }
    }

    /// Will save itself when so many findings have been stored, in the midst of the search.
    ///
    /// # Panics
    /// If that has been said before.
    pub fn save_after(&self, origin: Origin, findings: u64) {
        let left = AtomicU64::new(findings);
        let snapshot = RigSnapshot { origin, left, file: OnceLock::new() };
        self.snapshot.set(snapshot).expect("the first time");
    }

    /// The file that it was saved in, if it came to that.
    #[must_use]
    pub fn snapshot(&self) -> Option<&[u8]> {
        self.snapshot.get()?.file.get().map(Vec::as_slice)
    }

    fn take_snapshot(&self) {
        let Some(snapshot) = self.snapshot.get().filter(|_| self.keeps()) else { return };
        if snapshot.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            snapshot.file.get_or_init(|| self.save(&snapshot.origin));
        }
    }

    fn pause(&self) {
        let Some(asked) = &self.asked else { return };
        if SplitMix(asked.fetch_add(1, Ordering::Relaxed)).odds(12) {
            yield_now();
        }
    }
}

/// When it is to be saved, and what came of it.
#[derive(Debug)]
struct RigSnapshot {
    origin: Origin,
    /// Findings that are still to be stored before.
    left: AtomicU64,
    file: OnceLock<Vec<u8>>,
}

#[allow(clippy::unit_arg, reason = "that is the place in no table")]
impl Table for Rig {
    type Slot = u64;

    fn serves(&self, keys: KeyKind, range: Bounds) -> bool {
        any!(&self.any, table => table.serves(keys, range))
    }

    fn slot(&self, key: u64) -> u64 {
        key
    }

    fn prefetch(&self, key: u64) {
        any!(&self.any, table => table.prefetch(table.slot(key)));
    }

    fn probe(&self, key: u64, depth: Depth) -> Option<Entry> {
        self.pause();
        let honest = self.honestly(key, depth);
        self.lies.as_ref().map_or(honest, |lies| lies.tell(honest, depth))
    }

    fn store(&self, key: u64, finding: NewEntry) {
        self.pause();
        any!(&self.any, table => table.store(table.slot(key), finding));
        self.lies.iter().for_each(|lies| lies.scramble(self.words()));
        self.take_snapshot();
    }

    fn new_search(&self) {
        any!(&self.any, table => table.new_search());
    }

    fn clear(&self) {
        any!(&self.any, table => table.clear());
    }

    fn hashfull(&self) -> u32 {
        any!(&self.any, table => table.hashfull())
    }

    fn bytes(&self) -> usize {
        any!(&self.any, table => table.bytes())
    }

    fn bind(&self, fingerprint: u64) -> Result<bool, TableInUse> {
        any!(&self.any, table => table.bind(fingerprint))
    }

    fn release(&self) {
        any!(&self.any, table => table.release());
    }
}
