//! [`Guard`]: what restricts the moves of the side to move.

use super::ending::{Ending, MOST_MEN};
use super::men::{attacks, between, bit, reach};

/// What restricts the moves of the side to move.
pub(super) struct Guard {
    /// The squares that the other side attacks, also through the king.
    attacked: u64,
    /// The squares to which men must move because of a check.
    answers: u64,
    /// The squares to which each man may move because of a pin.
    lines: [u64; MOST_MEN],
}

impl Guard {
    #[inline]
    pub(super) fn of(ending: &Ending) -> Self {
        let us = ending.us();
        let (king, occupied) = (ending.squares[us], ending.occupied());
        let mut guard = Self { attacked: 0, answers: !0, lines: [!0; MOST_MEN] };
        for at in ending.men_of(1 - us) {
            let (code, from) = (ending.codes[at], ending.squares[at]);
            guard.attacked |= attacks(code, from, occupied & !bit(king));
            if reach(code, from) & bit(king) != 0 {
                guard.aim(ending, from, between(from, king) & occupied, between(from, king));
            }
        }
        guard
    }

    /// Adds a man on `from` that attacks the king on an empty board, with the men between.
    #[inline]
    fn aim(&mut self, ending: &Ending, from: u8, men: u64, line: u64) {
        if men == 0 {
            self.answers &= line | bit(from);
        } else if men & (men - 1) == 0 {
            for (at, square) in ending.squares.into_iter().enumerate() {
                if bit(square) == men {
                    self.lines[at] &= line | bit(from);
                }
            }
        }
    }

    /// Returns the squares to which the man at an index may move, except en passant.
    #[inline(always)]
    pub(super) fn targets(&self, ending: &Ending, at: usize) -> u64 {
        self.legal(at, ending.rough_targets(at))
    }

    /// Returns those of the squares to which the man at an index may move if its king could be
    /// captured to which it may move.
    #[inline(always)]
    pub(super) fn legal(&self, at: usize, rough: u64) -> u64 {
        rough & if at < 2 { !self.attacked } else { self.answers & self.lines[at] }
    }

    /// Whether the side to move is in check.
    #[inline]
    pub(super) fn is_check(&self, ending: &Ending) -> bool {
        self.attacked & bit(ending.squares[ending.us()]) != 0
    }
}
