//! Move ordering: far from the end by the trained evaluation, everywhere by mobility and parity.

use super::trained::Board;
use super::{Othello, Square, bits};

/// The weights of the opponent's moves, of corners, of the opponent's potential moves and of
/// parity, tuned on endgames with 17 to 20 empty squares.
const MOBILITY: i32 = 16;
const CORNER: i32 = 8;
const POTENTIAL: i32 = 4;
const PARITY: i32 = 4;
/// The numbers of empty squares from which moves are ordered by the evaluation too, and by that of
/// the positions after the best reply, tuned on FFO 40 to 44 (`docs/othello.md`).
const EVALUATED: u32 = 11;
const SEARCHED: u32 = 14;

/// What the ranks of all moves of a position have in common.
pub(super) struct Ranking {
    /// The quarters with an odd number of empty squares.
    odd: u64,
    /// The depth to which moves are evaluated, if they are.
    plies: Option<u32>,
}

impl Othello {
    #[inline]
    pub(super) fn ranking(&self) -> Ranking {
        let empties = self.empty().count_ones();
        let is_evaluated = self.rules.size() == 8 && empties >= EVALUATED;
        let plies = is_evaluated.then_some(u32::from(empties >= SEARCHED));
        Ranking { odd: self.odd(), plies }
    }

    /// Returns the quarters of the board with an odd number of empty squares: a player that moves
    /// there first can also move there last (Brockington and Schaeffer, and every solver since).
    #[inline]
    pub(super) fn odd(&self) -> u64 {
        let empty = self.empty();
        let half = self.rules.size() / 2;
        let left = ((1_u64 << half) - 1) * 0x0101_0101_0101_0101;
        let top = (1_u64 << (8 * half)) - 1;
        let odd = |mask: u64| if (empty & mask).count_ones() & 1 == 1 { mask } else { 0 };
        odd(left & top) | odd(!left & top) | odd(left & !top) | odd(!left & !top)
    }

    /// Ranks moves fastest-first: by the fewest replies of the opponent, where a reply in a corner
    /// counts twice. Then by corners, the opponent's potential mobility, and odd quarters. Far from
    /// the end the evaluation counts most.
    #[inline]
    pub(super) fn rank(&self, square: Square, ranking: &Ranking) -> i32 {
        let (flips, bit) = (self.flips(square), square.bit());
        let (mine, theirs) = (self.mine | flips | bit, self.theirs & !flips);
        let (empty, corners) = (self.empty() & !bit, self.rules.corners());
        let answers = bits::moves(theirs, mine, empty);
        let potential = bits::neighbours(mine) & empty;
        let rank = corner(bit, corners) + PARITY * i32::from(bit & ranking.odd != 0)
            - MOBILITY * (answers.count_ones() + (answers & corners).count_ones()) as i32
            - POTENTIAL * potential.count_ones() as i32;
        let child = Board { mine: theirs, theirs: mine, playable: answers };
        rank - ranking.plies.map_or(0, |plies| child.value(plies) / 2)
    }
}

/// Returns the bonus of a corner, or the penalty of a square next to one.
#[inline]
const fn corner(bit: u64, corners: u64) -> i32 {
    let given = bits::neighbours(bit) & corners != 0;
    if bit & corners != 0 {
        CORNER
    } else if given {
        -CORNER
    } else {
        0
    }
}
