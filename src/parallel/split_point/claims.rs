//! [`Claims`]: which sibling is searched next.
//!
//! Siblings are claimed in order, except those that lead to a position in search. The mirror image
//! of a move is the common case: searched at the same time, both take as many nodes; one after the
//! other, the second is found in the table. ABDADA puts off positions in search everywhere (Weill
//! 1996); here it is done for the siblings of one node, whose keys are known.

/// The siblings of a split point: for each, the key of the position that it leads to.
pub(super) struct Claims(Vec<(u64, ClaimState)>);

#[derive(Copy, Clone, PartialEq, Eq)]
enum ClaimState {
    /// Not claimed.
    Left,
    /// Claimed, and neither finished nor abandoned.
    Searching,
    /// Finished or abandoned.
    Released,
}

impl Claims {
    /// Creates the state with nothing claimed.
    pub(super) fn new(keys: Vec<u64>) -> Self {
        Self(keys.into_iter().map(|key| (key, ClaimState::Left)).collect())
    }

    /// Returns the number of siblings.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of siblings that are not claimed.
    pub(super) fn left(&self) -> usize {
        self.0.iter().filter(|(_, state)| *state == ClaimState::Left).count()
    }

    /// Whether a sibling is in search.
    pub(super) fn is_searching(&self) -> bool {
        self.0.iter().any(|(_, state)| *state == ClaimState::Searching)
    }

    /// Whether more siblings than this can be claimed now, each by another worker.
    pub(super) fn has_more_than(&self, number: usize) -> bool {
        self.free().nth(number).is_some()
    }

    /// Claims the next sibling; `None` if all that are left lead to positions in search.
    pub(super) fn claim(&mut self) -> Option<usize> {
        let next = self.free().next()?;
        self.0[next].1 = ClaimState::Searching;
        Some(next)
    }

    /// Notes that a claimed sibling is no longer searched.
    pub(super) fn release(&mut self, sibling: usize) {
        self.0[sibling].1 = ClaimState::Released;
    }

    /// Returns the siblings that can be searched side by side with those in search.
    fn free(&self) -> impl Iterator<Item = usize> {
        (0..self.count()).filter(|&at| {
            let (key, state) = self.0[at];
            state == ClaimState::Left
                && !self.0.contains(&(key, ClaimState::Searching))
                && !self.0[..at].contains(&(key, ClaimState::Left))
        })
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
