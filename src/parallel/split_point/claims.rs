//! [`Claims`]: which sibling is searched next.
//!
//! Siblings are claimed in order, except those that lead to a position in search. The mirror image
//! of a move is the common case: searched at the same time, both take as many nodes; one after the
//! other, the second is found in the table. ABDADA puts off positions in search everywhere (Weill
//! 1996); here it is done for the siblings of one node, whose keys are known.

/// The siblings of a split point: some in search or done, the others not claimed.
pub(super) struct Claims {
    /// The keys of the positions that the siblings lead to.
    keys: Vec<u64>,
    /// The siblings as they were claimed, then the others in the order of the node.
    order: Vec<usize>,
    /// The number of claimed siblings.
    claimed: usize,
    /// Those of them that are in search.
    searching: Vec<usize>,
}

impl Claims {
    /// Creates the state with nothing claimed.
    pub(super) fn new(keys: Vec<u64>) -> Self {
        let order = (0..keys.len()).collect();
        Self { keys, order, claimed: 0, searching: Vec::new() }
    }

    /// Returns the number of siblings.
    pub(super) fn count(&self) -> usize {
        self.order.len()
    }

    /// Returns the number of siblings that are not claimed.
    pub(super) fn left(&self) -> usize {
        self.count() - self.claimed
    }

    /// Whether a sibling is in search.
    pub(super) fn is_searching(&self) -> bool {
        !self.searching.is_empty()
    }

    /// Whether there is a sibling to claim now.
    pub(super) fn has_next(&self) -> bool {
        self.next().is_some()
    }

    /// Claims the next sibling; `None` if all that are left lead to positions in search.
    pub(super) fn claim(&mut self) -> Option<usize> {
        let next = self.next()?;
        self.order[self.claimed..=next].rotate_right(1);
        let sibling = self.order[self.claimed];
        self.claimed += 1;
        self.searching.push(sibling);
        Some(sibling)
    }

    /// Notes that a claimed sibling is no longer searched.
    pub(super) fn release(&mut self, sibling: usize) {
        self.searching.retain(|&other| other != sibling);
    }

    /// Returns the place in the order of the next sibling.
    fn next(&self) -> Option<usize> {
        let is_searched = |key| self.searching.iter().any(|&other| self.keys[other] == key);
        (self.claimed..self.count()).find(|&place| !is_searched(self.keys[self.order[place]]))
    }
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn no_position_is_searched_twice_at_a_time() {
        let mut claims = Claims::new(vec![7, 8, 7, 7, 9, 8]);
        let claimed: Vec<_> = std::iter::from_fn(|| claims.claim()).collect();
        assert_eq!((claimed, claims.left()), (vec![0, 1, 4], 3));
        claims.release(4);
        assert!(!claims.has_next() && claims.is_searching());
        claims.release(0);
        assert_eq!((claims.claim(), claims.claim()), (Some(2), None));
        claims.release(1);
        claims.release(2);
        assert_eq!((claims.claim(), claims.claim(), claims.claim()), (Some(3), Some(5), None));
        assert_eq!(claims.left(), 0);
    }
}
