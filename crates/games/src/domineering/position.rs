//! The rules: the [`Position`] of the game.

use super::{Domineering, Domino};
use crate::{join, mix};
use eldest::{Bounds, Moves, Position, Score, Side};

const WON: Score = Score::new(1);
const LOST: Score = Score::new(-1);

impl Position for Domineering {
    type Move = Domino;
    type Undo = u64;

    const ALTERNATES: bool = true;
    const WIN_DISTANCE: bool = false;

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    /// The same for the board rotated by 180 degrees. A board of 64 squares leaves no bit for the
    /// side, so each side has its own hash.
    #[inline(always)]
    fn key(&self) -> u64 {
        let name = mix(self.free.min(self.turned()));
        if self.side == Side::First { name } else { join(name, 1) }
    }

    #[inline(always)]
    fn over(&self) -> Option<Score> {
        (self.halves() == 0).then_some(LOST)
    }

    #[inline]
    fn moves(&self, out: &mut Moves<'_, Domino>) {
        let mut halves = self.halves();
        while halves != 0 {
            let domino = Domino(halves.trailing_zeros() as u8);
            out.push_ranked(domino, self.rank(domino));
            halves &= halves - 1;
        }
    }

    #[inline(always)]
    fn play(&mut self, domino: Domino) -> u64 {
        let before = self.free;
        *self = Self::of(self.after(domino), self.side.other(), self.board);
        before
    }

    #[inline(always)]
    fn undo(&mut self, _: Domino, before: u64) {
        (self.free, self.side) = (before, self.side.other());
    }

    /// The square counted from 1, on the orientation of the board that the key is from.
    #[inline(always)]
    fn move_code(&self, Domino(square): Domino) -> u16 {
        let square = u32::from(square);
        if self.free <= self.turned() {
            return square as u16 + 1;
        }
        let last = self.board.squares().count_ones() - 1;
        (last - square - self.board.step(self.side)) as u16 + 1
    }

    /// Exact where the safe dominoes of one side are enough to win.
    #[inline(always)]
    fn bounds(&self) -> Bounds {
        let (mover, other) = (self.side, self.side.other());
        let most = self.board.most(self.free, mover);
        if self.board.most(self.board.safe(self.free, other), other) >= most {
            return Bounds::exact(LOST);
        }
        let most = self.board.most(self.free, other);
        if self.board.most(self.board.safe(self.free, mover), mover) > most {
            return Bounds::exact(WON);
        }
        self.range()
    }

    #[inline(always)]
    fn plies_left(&self) -> Option<u32> {
        Some(self.free.count_ones() / 2)
    }

    #[inline(always)]
    fn range(&self) -> Bounds {
        Bounds::new(LOST, WON)
    }

    /// There are no draws.
    #[inline]
    fn granularity(&self) -> u32 {
        2
    }

    #[inline(always)]
    fn key_after(&self, domino: Domino) -> Option<u64> {
        Some(Self::of(self.after(domino), self.side.other(), self.board).key())
    }

    fn fingerprint(&self) -> u64 {
        u64::from(self.board.rows()) << 8 | u64::from(self.board.columns())
    }
}

impl Domineering {
    /// Returns the squares for the upper or left half of a domino of the mover.
    #[inline(always)]
    const fn halves(&self) -> u64 {
        self.board.dominoes(self.free, self.side)
    }

    /// Returns the free squares on the board rotated by 180 degrees.
    #[inline(always)]
    const fn turned(&self) -> u64 {
        self.free.reverse_bits() >> self.board.squares().leading_zeros()
    }

    /// Returns the free squares after the move.
    #[inline(always)]
    const fn after(&self, Domino(square): Domino) -> u64 {
        self.free & !((1 | 1 << self.board.step(self.side)) << square)
    }

    /// Ranks moves by the mover's remaining dominoes minus the opponent's.
    #[inline(always)]
    pub(super) fn rank(&self, domino: Domino) -> i32 {
        let free = self.after(domino);
        let room = |side| self.board.dominoes(free, side).count_ones() as i32;
        room(self.side) - room(self.side.other())
    }
}
