//! The rules: the [`Position`] of the game.

use super::ending::{Ending, MOST_MEN};
use super::guard::Guard;
use super::men::{NONE, NOWHERE, PAWN, bit, color_of, kind_of};
use super::steps::Step;
use super::survey::Survey;
use eldest::{KeyKind, Moves, Position, Score, Side};
use std::ops::ControlFlow;

impl Ending {
    /// Calls `found` with each legal move, until it breaks.
    #[inline(always)]
    fn each_step(&self, mut found: impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        let guard = Guard::of(self);
        self.movers()
            .try_for_each(|at| self.steps_of(at, guard.targets(self, at), true, &mut found))
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
