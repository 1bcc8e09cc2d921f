//! [`Marks`]: the positions that are being searched.
//!
//! Weill 1996, "The ABDADA distributed minimax-search algorithm", counts in each entry of the table
//! how many processors are searching it. Here the counts are separate from the table, so that any
//! table will do. Kerrigan 2017, "Simplified ABDADA", keeps a small table of the positions
//! themselves instead, and marks only the first search of a sibling.
//!
//! If two positions share a mark, a wrong answer changes the order of a search and nothing else.

use crate::Depth;
use crate::position::mix;
use crate::search::algorithm::{How, Marking};
use crate::sync::{AtomicU64, Ordering};

/// The number of marks for each worker; most marked positions have a mark of their own. Under the
/// scheduler they often share one.
const MARKS_PER_WORKER: usize = if cfg!(any(schedule, shuttle)) { 16 } else { 4096 };

/// The positions that are being searched.
#[derive(Debug)]
pub(super) struct Marks {
    marks: Box<[AtomicU64]>,
    /// Whether a mark is a count, or the name of a search.
    counts: bool,
}

impl Marks {
    /// Creates empty marks; none at all for algorithms that do not use them.
    pub(super) fn new(how: How, workers: usize) -> Self {
        let asks = matches!(how, How::Defer(_));
        let marks = if asks { workers.next_power_of_two() * MARKS_PER_WORKER } else { 0 };
        Self {
            marks: (0..marks).map(|_| AtomicU64::new(0)).collect(),
            counts: how == How::Defer(Marking::Count),
        }
    }

    /// Whether a thread is searching the position with `key` at `depth`.
    pub(super) fn is_busy(&self, key: u64, depth: Depth) -> bool {
        let name = name(key, depth);
        let mark = self.mark(name).load(Ordering::Relaxed);
        if self.counts { mark > 0 } else { mark == name }
    }

    /// Marks the position as being searched.
    pub(super) fn set(&self, key: u64, depth: Depth) {
        let name = name(key, depth);
        let mark = self.mark(name);
        if self.counts {
            mark.fetch_add(1, Ordering::Relaxed);
        } else {
            mark.store(name, Ordering::Relaxed);
        }
    }

    /// Removes a mark set by this thread. If the game's own code panics, a mark can remain, but
    /// only for the rest of a search that is over.
    pub(super) fn clear(&self, key: u64, depth: Depth) {
        let name = name(key, depth);
        let mark = self.mark(name);
        if self.counts {
            mark.fetch_sub(1, Ordering::Relaxed);
        } else {
            // Another position may have taken the place.
            let _ = mark.compare_exchange(name, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    fn mark(&self, name: u64) -> &AtomicU64 {
        &self.marks[name as usize & (self.marks.len() - 1)]
    }
}

/// Returns the name of a search: never 0, and evenly distributed.
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
            // A count includes the second mark, a name is removed with the first.
            assert_eq!(marks.is_busy(7, depth), marking == Marking::Count);
            marks.clear(7, depth);
            assert!(!marks.is_busy(7, depth), "{marking:?}");
        }
    }
}
