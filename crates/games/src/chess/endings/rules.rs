//! The rules: legal moves, and the [`Position`] of the game.

use super::ending::{Ending, MOST_MEN};
use super::men::{
    KNIGHT, NONE, NOWHERE, PAWN, QUEEN, attacks, between, bit, code, color_of, kind_of, reach,
    squares,
};
use super::survey::Survey;
use eldest::{KeyKind, Moves, Position, Score, Side};
use std::ops::ControlFlow;

/// The last ranks of both sides.
pub(super) const LAST_RANKS: u64 = 0xFF00_0000_0000_00FF;

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

    /// Calls `found` with each legal move, until it breaks.
    #[inline(always)]
    fn each_step(&self, mut found: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        let guard = Guard::of(self);
        self.movers()
            .try_for_each(|at| self.steps_of(at, guard.targets(self, at), true, &mut found))
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

    /// Returns the position after a legal move. Men of equal codes need not be sorted there.
    #[inline]
    pub(super) fn after(&self, step: Step) -> Self {
        let (us, mut at) = (self.us(), usize::from(step.man));
        let (from, to) = (self.squares[at], step.to);
        let pawn = kind_of(self.codes[at]) == PAWN;
        let mut next = *self;
        next.turn ^= 1;
        next.passed = NOWHERE;
        next.squares[at] = to;
        next.colors[us] ^= bit(from) | bit(to);
        let taken = if pawn && to == self.passed { to ^ 8 } else { to };
        if next.colors[1 - us] & bit(taken) != 0 {
            at -= usize::from(next.remove(1 - us, taken, at));
        }
        if step.becomes != NONE {
            next.promote(at, step.becomes);
        }
        if pawn && from.abs_diff(to) == 16 && next.can_pass(from.midpoint(to)) {
            next.passed = from.midpoint(to);
        }
        next
    }

    /// Removes the man of `color` on a square, and returns whether it came before `at`.
    #[inline]
    fn remove(&mut self, color: usize, square: u8, at: usize) -> bool {
        let mut taken = 2;
        while taken < MOST_MEN - 1
            && (self.squares[taken] != square || color_of(self.codes[taken]) != color)
        {
            taken += 1;
        }
        for next in taken + 1..MOST_MEN {
            (self.codes[next - 1], self.squares[next - 1]) = (self.codes[next], self.squares[next]);
        }
        (self.codes[MOST_MEN - 1], self.squares[MOST_MEN - 1]) = (NONE, 0);
        self.colors[color] ^= bit(square);
        let after = u8::MAX << taken;
        for set in &mut self.indices {
            *set = *set & !after | *set >> 1 & after;
        }
        self.men -= 1;
        taken < at
    }

    /// Replaces the pawn at an index by a piece, which may come earlier.
    #[inline]
    fn promote(&mut self, mut at: usize, becomes: u8) {
        self.codes[at] = becomes;
        while at > 2 && self.codes[at - 1] > becomes {
            self.codes.swap(at - 1, at);
            self.squares.swap(at - 1, at);
            at -= 1;
        }
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

impl Ending {
    /// Returns the score of a position where the game is over.
    #[inline(always)]
    pub(super) fn over_by(&self, survey: &Survey) -> Option<Score> {
        if self.is_dead() {
            return Some(Score::DRAW);
        }
        if survey.has_moves(self) {
            return None;
        }
        Some(if survey.is_check(self) { Score::LOSS } else { Score::DRAW })
    }
}

/// The rules are those of [`Chess`](crate::chess::Chess)`<`[`Timeless`](crate::chess::Timeless)`>`.
/// Keys are unique.
impl Position for Ending {
    type Move = Step;
    type Undo = Self;

    const ALTERNATES: bool = true;

    #[inline]
    fn side(&self) -> Side {
        if self.us() == 0 { Side::First } else { Side::Second }
    }

    fn key(&self) -> u64 {
        let squares = self.squares.iter().fold(0, |key, square| key << 6 | u64::from(*square));
        let codes = self.codes[2..].iter().fold(0, |key, code| key * 11 + u64::from(*code));
        let state = u64::from(self.passed) << 1 | u64::from(self.turn);
        (codes << 8 | state) << 30 | squares
    }

    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: 49 }
    }

    /// A draw.
    fn endless(&self) -> Option<Score> {
        Some(Score::DRAW)
    }

    #[inline]
    fn over(&self) -> Option<Score> {
        self.over_by(&Survey::of_legal(self))
    }

    fn moves(&self, out: &mut Moves<'_, Step>) {
        if self.is_dead() {
            return;
        }
        let _ = self.each_step(|step| {
            out.push(step);
            ControlFlow::Continue(())
        });
    }

    #[inline]
    fn play(&mut self, step: Step) -> Self {
        let mut next = self.after(step);
        next.sort();
        std::mem::replace(self, next)
    }

    #[inline]
    fn undo(&mut self, _: Step, before: Self) {
        *self = before;
    }

    /// The squares from and to, and the promotion.
    fn move_code(&self, step: Step) -> u16 {
        let from = self.squares[usize::from(step.man)];
        let squares = u16::from(from) | u16::from(step.to) << 6;
        1 + squares + (u16::from(kind_of(step.becomes)) << 12)
    }
}
