//! The order of moves: by what both sides can claim after them, and by their places.

use super::claim::CountingProof;
use super::set::Set;
use super::{Domineering, Domino};
use eldest::Side;

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

impl<const WORDS: usize> Domineering<WORDS> {
    /// Returns the useful squares after the move.
    #[inline(always)]
    fn left_after(&self, domino: Domino) -> Set<WORDS> {
        self.board.useful(self.after(domino))
    }

    /// Ranks moves by what both sides can claim after them, and by their places.
    #[inline]
    pub(super) fn rank(&self, domino: Domino) -> i32 {
        let (left, sides) = (self.left_after(domino), [self.side, self.side.other()]);
        let claims = sides.map(|side| CountingProof::new(self.board, left, side));
        self.rank_by(domino, claims)
    }

    /// The same, with the claims after the move. The mover's own margin counts twice, for it must be
    /// proved in the end.
    #[inline(always)]
    pub(super) fn rank_by(&self, domino: Domino, [mine, others]: [CountingProof; 2]) -> i32 {
        let safe = SAFE[0] * mine.safe() - SAFE[1] * others.safe();
        2 * mine.mean() - others.mean() + safe + self.worth(domino)
    }

    /// Returns the worth of the place of a move.
    #[inline(always)]
    fn worth(&self, domino: Domino) -> i32 {
        let (row, column) = domino.place(self.board);
        let (rows, columns) = (self.board.rows(), self.board.columns());
        let (line, end) = match self.side {
            Side::First => (column.min(columns - 1 - column), row.min(rows - 2 - row)),
            Side::Second => (row.min(rows - 1 - row), column.min(columns - 2 - column)),
        };
        let squares = self.board.covered(Set::square(domino.0.into()), self.side);
        let beside =
            (self.board.beside(squares, self.side.other()) & self.left_after(domino)).len();
        let worth = |table: [i32; 3], at: u32| table.get(at as usize).copied().unwrap_or(0);
        worth(LINES, line) + worth(ENDS, end) + BESIDE * beside as i32
    }
}
