//! Sequences of operations on every table, compared with its [`TableModel`].

mod torn;

use super::model::TableModel;
use super::subject::{KeyedGame, Retention, TableSubject};
use crate::Chance;
use crate::shares::Coverage;
use arbitrary::{Result, Unstructured};
use eldest::table::{Entry, MapTable, NewEntry, NoTable, OneWordTable, TableError, TableInUse};
use eldest::{Bound, Bounds, Depth, Score, SharedTable};
use std::sync::Arc;

/// The number of keys used.
const KEYS: usize = 10;
const LINE_BYTES: usize = 64;

/// A random sequence of operations on a random table.
pub(super) fn check(u: &mut Unstructured<'_>) -> Result<Coverage> {
    let mut met = Coverage::default();
    let bytes = [128, 192, 200, 128 + u.below(1 << 13) as usize, u.below(128) as usize];
    let bytes = u.pick(&bytes);
    match u.below(8) {
        0..=2 => run(u, shared(bytes), Retention::Last, u64::MAX, bytes, &mut met),
        3 => run(u, shared(bytes).map(Arc::new), Retention::Last, u64::MAX, bytes, &mut met),
        4 | 5 => one_word(u, bytes, &mut met),
        6 => run(u, Some(MapTable::new()), Retention::All, u64::MAX, usize::MAX, &mut met),
        _ => run(u, Some(NoTable), Retention::Nothing, u64::MAX, 0, &mut met),
    }
    Ok(met)
}

/// A table, or `None` after checking the error.
fn shared(bytes: usize) -> Option<SharedTable> {
    match SharedTable::new(bytes) {
        Ok(table) => Some(table),
        Err(error) => {
            assert_eq!(error, TableError::TooSmall { bytes, least: 2 * LINE_BYTES });
            None
        }
    }
}

fn one_word(u: &mut Unstructured<'_>, bytes: usize, met: &mut Coverage) {
    let bits = u.pick(&[8, 3, 1, 16, 40, 42, 56, 64]);
    let lower = u.pick(&[0, -1, -128, Score::LOSS.get(), Score::WIN.get() - 255]);
    let upper = lower + u.pick(&[255, 2, 0, 100, 256]);
    let Some(upper) = Some(upper).filter(|upper| *upper <= Score::WIN.get()) else { return };
    let range = Bounds::new(Score::new(lower), Score::new(upper));
    let lines = (bytes / LINE_BYTES).saturating_sub(1);
    let table = match OneWordTable::new(bytes, &KeyedGame { bits, range }) {
        Ok(table) => Some(table),
        Err(TableError::TooSmall { .. }) => {
            assert!(lines == 0 || (lines as u128 * 4) << 40 < 1 << bits);
            None
        }
        Err(TableError::RangeTooWide { span }) => {
            assert_eq!(span, 257);
            None
        }
        Err(error) => panic!("{error}"),
    };
    // This many bits distinguish the keys of a bucket; the move code gets the remaining bits.
    let neighbours = (1_u128 << bits).div_ceil((lines as u128 * 4).max(1));
    let rest = neighbours.next_power_of_two().trailing_zeros().max(1);
    let move_codes = 1 << 40_u32.saturating_sub(rest);
    let mask = u64::MAX >> (64 - bits);
    run(u, table, Retention::Both { range, move_codes }, mask, bytes, met);
}

/// A table, its model, and the operations on them.
struct TableTrial<'m, T> {
    table: T,
    keeping: Retention,
    model: TableModel,
    keys: [u64; KEYS],
    fingerprint: u8,
    /// The number of bindings that have not been released.
    holders: usize,
    met: &'m mut Coverage,
}

fn run<T: TableSubject>(
    u: &mut Unstructured<'_>,
    table: Option<T>,
    keeping: Retention,
    mask: u64,
    bytes: usize,
    met: &mut Coverage,
) {
    let Some(table) = table else { return };
    assert!(table.bytes() <= bytes, "{} bytes of {bytes}", table.bytes());
    let model = TableModel::new(keeping);
    let mut run =
        TableTrial { table, keeping, model, keys: keys(u, mask), fingerprint: 0, holders: 1, met };
    assert_eq!(run.table.bind(1), Ok(false), "a new table is not bound");
    run.table.new_search();
    for _ in 0..200 {
        if u.is_empty() {
            break;
        }
        run.step(u);
        assert!(run.table.hashfull() <= 1000);
        assert!(run.table.bytes() <= bytes || keeping == Retention::All);
    }
}

/// Keys that differ in one bit, small keys, and arbitrary ones.
fn keys(u: &mut Unstructured<'_>, mask: u64) -> [u64; KEYS] {
    let base = u.arbitrary::<u64>().unwrap_or(5);
    let mut next = 0;
    [(); KEYS].map(|()| {
        next += 1;
        let key = match u.below(4) {
            0 => next - 1,
            1 => base ^ 1 << u.below(64),
            2 => base,
            _ => u.arbitrary().unwrap_or(next),
        };
        key & mask
    })
}

impl<T: TableSubject> TableTrial<'_, T> {
    fn step(&mut self, u: &mut Unstructured<'_>) {
        match u.below(18) {
            0..=8 => self.store(u),
            9 => self.table.prefetch(self.table.slot(u.pick(&self.keys))),
            10 => self.table.new_search(),
            11 | 12 => self.bind(u),
            13 => self.tear(u),
            17 => self.release(),
            14 => self.clear(),
            15 if self.keeping == Retention::Last => self.confuse(u),
            _ => self.check_all(),
        }
    }

    fn probe(&self, key: u64, depth: Depth) -> Option<Entry> {
        self.table.probe(self.table.slot(key), depth)
    }

    /// Stores an entry: it must be found afterwards, and at most one other key may be lost.
    fn store(&mut self, u: &mut Unstructured<'_>) {
        let (key, finding) = (u.pick(&self.keys), self.finding(u));
        let before = self.live(finding.depth);
        let present = self.probe(key, finding.depth);
        let allowed = self.model.allows(key, finding.depth, present);
        assert!(allowed, "{key:#x} at {}: {present:?} in {:?}", finding.depth, self.model);
        let due = self.model.store(key, finding, present);
        self.table.store(self.table.slot(key), finding);
        let now = self.probe(key, finding.depth);
        assert_eq!(now, due, "{finding:?} of {key:#x}, after {present:?}, {:?}", self.keeping);
        self.check_all();
        let gone =
            before.len() - before.iter().filter(|key| self.is_live(**key, finding.depth)).count();
        assert!(gone <= 1, "one store replaced {gone} keys");
        self.met.add("stored", 1);
        self.met.add("merged", u64::from(present.is_some()));
        let alone = Bounds::from_bound(finding.value, finding.bound);
        self.met.add("closed in", u64::from(now.is_some_and(|entry| entry.bounds != alone)));
        self.met.add("lost", gone as u64);
    }

    fn finding(&self, u: &mut Unstructured<'_>) -> NewEntry {
        let bound = u.pick(&[Bound::Exact, Bound::Lower, Bound::Upper]);
        let value = match self.keeping {
            Retention::Both { range, .. } => value_near(u, range, bound),
            _ => any_value(u),
        };
        let depths = [
            Depth::END,
            Depth::plies(1),
            Depth::plies(2),
            Depth::plies(Depth::MAX_PLIES),
            Depth::HORIZON,
            Depth::plies(u.below(65_001) as u16),
        ];
        let any_code = u.below(1 << 16) as u16;
        let ends = matches!(self.keeping, Retention::Both { .. });
        let depth = if ends || u.odds(50) { Depth::END } else { u.pick(&depths) };
        NewEntry::new(value, bound, depth).with(|new| {
            new.move_code = u.pick(&[1, 0, 2, u16::MAX, any_code]);
            new.proved = ends || u.odds(50);
            new.work = u.pick(&[1, 0, u64::MAX, 100, 1 << 40]);
        })
    }

    fn is_live(&self, key: u64, depth: Depth) -> bool {
        let found = self.probe(key, depth);
        found.is_some_and(|entry| match self.keeping {
            Retention::Both { range, .. } => (entry.bounds, entry.move_code) != (range, 0),
            _ => true,
        })
    }

    /// The keys with entries, without duplicates.
    fn live(&self, depth: Depth) -> Vec<u64> {
        let mut keys = self.keys.to_vec();
        keys.sort_unstable();
        keys.dedup();
        keys.retain(|key| self.is_live(*key, depth));
        keys
    }

    /// Checks that all entries were stored.
    fn check_all(&self) {
        for key in self.keys {
            for depth in [Depth::END, Depth::HORIZON, Depth::plies(1), Depth::plies(2)] {
                let found = self.probe(key, depth);
                let allowed = self.model.allows(key, depth, found);
                assert!(allowed, "{key:#x} at {depth}: {found:?} in {:?}", self.model);
            }
        }
    }

    /// Binding to another fingerprint clears the table, and is refused while the table is held;
    /// binding to the same one does neither.
    fn bind(&mut self, u: &mut Unstructured<'_>) {
        let fingerprint = u.below(3) as u8;
        let other = fingerprint != self.fingerprint && self.keeping != Retention::Nothing;
        let bound = self.table.bind(u64::from(fingerprint) + 1);
        if other && self.holders > 0 {
            assert_eq!(bound, Err(TableInUse));
            self.met.add("refused to another", 1);
            return self.check_all();
        }
        assert_eq!(bound, Ok(other));
        self.fingerprint = fingerprint;
        self.holders += 1;
        self.table.new_search();
        if other {
            self.model.clear();
            self.met.add("bound to another", 1);
        }
        self.check_all();
    }

    fn release(&mut self) {
        if self.holders > 0 {
            self.table.release();
            self.holders -= 1;
        }
    }

    fn clear(&mut self) {
        self.table.clear();
        self.model.clear();
        assert_eq!(self.table.hashfull(), 0);
        self.check_all();
    }
}

/// A random score, including the largest ones.
fn any_value(u: &mut Unstructured<'_>) -> Score {
    let top = Score::INFINITY.get();
    let small = u.below(64) as i32;
    let value = u.pick(&[0, 1, 2047, 2048, Score::WIN.get(), Score::MAX_VALUE.get(), top, small]);
    Score::new(if u.odds(50) { -value } else { value })
}

/// A bound that a value in `range` can have.
fn value_near(u: &mut Unstructured<'_>, range: Bounds, bound: Bound) -> Score {
    let (lower, upper) = (range.lower().get(), range.upper().get());
    let inside = lower + u.below((upper - lower) as u64 + 1) as i32;
    let beyond = match bound {
        Bound::Exact => inside,
        Bound::Lower => Bounds::FULL.lower().get().min(lower),
        Bound::Upper => Bounds::FULL.upper().get().max(upper),
    };
    Score::new(if u.odds(20) { beyond } else { inside })
}
