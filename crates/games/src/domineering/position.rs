//! The rules: the [`Position`] of the game.

use super::claim::CountingProof;
use super::dominated::undominated;
use super::{Domineering, Domino};
use crate::{each, join, mix};
use eldest::{Bounds, Moves, Position, Score, Side};

const WON: Score = Score::new(1);
const LOST: Score = Score::new(-1);
/// The rank of a move that wins.
const WINS: i32 = 1_000_000;
/// The worth of a safe square, the mover's own or the opponent's. This and the worth of places were
/// tuned by the nodes of 7x7, 8x7, 7x6, 8x6 and six positions of 8x8 after four moves.
const SAFE: [i32; 2] = [6, 4];
/// The worth of a move on the line at the edge of the board along which the side moves, on the next
/// line, and so on. A move on the second line makes squares at the edge safe.
const LINES: [i32; 3] = [-8, 24, 0];
/// The worth of a move with no square between it and the end of its line, with one, and so on.
const ENDS: [i32; 3] = [24, 4, 8];
/// The worth of a useful square beside the move.
const BESIDE: i32 = 4;
/// The least change of the lead by a move that is expected to prove a win. On 8x7, Horizontal
/// first, about one in a hundred moves below it did.
const LEAST_CHANGE: i32 = -1;
/// A move must also change the lead by the half moves that the mover lacks, less these: on 7x7, 7x6,
/// 8x7 and 8x8, at most one in forty of the other moves proved a win.
const SLACK: i32 = 3;

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
        for domino in dominoes(undominated(self.board, self.free, self.side)) {
            let left = self.left_after(domino);
            let others = CountingProof::new(self.board, left, self.side.other());
            if others.wins_first() {
                continue;
            }
            let mine = CountingProof::new(self.board, left, self.side);
            if mine.wins_second() {
                return out.push_ranked(domino, WINS);
            }
            out.push_ranked(domino, self.rank_by(domino, left, [mine, others]));
        }
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
    const fn halves(&self) -> u64 {
        self.board.dominoes(self.free, self.side)
    }

    /// Returns the moves.
    #[inline(always)]
    pub(super) fn dominoes(&self) -> impl Iterator<Item = Domino> {
        dominoes(self.halves())
    }

    /// Returns the squares as they are, rotated, and mirrored in both ways.
    #[inline(always)]
    fn images(&self, squares: u64) -> [u64; 4] {
        let (turned, flipped) = (self.board.turned(squares), self.board.flipped(squares));
        [squares, turned, flipped, self.board.turned(flipped)]
    }

    /// Returns the free squares after the move.
    #[inline(always)]
    const fn after(&self, Domino(square): Domino) -> u64 {
        self.free & !((1 | 1 << self.board.step(self.side)) << square)
    }

    /// Whether the mover wins by static bounds, now or after some move.
    #[inline(always)]
    fn wins_ahead(&self) -> bool {
        let claim = CountingProof::new(self.board, self.free, self.side);
        if claim.wins_first() || !claim.is_near() {
            return claim.wins_first();
        }
        let least = LEAST_CHANGE.max(claim.lack() - SLACK);
        let claim_after =
            |domino| CountingProof::new(self.board, self.left_after(domino), self.side);
        self.promising(least).any(|domino| claim_after(domino).wins_second())
    }

    /// Returns the moves that change the lead of the mover in usable squares by `least` or more, the
    /// greatest change first. No move changes it by more than 4.
    #[inline(always)]
    fn promising(&self, least: i32) -> impl Iterator<Item = Domino> {
        let (before, mut by_change) = (self.lead(self.free), [0; (4 - LEAST_CHANGE) as usize + 1]);
        for half in each(self.halves()) {
            let change = self.lead(self.free & !self.board.covered(half, self.side)) - before;
            if change >= least {
                by_change[(4 - change) as usize] |= half;
            }
        }
        by_change.into_iter().flat_map(dominoes)
    }

    /// Returns the number of squares that the mover can use less those that its opponent can use.
    #[inline(always)]
    fn lead(&self, free: u64) -> i32 {
        let count = |side| self.board.reach(free, side).count_ones() as i32;
        count(self.side) - count(self.side.other())
    }

    /// Returns the useful squares after the move.
    #[inline(always)]
    const fn left_after(&self, domino: Domino) -> u64 {
        self.board.useful(self.after(domino))
    }

    /// Ranks moves by what both sides can claim after them, and by their places.
    #[inline]
    pub(super) fn rank(&self, domino: Domino) -> i32 {
        let (left, sides) = (self.left_after(domino), [self.side, self.side.other()]);
        let claims = sides.map(|side| CountingProof::new(self.board, left, side));
        self.rank_by(domino, left, claims)
    }

    /// The same, with the useful squares after the move and the claims on them. The mover's own
    /// margin counts twice, for it must be proved in the end.
    #[inline(always)]
    fn rank_by(&self, domino: Domino, left: u64, [mine, others]: [CountingProof; 2]) -> i32 {
        let safe = SAFE[0] * mine.safe() - SAFE[1] * others.safe();
        2 * mine.mean() - others.mean() + safe + self.worth(domino, left)
    }

    /// Returns the worth of the place of a move; `left` are the useful squares after it.
    #[inline(always)]
    fn worth(&self, domino: Domino, left: u64) -> i32 {
        let (row, column) = domino.place(self.board);
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let (line, end) = match self.side {
            Side::First => (column.min(columns - 1 - column), row.min(rows - 2 - row)),
            Side::Second => (row.min(rows - 1 - row), column.min(columns - 2 - column)),
        };
        let squares = self.board.covered(1 << domino.0, self.side);
        let beside = (self.board.beside(squares, self.side.other()) & left).count_ones();
        let worth = |table: [i32; 3], at: u32| table.get(at as usize).copied().unwrap_or(0);
        worth(LINES, line) + worth(ENDS, end) + BESIDE * beside as i32
    }
}

/// Returns the dominoes with these upper or left halves.
#[inline(always)]
fn dominoes(halves: u64) -> impl Iterator<Item = Domino> {
    each(halves).map(|half| Domino(half.trailing_zeros() as u8))
}
