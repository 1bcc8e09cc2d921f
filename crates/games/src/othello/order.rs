//! Move ordering: far from the end by the trained evaluation, everywhere by mobility and parity.

use super::trained::MoverBoard;
use super::{Othello, Square, bits};
use crate::each;
use eldest::{Moves, Position};

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

impl Othello {
    /// Returns the depth to which moves are evaluated in searches to the end; `None` if they are
    /// not.
    #[inline]
    pub(super) fn evaluated_to(&self) -> Option<u32> {
        let empties = self.empty().count_ones();
        let is_evaluated = self.rules.size() == 8 && empties >= EVALUATED;
        is_evaluated.then_some(u32::from(empties >= SEARCHED))
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
        let odd = self.odd();
        for bit in each(self.playable) {
            let square = Square(bit.trailing_zeros() as u8);
            out.push_ranked(square, self.rank(square, odd, plies));
        }
    }

    /// Returns the quarters with an odd number of empty squares.
    #[inline]
    pub(super) fn odd(&self) -> u64 {
        bits::odd_quarters(self.empty(), self.rules.size())
    }

    /// Ranks moves fastest-first: by the fewest replies of the opponent, where a reply in a corner
    /// counts twice. Then by corners, the opponent's potential mobility, and `odd` quarters. With
    /// an evaluation, to `plies`, that counts most.
    #[inline]
    pub(super) fn rank(&self, square: Square, odd: u64, plies: Option<u32>) -> i32 {
        let (flips, bit) = (self.flips(square), square.bit());
        let (mine, theirs) = (self.mine | flips | bit, self.theirs & !flips);
        let (empty, corners) = (self.empty() & !bit, self.rules.corners());
        let answers = bits::moves(theirs, mine, empty);
        let potential = bits::neighbours(mine) & empty;
        let rank = corner(bit, corners) + PARITY * i32::from(bit & odd != 0)
            - MOBILITY * (answers.count_ones() + (answers & corners).count_ones()) as i32
            - POTENTIAL * potential.count_ones() as i32;
        let child = MoverBoard { mine: theirs, theirs: mine, playable: answers };
        rank - plies.map_or(0, |plies| child.value(plies) / 2)
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
