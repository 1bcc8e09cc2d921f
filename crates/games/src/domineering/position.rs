//! The rules: the [`Position`] of the game.

use super::claim::CountingProof;
use super::dominated::undominated;
use super::{Domineering, Domino, Size};
use crate::{each, join, mix};
use eldest::{Bounds, Moves, Position, Score, Side};

const WON: Score = Score::new(1);
const LOST: Score = Score::new(-1);
/// The rank of a move that wins.
const WINS: i32 = 1_000_000;

impl Position for Domineering {
    type Move = Domino;
    type Undo = u64;

    const ALTERNATES: bool = true;
    const WIN_DISTANCE: bool = false;

    #[inline(always)]
    fn side(&self) -> Side {
        self.side
    }

    /// The same for the board rotated and mirrored. A board of 64 squares leaves no bit for the
    /// side, so each side has its own hash.
    #[inline(always)]
    fn key(&self) -> u64 {
        let name = mix(self.images(self.free).into_iter().fold(self.free, u64::min));
        if self.side == Side::First { name } else { join(name, 1) }
    }

    #[inline(always)]
    fn over(&self) -> Option<Score> {
        (self.halves() == 0).then_some(LOST)
    }

    #[inline]
    fn moves(&self, out: &mut Moves<'_, Domino>) {
        for domino in self.dominoes() {
            out.push_ranked(domino, self.rank(domino));
        }
    }

    /// The moves that do not lose by static bounds, up to one that wins by them, without those that
    /// are no better than others. If all lose, one.
    #[inline]
    fn relevant_moves(&self, out: &mut Moves<'_, Domino>) {
        let (mut open, mut others) = (0, [CountingProof::NONE; Size::MOST_SQUARES as usize]);
        let halves = undominated(self.board, self.free, self.side);
        self.any_after(each(halves), self.side.other(), |domino, claim| {
            if !claim.wins_first() {
                open |= 1 << domino.0;
                others[domino.0 as usize] = claim;
            }
            false
        });
        self.any_after(each(open), self.side, |domino, mine| {
            let wins = mine.wins_second();
            let rank = || self.rank_by(domino, [mine, others[domino.0 as usize]]);
            out.push_ranked(domino, if wins { WINS } else { rank() });
            wins
        });
        if out.is_empty() {
            self.dominoes().last().into_iter().for_each(|domino| out.push(domino));
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

    /// The square counted from 1, on the image of the board that the key is from.
    #[inline]
    fn move_code(&self, Domino(square): Domino) -> u16 {
        let images = self.images(self.free);
        let least = (0..images.len()).min_by_key(|image| images[*image]).unwrap_or(0);
        let domino = self.board.covered(1 << square, self.side);
        self.images(domino)[least].trailing_zeros() as u16 + 1
    }

    /// Exact where the mover wins by counting, now or after a move, or the opponent does: see
    /// `claim.rs`. A search rarely gets to a loss, for the opponent won before its last move.
    #[inline]
    fn bounds(&self) -> Bounds {
        if self.wins_ahead() {
            return Bounds::exact(WON);
        }
        let others = CountingProof::new(self.board, self.free, self.side.other());
        if others.wins_second() { Bounds::exact(LOST) } else { self.range() }
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
    pub(super) fn halves(&self) -> u64 {
        self.board.dominoes(self.free, self.side)
    }

    /// Returns the moves.
    #[inline(always)]
    pub(super) fn dominoes(&self) -> impl Iterator<Item = Domino> {
        each(self.halves()).map(|half| Domino(half.trailing_zeros() as u8))
    }

    /// Returns the squares as they are, rotated, and mirrored in both ways.
    #[inline(always)]
    fn images(&self, squares: u64) -> [u64; 4] {
        let (turned, flipped) = (self.board.turned(squares), self.board.flipped(squares));
        [squares, turned, flipped, self.board.turned(flipped)]
    }

    /// Returns the free squares after the move.
    #[inline(always)]
    pub(super) fn after(&self, Domino(square): Domino) -> u64 {
        self.free & !((1 | 1 << self.board.step(self.side)) << square)
    }
}
