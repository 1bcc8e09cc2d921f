//! [`Step`]: a move, and the moves of one man.

use super::ending::Ending;
use super::men::{
    KNIGHT, LAST_RANKS, NONE, NOWHERE, PAWN, QUEEN, attacks, bit, code, kind_of, reach, squares,
};
use std::ops::ControlFlow;

/// A move of an [`Ending`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// The index of the man.
    pub(super) man: u8,
    /// Its target.
    pub(super) to: u8,
    /// The code of the piece to which a pawn is promoted, or [`NONE`].
    pub(super) becomes: u8,
}

impl Ending {
    /// Returns the indices of the men of the side to move.
    #[inline(always)]
    pub(super) fn movers(&self) -> impl Iterator<Item = usize> {
        self.men_of(self.us())
    }

    /// Returns the indices of the men of a side.
    #[inline(always)]
    pub(super) fn men_of(&self, color: usize) -> impl Iterator<Item = usize> {
        squares(self.indices[color].into()).map(usize::from)
    }

    /// Returns the squares to which the man at an index may move, except en passant, if its king
    /// could be captured.
    #[inline(always)]
    pub(super) fn rough_targets(&self, at: usize) -> u64 {
        let (code, from, us) = (self.codes[at], self.squares[at], self.us());
        if kind_of(code) == PAWN {
            return reach(code, from) & self.colors[1 - us] | self.advances(from);
        }
        attacks(code, from, self.occupied()) & !self.colors[us]
    }

    /// Returns the squares to which a pawn of the side to move advances.
    #[inline(always)]
    pub(super) fn advances(&self, from: u8) -> u64 {
        const THIRD: u64 = 0xFF << 16;
        const SIXTH: u64 = 0xFF << 40;
        let empty = !self.occupied();
        if self.us() == 0 {
            let one = bit(from) << 8 & empty;
            one | (one & THIRD) << 8 & empty
        } else {
            let one = bit(from) >> 8 & empty;
            one | (one & SIXTH) >> 8 & empty
        }
    }

    /// Calls `found` with each move of the man at an index to one of the squares `to`, and with its
    /// capture en passant if `passing` is set, until it breaks.
    #[inline(always)]
    pub(super) fn steps_of(
        &self,
        at: usize,
        to: u64,
        passing: bool,
        found: &mut impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let man = at as u8;
        let pawn = kind_of(self.codes[at]) == PAWN;
        for to in squares(to) {
            if pawn && bit(to) & LAST_RANKS != 0 {
                self.promotions(man, to, found)?;
            } else {
                found(Step { man, to, becomes: NONE })?;
            }
        }
        if pawn && passing && self.passed != NOWHERE {
            self.passing(at, found)?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn promotions(
        &self,
        man: u8,
        to: u8,
        found: &mut impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let pieces = (QUEEN..=KNIGHT).map(|kind| code(self.us(), kind));
        pieces.into_iter().try_for_each(|becomes| found(Step { man, to, becomes }))
    }

    /// Calls `found` with the capture en passant by the pawn at an index, if there is one.
    #[inline]
    fn passing(
        &self,
        at: usize,
        found: &mut impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.passes(self.codes[at], self.squares[at], self.passed) {
            return found(Step { man: at as u8, to: self.passed, becomes: NONE });
        }
        ControlFlow::Continue(())
    }

    /// Returns the squares to which the man at an index makes quiet moves, if it can go there: no
    /// captures, promotions, or pawns' moves of two steps.
    #[inline(always)]
    pub(super) fn quiet(&self, at: usize) -> u64 {
        let (empty, from) = (!self.occupied(), bit(self.squares[at]));
        if kind_of(self.codes[at]) == PAWN {
            return empty & !LAST_RANKS & (from << 8 | from >> 8);
        }
        empty
    }
}
