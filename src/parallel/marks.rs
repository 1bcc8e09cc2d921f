//! [`Marks`]: which positions are being searched.
//!
//! Weill 1996, "The ABDADA distributed minimax-search algorithm", counts in each entry of the table
//! how many processors are searching it. Here the counts stand beside the table, so that any table
//! will do. Kerrigan 2017, "Simplified ABDADA", keeps a small table of the positions themselves
//! instead, and marks only a sibling's first search.
//!
//! A wrong answer, when two positions share a mark, changes the order of a search and nothing else.

use crate::Depth;
use crate::position::mix;
use crate::search::algorithm::{How, Marking};
use crate::sync::{AtomicU64, Ordering};

/// Marks for each worker; most positions that are marked have a mark to themselves. Under the scheduler
/// they often share one.
const MARKS_PER_WORKER: usize = if cfg!(any(schedule, shuttle)) { 16 } else { 4096 };

/// Which positions are being searched.
#[derive(Debug)]
pub(super) struct Marks {
    marks: Box<[AtomicU64]>,
    /// Whether a mark is a count, or names the position.
    counts: bool,
}

impl Marks {
    /// No position is being searched. None at all for algorithms that do not ask.
    pub(super) fn new(how: How, workers: usize) -> Self {
        let asks = matches!(how, How::Defer(_));
        let marks = if asks { workers.next_power_of_two() * MARKS_PER_WORKER } else { 0 };
        Self {
            marks: (0..marks).map(|_| AtomicU64::new(0)).collect(),
            counts: how == How::Defer(Marking::Count),
        }
    }

    /// Whether somebody is searching the position with `key` at `depth`.
    pub(super) fn is_busy(&self, key: u64, depth: Depth) -> bool {
        let name = name(key, depth);
        let mark = self.mark(name).load(Ordering::Relaxed);
        if self.counts { mark > 0 } else { mark == name }
    }

    /// From now on somebody is.
    pub(super) fn set(&self, key: u64, depth: Depth) {
        let name = name(key, depth);
        let mark = self.mark(name);
        if self.counts {
            mark.fetch_add(1, Ordering::Relaxed);
        } else {
            mark.store(name, Ordering::Relaxed);
        }
    }

    /// Whoever has said so searches it no more. A mark that stays, where the game's own code has panicked, stays for
    /// the rest of a search that is over.
    pub(super) fn clear(&self, key: u64, depth: Depth) {
        let name = name(key, depth);
        let mark = self.mark(name);
        if self.counts {
            mark.fetch_sub(1, Ordering::Relaxed);
        } else {
            // Another position may have taken its place.
            let _ = mark.compare_exchange(name, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    fn mark(&self, name: u64) -> &AtomicU64 {
        &self.marks[name as usize & (self.marks.len() - 1)]
    }
}

/// A search's name: never 0, and evenly spread.
fn name(key: u64, depth: Depth) -> u64 {
    mix(key ^ u64::from(depth.raw()).rotate_right(16)) | 1 << 63
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_lasts_until_it_is_cleared() {
        for marking in [Marking::Count, Marking::Name] {
            let (marks, depth) = (Marks::new(How::Defer(marking), 2), Depth::plies(3));
            marks.set(7, depth);
            assert!(marks.is_busy(7, depth) && !marks.is_busy(7, Depth::plies(4)));
            marks.set(7, depth);
            marks.clear(7, depth);
            // A count knows of the second, a name is gone with the first.
            assert_eq!(marks.is_busy(7, depth), marking == Marking::Count);
            marks.clear(7, depth);
            assert!(!marks.is_busy(7, depth), "{marking:?}");
        }
    }
}
