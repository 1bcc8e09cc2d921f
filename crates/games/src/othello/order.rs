//! Move ordering: far from the end by the trained evaluation, everywhere by mobility and parity.

use super::lookahead::EvaluatedBoard;
use super::{Othello, Square, bits};
use crate::each;
use eldest::{Moves, Position};

/// The weights of the opponent's moves, of corners, of the opponent's potential moves and of
/// parity, tuned on endgames with 17 to 20 empty squares.
const MOBILITY: i32 = 16;
const CORNER: i32 = 8;
const POTENTIAL: i32 = 4;
const PARITY: i32 = 4;
/// The numbers of empty squares from which moves are ordered by the evaluation too, and by searches
/// to one ply, two plies and so on, tuned on FFO 40 to 47 (`docs/othello.md`).
const LOOKAHEAD: [u32; 5] = [13, 16, 18, 20, 22];

impl Othello {
    /// Returns the depth to which moves are evaluated in searches to the end; `None` if they are
    /// not.
    #[inline]
    pub(super) fn evaluated_to(&self) -> Option<u32> {
        let empties = self.empty().count_ones();
        let plies = LOOKAHEAD.iter().rposition(|&from| from <= empties);
        plies.filter(|_| self.rules.size() == 8).map(|plies| plies as u32)
    }

    /// Lists the moves with their ranks; `plies` is the depth of the evaluation.
    #[inline]
    pub(super) fn list(&self, out: &mut Moves<'_, Square>, plies: Option<u32>) {
        if self.playable == 0 {
            if self.over().is_none() {
                out.push(Square::PASS);
            }
            return;
        }
        let ranking = Ranking::new(self);
        let evaluated = plies.map(|plies| (EvaluatedBoard::from(self), plies));
        for bit in each(self.playable) {
            let rank = ranking.rank(bit, evaluated.as_ref());
            out.push_ranked(Square(bit.trailing_zeros() as u8), rank);
        }
    }

    /// Returns the quarters with an odd number of empty squares.
    #[inline]
    pub(super) fn odd(&self) -> u64 {
        bits::odd_quarters(self.empty(), self.rules.size())
    }
}

/// What the moves of a position are ranked by.
struct Ranking {
    mine: u64,
    theirs: u64,
    empty: u64,
    /// The quarters with an odd number of empty squares.
    odd: u64,
    corners: u64,
    /// The squares next to corners.
    beside: u64,
}

impl Ranking {
    #[inline]
    fn new(position: &Othello) -> Self {
        let Othello { mine, theirs, rules, .. } = *position;
        let corners = rules.corners();
        let beside = bits::neighbours(corners) & !corners;
        Self { mine, theirs, empty: position.empty(), odd: position.odd(), corners, beside }
    }

    /// Ranks moves fastest-first: by the fewest replies of the opponent, where a reply in a corner
    /// counts twice. Then by corners and squares beside them, the opponent's potential mobility, and
    /// odd quarters. With a board to evaluate, and the depth, that counts most.
    #[inline]
    fn rank(&self, bit: u64, evaluated: Option<&(EvaluatedBoard, u32)>) -> i32 {
        let flips = bits::flips(self.mine, self.theirs, bit);
        let (mine, theirs) = (self.mine | flips | bit, self.theirs & !flips);
        let empty = self.empty & !bit;
        let answers = bits::moves(theirs, mine, empty);
        let potential = bits::neighbours(mine) & empty;
        let is_in = |squares: u64| i32::from(bit & squares != 0);
        let rank = CORNER * (is_in(self.corners) - is_in(self.beside)) + PARITY * is_in(self.odd)
            - MOBILITY * (answers.count_ones() + (answers & self.corners).count_ones()) as i32
            - POTENTIAL * potential.count_ones() as i32;
        rank - evaluated.map_or(0, |(board, plies)| {
            let value = board.after_move(bit, flips, answers).value(*plies);
            if *plies < 2 { value / 2 } else { value }
        })
    }
}
