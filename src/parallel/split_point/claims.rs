//! [`Claims`]: which sibling is searched next.
//!
//! Siblings are claimed in order, except those that lead to a position in search. The mirror image
//! of a move is the common case: searched at the same time, both take as many nodes; one after the
//! other, the second is found in the table. ABDADA puts off positions in search everywhere (Weill
//! 1996); here it is done for the siblings of one node, whose keys are known.

use std::collections::VecDeque;

/// The siblings of a split point.
pub(super) struct Claims {
    count: usize,
    /// Those that are not claimed, in order.
    left: VecDeque<Sibling>,
    /// Those that are claimed, and neither finished nor abandoned.
    searching: Vec<Sibling>,
}

/// The number of a sibling, and the key of the position that it leads to.
type Sibling = (usize, u64);

impl Claims {
    /// Creates the state with nothing claimed.
    pub(super) fn new(keys: Vec<u64>) -> Self {
        let count = keys.len();
        // Claims are made under a lock, where nothing should be allocated.
        let searching = Vec::with_capacity(count);
        Self { count, left: keys.into_iter().enumerate().collect(), searching }
    }

    /// Returns the number of siblings.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// Returns the number of siblings that are not claimed.
    pub(super) fn left(&self) -> usize {
        self.left.len()
    }

    /// Whether a sibling is in search.
    pub(super) fn is_searching(&self) -> bool {
        !self.searching.is_empty()
    }

    /// Whether more siblings than this can be claimed now, each by another worker.
    pub(super) fn has_more_than(&self, number: usize) -> bool {
        self.free().nth(number).is_some()
    }

    /// Claims the next sibling; `None` if all that are left lead to positions in search.
    pub(super) fn claim(&mut self) -> Option<usize> {
        let next = self.free().next()?;
        let sibling = self.left.remove(next)?;
        self.searching.push(sibling);
        Some(sibling.0)
    }

    /// Notes that a claimed sibling is no longer searched.
    pub(super) fn release(&mut self, sibling: usize) {
        self.searching.retain(|(number, _)| *number != sibling);
    }

    /// Returns the places in `left` of those that can be searched side by side with those in search.
    fn free(&self) -> impl Iterator<Item = usize> {
        let is_free = |&at: &usize| {
            let leads_there = |(_, key): &Sibling| *key == self.left[at].1;
            !self.searching.iter().any(leads_there) && !self.left.range(..at).any(leads_there)
        };
        (0..self.left.len()).filter(is_free)
    }
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn no_position_is_searched_twice_at_a_time() {
        let mut claims = Claims::new(vec![7, 8, 7, 7, 9, 8]);
        assert!(claims.has_more_than(2) && !claims.has_more_than(3));
        let claimed: Vec<_> = std::iter::from_fn(|| claims.claim()).collect();
        assert_eq!((claimed, claims.left()), (vec![0, 1, 4], 3));
        claims.release(4);
        assert!(!claims.has_more_than(0) && claims.is_searching());
        claims.release(0);
        assert_eq!((claims.claim(), claims.claim()), (Some(2), None));
        claims.release(1);
        claims.release(2);
        assert_eq!((claims.claim(), claims.claim(), claims.claim()), (Some(3), Some(5), None));
        assert_eq!(claims.left(), 0);
    }
}
