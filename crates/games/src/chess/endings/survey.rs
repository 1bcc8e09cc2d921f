//! [`Survey`]: what the men of the side to move can do, found once for all questions.

use super::ending::{Ending, MOST_MEN};
use super::guard::Guard;
use super::men::{LAST_RANKS, NOWHERE, PAWN, bit, kind_of};
use super::steps::Step;
use std::ops::ControlFlow;

/// What the men of the side to move can do.
pub(super) struct Survey {
    /// The squares to which each man may move, except en passant, if its king could be captured.
    rough: [u64; MOST_MEN],
    guard: Guard,
}

impl Survey {
    /// Looks at a position; `None` if it is illegal.
    #[inline(always)]
    pub(super) fn of(ending: &Ending) -> Option<Self> {
        let rough = rough(ending);
        let king = bit(ending.squares[1 - ending.us()]);
        let is_legal = all(rough) & king == 0 && ending.is_explained();
        is_legal.then(|| Self { rough, guard: Guard::of(ending) })
    }

    /// Looks at a legal position.
    #[inline]
    pub(super) fn of_legal(ending: &Ending) -> Self {
        Self { rough: rough(ending), guard: Guard::of(ending) }
    }

    /// Returns the squares to which the man at an index may move, except en passant.
    #[inline(always)]
    fn targets(&self, at: usize) -> u64 {
        self.guard.legal(at, self.rough[at])
    }

    /// Returns whether the side to move has a legal move.
    #[inline(always)]
    pub(super) fn has_moves(&self, ending: &Ending) -> bool {
        let mut movers = ending.movers();
        movers.any(|at| self.targets(at) != 0) || ending.passed != NOWHERE
    }

    /// Whether the side to move is in check.
    #[inline(always)]
    pub(super) fn is_check(&self, ending: &Ending) -> bool {
        self.guard.is_check(ending)
    }

    /// Calls `found` with each legal capture and promotion, until it breaks.
    #[inline(always)]
    pub(super) fn each_exit(
        &self,
        ending: &Ending,
        mut found: impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let theirs = ending.colors[1 - ending.us()];
        if all(self.rough) & (theirs | LAST_RANKS) == 0 && ending.passed == NOWHERE {
            return ControlFlow::Continue(());
        }
        for at in ending.movers() {
            let last = if kind_of(ending.codes[at]) == PAWN { LAST_RANKS } else { 0 };
            ending.steps_of(at, self.targets(at) & (theirs | last), true, &mut found)?;
        }
        ControlFlow::Continue(())
    }
}

/// Returns the squares to which each man of the side to move may move if its king could be captured.
#[inline(always)]
fn rough(ending: &Ending) -> [u64; MOST_MEN] {
    let mut rough = [0; MOST_MEN];
    for at in ending.movers() {
        rough[at] = ending.rough_targets(at);
    }
    rough
}

#[inline(always)]
fn all(sets: [u64; MOST_MEN]) -> u64 {
    sets.into_iter().fold(0, |all, set| all | set)
}
