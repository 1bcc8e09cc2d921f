//! The rules: the [`Position`] of the game.

use super::board::{ALL, Board, FAR, HOME, Kind, square};
use super::{Action, Dobutsu, From};
use crate::each;
use eldest::{KeyKind, Moves, Position, Score, Side};

impl Position for Dobutsu {
    type Move = Action;
    type Undo = Board;

    const ALTERNATES: bool = true;

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    /// The same for mirror images, and for both sides to move.
    #[inline(always)]
    fn key(&self) -> u64 {
        self.board.key()
    }

    #[inline(always)]
    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: super::key::BITS }
    }

    /// The capture of the lion is one ply away.
    #[inline(always)]
    fn over(&self) -> Option<Score> {
        let lion = self.board.lions() & self.board.theirs();
        if self.board.reached() & lion != 0 {
            Some(Score::win_in(1))
        } else {
            (lion & HOME != 0).then_some(Score::LOSS)
        }
    }

    #[inline]
    fn moves(&self, out: &mut Moves<'_, Action>) {
        if self.over().is_none() {
            self.steps(out);
            self.drops(out);
        }
    }

    #[inline(always)]
    fn play(&mut self, mv: Action) -> Board {
        let before = self.board;
        *self = Self { board: before.after(mv).turned(), side: self.side.other() };
        before
    }

    #[inline(always)]
    fn undo(&mut self, _: Action, before: Board) {
        *self = Self { board: before, side: self.side.other() };
    }

    fn endless(&self) -> Option<Score> {
        Some(Score::DRAW)
    }

    /// From 1, on the board or its mirror image, whichever the key is from.
    #[inline]
    fn move_code(&self, Action { from, to }: Action) -> u16 {
        let is_mirrored = self.board.is_mirrored();
        let place = |square: u8| if is_mirrored { mirrored(square) } else { square };
        let from = match from {
            From::Square(from) => place(from),
            From::Hand(Kind::Giraffe) => 12,
            From::Hand(Kind::Elephant) => 13,
            From::Hand(_) => 14,
        };
        u16::from(from) * 12 + u16::from(place(to)) + 1
    }
}

/// Returns the square with left and right exchanged.
const fn mirrored(square: u8) -> u8 {
    (2 - square / 4) * 4 + square % 4
}

impl Dobutsu {
    /// Lists the steps of the pieces on the board.
    #[inline(always)]
    fn steps(&self, out: &mut Moves<'_, Action>) {
        let mine = self.board.mine();
        for from in each(mine) {
            let Some(kind) = self.board.kind(from) else { continue };
            let number = (from.trailing_zeros() / 4) as u8;
            for to in Board::numbers(Board::steps_of(kind, from) & !mine) {
                let step = Action { from: From::Square(number), to };
                out.push_ranked(step, self.rank(step));
            }
        }
    }

    /// Lists the drops of the pieces in hand.
    #[inline(always)]
    fn drops(&self, out: &mut Moves<'_, Action>) {
        let empty = ALL & !self.board.occupied();
        for kind in Kind::IN_HAND {
            if self.board.my_hand(kind) > 0 {
                for to in Board::numbers(empty) {
                    out.push(Action { from: From::Hand(kind), to });
                }
            }
        }
    }

    /// Ranks captures before promotions, and these before other moves.
    #[inline(always)]
    pub(super) fn rank(&self, mv: Action) -> i32 {
        let captured = match self.board.kind(square(mv.to)) {
            None => 0,
            Some(Kind::Chick) => 2,
            Some(Kind::Giraffe | Kind::Elephant) => 4,
            Some(Kind::Hen | Kind::Lion) => 5,
        };
        captured + i32::from(self.promotes(mv))
    }

    /// Returns whether the move makes a hen of a chick.
    #[inline(always)]
    pub(super) fn promotes(&self, Action { from, to }: Action) -> bool {
        let From::Square(from) = from else { return false };
        square(to) & FAR != 0 && self.board.kind(square(from)) == Some(Kind::Chick)
    }
}

impl Board {
    /// Returns the board after a move, still from the point of view of the side that moved.
    #[inline(always)]
    const fn after(self, Action { from, to }: Action) -> Self {
        let to = square(to);
        match from {
            From::Hand(kind) => self.taken_from_my_hand(kind).with_mine(to, kind),
            From::Square(from) => match self.kind(square(from)) {
                Some(Kind::Chick) if to & FAR != 0 => self.stepped(square(from), to, Kind::Hen),
                Some(kind) => self.stepped(square(from), to, kind),
                None => self,
            },
        }
    }

    /// Moves the piece on `from` to `to`, where it becomes `kind`.
    #[inline(always)]
    const fn stepped(self, from: u64, to: u64, kind: Kind) -> Self {
        let captured = self.kind(to);
        let moved = self.without(from).without(to).with_mine(to, kind);
        match captured {
            Some(captured) => moved.to_my_hand(captured, 1),
            None => moved,
        }
    }
}
