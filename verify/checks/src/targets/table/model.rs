//! [`TableModel`]: the entries that a table may return after the operations so far.

use super::subject::Retention;
use eldest::table::{Entry, NewEntry};
use eldest::{Bounds, Depth, Score};
use std::collections::BTreeMap;

/// The entries stored since the last clearing, by key, and by depth if the table separates depths.
#[derive(Clone, Debug)]
pub(super) struct TableModel {
    keeping: Retention,
    known: BTreeMap<(u64, Depth), Entry>,
}

impl TableModel {
    pub(super) fn new(keeping: Retention) -> Self {
        Self { keeping, known: BTreeMap::new() }
    }

    fn slot(&self, key: u64, depth: Depth) -> (u64, Depth) {
        (key, if self.keeping == Retention::All { depth } else { Depth::END })
    }

    pub(super) fn clear(&mut self) {
        self.known.clear();
    }

    /// Whether the table may return `found`.
    pub(super) fn allows(&self, key: u64, depth: Depth, found: Option<Entry>) -> bool {
        let known = self.known.get(&self.slot(key, depth)).copied();
        match (self.keeping, found) {
            (Retention::All, found) => found == known,
            (Retention::Both { range, .. }, Some(entry)) => {
                found == known || is_empty(entry, range)
            }
            (_, found) => found.is_none() || found == known,
        }
    }

    /// Stores `finding` in the model, where the table holds `present`. Returns the entry that the
    /// table must hold afterwards.
    pub(super) fn store(
        &mut self,
        key: u64,
        finding: NewEntry,
        present: Option<Entry>,
    ) -> Option<Entry> {
        let NewEntry { depth, move_code, proved, .. } = finding;
        let found = Bounds::from_bound(finding.value, finding.bound);
        let kept =
            if move_code == 0 { present.map_or(0, |entry| entry.move_code) } else { move_code };
        let merged = present.map_or(found, |entry| both(entry.bounds, found));
        let entry = match self.keeping {
            Retention::Nothing => return None,
            Retention::Last => {
                let to_end = present.filter(|entry| entry.depth.is_end() && depth.is_end());
                let pair = to_end.map(|_| merged).filter(|bounds| is_pair(*bounds));
                entry(pair.unwrap_or(found), depth, kept, proved || depth.is_end())
            }
            Retention::All => {
                let proved = proved && present.is_none_or(|entry| entry.proved);
                entry(merged, depth, kept, proved)
            }
            Retention::Both { range, move_codes } => {
                let move_code = if u64::from(kept) < move_codes { kept } else { 0 };
                entry(within(merged, range), Depth::END, move_code, true)
            }
        };
        self.known.insert(self.slot(key, depth), entry);
        Some(entry)
    }
}

/// Whether `entry` contains no more than the range of values.
fn is_empty(entry: Entry, range: Bounds) -> bool {
    (entry.bounds, entry.move_code) == (range, 0)
}

/// Whether an entry of a shared table can hold both `bounds`.
fn is_pair(bounds: Bounds) -> bool {
    let small = |score: Score| (-2047..=2047).contains(&score.get());
    bounds.value().is_some() || small(bounds.lower()) && small(bounds.upper())
}

/// The intersection of both, or the last one if they contradict each other.
fn both(old: Bounds, last: Bounds) -> Bounds {
    old.intersect(last).unwrap_or(last)
}

/// `bounds`, limited to the range.
fn within(bounds: Bounds, range: Bounds) -> Bounds {
    let inside = |score: Score| score.clamp(range.lower(), range.upper());
    Bounds::new(inside(bounds.lower()), inside(bounds.upper()))
}

pub(super) fn entry(bounds: Bounds, depth: Depth, move_code: u16, proved: bool) -> Entry {
    Entry::new(bounds, depth).with(|entry| (entry.move_code, entry.proved) = (move_code, proved))
}
