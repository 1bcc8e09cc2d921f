//! [`Lies`]: false entries that a table returns although no search stored them.

use crate::decorated::{Decorator, TableKey};
use crate::{AnyTable, Chance, SplitMix64};
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::table::Entry;
use eldest::{Bounds, Depth, Score};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Which part of an entry is false.
#[derive(Arbitrary, Copy, Clone, Debug, PartialEq, Eq)]
pub enum LieKind {
    /// The move codes only.
    MoveCodes,
    /// Everything in entries of depths other than the requested one.
    OtherDepths,
    /// Everything.
    Anything,
    /// The words of entries are changed at random, under keys that were stored.
    Bits,
}

/// A source of false entries, which rarely repeat.
#[derive(Debug)]
pub struct Lies {
    kind: LieKind,
    count: AtomicU64,
}

impl<'u> Arbitrary<'u> for Lies {
    fn arbitrary(u: &mut Unstructured<'u>) -> Result<Self> {
        Ok(Self { kind: LieKind::arbitrary(u)?, count: AtomicU64::new(u16::arbitrary(u)?.into()) })
    }
}

impl Lies {
    /// Which part of the entries is false.
    #[must_use]
    pub fn kind(&self) -> LieKind {
        self.kind
    }

    /// Whether values found with such a table are still correct.
    #[must_use]
    pub fn are_harmless(&self) -> bool {
        matches!(self.kind, LieKind::MoveCodes | LieKind::OtherDepths)
    }

    fn random(&self) -> SplitMix64 {
        SplitMix64(self.count.fetch_add(1, Ordering::Relaxed) << 20)
    }

    /// The entry to return in place of `honest` for a probe at `depth`.
    fn falsify(&self, honest: Option<Entry>, depth: Depth) -> Option<Entry> {
        let mut random = self.random();
        match self.kind {
            LieKind::Bits => honest,
            LieKind::MoveCodes => {
                let move_code = random.pick(&[0, 1, 2, 3, 4, 9, u16::MAX]);
                let entry = honest.unwrap_or(Entry::new(Bounds::FULL, depth));
                Some(entry.with(|entry| entry.move_code = move_code))
            }
            _ if random.odds(30) => honest,
            LieKind::OtherDepths => Some(any_entry(&mut random)).filter(|lie| lie.depth != depth),
            LieKind::Anything => {
                let lie = any_entry(&mut random);
                Some(if random.odds(70) { lie.with(|lie| lie.depth = depth) } else { lie })
            }
        }
    }

    /// Changes a random pair of `words`, in a way that keeps the key of the entry.
    fn scramble(&self, words: &[AtomicU64]) {
        let mut random = self.random();
        if self.kind != LieKind::Bits || words.is_empty() || random.odds(50) {
            return;
        }
        let change = if random.odds(50) { random.bits() } else { 1 << random.below(64) };
        let pair = random.below(words.len() as u64 / 2) as usize * 2;
        for word in &words[pair..][..2] {
            word.fetch_xor(change, Ordering::Relaxed);
        }
    }
}

/// A table that returns false entries.
#[derive(Debug)]
pub struct LyingTable {
    lies: Lies,
    table: Arc<AnyTable>,
}

impl LyingTable {
    /// Decorates `table` with `lies`.
    #[must_use]
    pub fn new(lies: Lies, table: &Arc<AnyTable>) -> Self {
        Self { lies, table: Arc::clone(table) }
    }
}

impl Decorator for LyingTable {
    fn probed(&self, _: TableKey, depth: Depth, entry: Option<Entry>) -> Option<Entry> {
        self.lies.falsify(entry, depth)
    }

    fn after_store(&self) {
        self.lies.scramble(self.table.words());
    }
}

/// An arbitrary entry.
fn any_entry(random: &mut SplitMix64) -> Entry {
    let (one, other) = (any_score(random), any_score(random));
    let bounds = Bounds::new(one.min(other), one.max(other));
    let depth = match random.below(4) {
        0 => Depth::END,
        1 => random.pick(&[Depth::HORIZON, Depth::plies(Depth::MAX_PLIES)]),
        _ => Depth::plies(random.below(10) as u16),
    };
    Entry::new(bounds, depth).with(|entry| {
        (entry.move_code, entry.proved) = (random.below(6) as u16, random.odds(50));
    })
}

fn any_score(random: &mut SplitMix64) -> Score {
    let ends = [Score::INFINITY, Score::WIN, Score::MAX_VALUE, Score::DRAW, Score::new(1)];
    let score = match random.below(3) {
        0 => random.pick(&ends),
        1 => Score::new(random.below(8_388_608) as i32),
        _ => Score::new(random.below(64) as i32),
    };
    if random.odds(50) { -score } else { score }
}
