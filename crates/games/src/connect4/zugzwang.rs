//! Zugzwang: bounds that hold because the board fills up.
//!
//! On a board of even height, a side that always replies in the column of the last move gets the
//! upper square of every pair. If no threat interferes, Second can do so to the end, and gets the
//! even rows (counted from 1). First can do so with a threat at an odd square, below which neither
//! side wants to play. Then it is often certain, long before the board is full, that the other side
//! cannot make four. The odd and even threats are from James D. Allen 1990, "Expert play in
//! Connect-Four"; the rules *claimeven* and *baseinverse*, which are proofs, from Victor Allis
//! 1988, "A knowledge-based approach of Connect-Four". Here both are combined on whole boards, with
//! a few instructions for all lines at once.
//!
//! # The two plans
//! In a column with an odd number of empty squares, the lowest one, where a stone can fall now, is
//! in an even row. These squares are called *loose*. Above the loose square, and in all other
//! columns, the empty squares form pairs of an odd row and the even row above it.
//!
//! - **Second follows up.** When First is to move, the number of loose squares is even. Second
//!   answers each move into a pair with the pair's upper square, and each loose square with another
//!   loose square. First gets odd rows, and one of each two paired loose squares. When Second is to
//!   move, the number is odd, and Second takes a loose square first.
//! - **First follows up** when Second is to move and First threatens an odd square in a column with
//!   a loose square. In this column Second gets even rows, in all others odd ones, and one of each
//!   two other loose squares. When all other squares are full, Second must play below the threat.
//!   When First is to move, the number of other loose squares is odd, and First takes one first.
//!   If the column of the threat has no loose square, its lowest empty square counts as one of the
//!   others: once a stone is there, the column has a loose square.
//!
//! A plan is sound if the squares that it leaves to the other side make no four, because then no
//! threat interferes. Above a square where the side that follows up makes four, the other side gets
//! no square at all, because a move below it loses.

use super::bitboard::has_four;
use super::{ConnectFour, Shape};
use crate::each;
use eldest::{Position, Side, Window};

/// A position that the next two stones do not decide, in terms of First and Second.
pub(super) struct Filling<S: Shape> {
    shape: S,
    first: u64,
    second: u64,
    /// The empty squares where First makes four, in odd rows and in even ones, except where a stone
    /// can fall now.
    first_odd: u64,
    first_even: u64,
    /// Those where Second makes four, in even rows.
    second_even: u64,
    /// The empty squares in odd rows and in even ones; the bottom row is the first.
    odd: u64,
    even: u64,
    loose: u64,
    /// The squares in odd rows where a stone can fall now.
    lowest: u64,
    first_moves: bool,
}

impl<S: Shape> ConnectFour<S> {
    /// Returns whether First gets more than `score`, if zugzwang decides it.
    #[inline(always)]
    pub(super) fn first_gets_more_than(&self, score: i32) -> Option<bool> {
        if self.can_follow() { Filling::of(self).first_gets_more_than(score) } else { None }
    }

    /// Whether a side can follow up in every column: on boards of an even number of rows.
    #[inline(always)]
    pub(super) fn can_follow(&self) -> bool {
        self.shape.height().is_multiple_of(2)
    }

    /// Returns whether a safe move settles that the side to move gets more than alpha of a null
    /// window: it makes two threats at once, or zugzwang decides the game after it. `score` is the
    /// one that First would have to exceed.
    #[inline(always)]
    pub(super) fn some_move_settles(&self, window: Window, score: i32) -> bool {
        let (safe, follows) = (self.safe(), self.can_follow());
        let settles = |cell| self.with(cell).is_settled(window, score);
        follows && safe & (safe - 1) != 0 && each(safe).any(settles)
    }

    /// The same after that move.
    #[inline(always)]
    fn is_settled(&self, window: Window, score: i32) -> bool {
        if self.safe() == 0 {
            return -self.decided() >= window.beta();
        }
        Filling::of(self).last_move_settles(score)
    }
}

impl<S: Shape> Filling<S> {
    #[inline(always)]
    fn of(position: &ConnectFour<S>) -> Self {
        let first_moves = position.side() == Side::First;
        let mover = (position.mine, position.my_fours);
        let other = (position.theirs(), position.their_fours);
        let ((first, first_fours), (second, second_fours)) =
            if first_moves { (mover, other) } else { (other, mover) };
        let (empty, shape) = (position.empty(), position.shape);
        let odd = empty & odd_rows(shape);
        let even = empty ^ odd;
        let (lowest, loose) = (position.playable() & odd, position.playable() & even);
        Self {
            shape,
            first,
            second,
            first_odd: first_fours & (odd ^ lowest),
            first_even: first_fours & (even ^ loose),
            second_even: second_fours & (even ^ loose),
            odd,
            even,
            loose,
            lowest,
            first_moves,
        }
    }

    #[inline(always)]
    fn first_gets_more_than(&self, score: i32) -> Option<bool> {
        if score >= 0 && self.no_more_than(score) {
            Some(false)
        } else if self.more_than(score) {
            Some(true)
        } else if score < 0 && self.no_more_than(score) {
            Some(false)
        } else {
            None
        }
    }

    #[inline(always)]
    fn more_than(&self, score: i32) -> bool {
        self.first_wins(score + 1) || score < 0 && self.second_is_dead()
    }

    #[inline(always)]
    fn no_more_than(&self, score: i32) -> bool {
        (score >= 0 || self.second_fills(-score)) && self.second_holds()
    }

    /// Returns whether it is certain that First gets more than `score`, if First has just moved;
    /// that First does not, if Second has.
    #[inline(always)]
    fn last_move_settles(&self, score: i32) -> bool {
        if self.first_moves { self.no_more_than(score) } else { self.more_than(score) }
    }

    /// Returns whether First makes no four if Second follows up.
    #[inline(always)]
    fn second_holds(&self) -> bool {
        let left = self.odd & !self.above(self.second_even);
        self.makes_no_four(self.first | left, self.loose, u32::from(!self.first_moves))
    }

    /// Returns whether Second's plan makes a four with a score of `score` or more, if First makes
    /// none.
    #[inline(always)]
    fn second_fills(&self, score: i32) -> bool {
        if score == 1 {
            return has_four(self.shape, self.second | (self.even ^ self.loose));
        }
        self.second_even & worth(self.shape, score) != 0
    }

    /// Returns whether Second cannot make four, even with all empty squares.
    #[inline(always)]
    fn second_is_dead(&self) -> bool {
        !has_four(self.shape, self.second | self.odd | self.even)
    }

    /// Returns whether First wins `score` or more with one of the threats by following up.
    #[inline(always)]
    fn first_wins(&self, score: i32) -> bool {
        let mut threats = self.first_odd & worth(self.shape, score);
        while threats != 0 {
            let threat = threats & threats.wrapping_neg();
            threats ^= threat;
            if self.first_wins_by(threat, column_of(self.shape, threat)) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn first_wins_by(&self, threat: u64, column: u64) -> bool {
        let elsewhere = self.odd & !self.above(self.first_even) & !column;
        let below = self.even & column & (threat - 1);
        self.makes_no_four(
            self.second | elsewhere | below,
            self.loose & !column | self.lowest & column,
            u32::from(self.first_moves),
        )
    }

    /// Returns whether these `stones` make no four, even with one of each two of the `loose`
    /// squares. The other side first takes `spare` of the loose squares.
    #[inline(always)]
    fn makes_no_four(&self, stones: u64, loose: u64, spare: u32) -> bool {
        if has_four(self.shape, stones) {
            return false;
        }
        let count = loose.count_ones();
        if count == spare || !has_four(self.shape, stones | loose) {
            return true;
        }
        let spoiling =
            || each(loose).filter(|square| has_four(self.shape, stones | square)).count();
        count == 2 + spare && spoiling() <= spare as usize
    }

    /// Returns the squares above these in their columns. Within a column, x | -x is x's lowest bit
    /// and all above.
    #[inline(always)]
    fn above(&self, squares: u64) -> u64 {
        let (board, over) = (self.shape.board(), self.shape.bottom() << self.shape.height());
        ((squares | (over - squares)) & board) << 1 & board
    }
}

/// Returns the odd rows: in a column of even height, 0b…0101 is a third of 0b…1111.
#[inline(always)]
fn odd_rows<S: Shape>(shape: S) -> u64 {
    shape.board() / 3
}

/// Returns the squares where a four scores `score` or more even if all other columns are filled
/// first.
#[inline(always)]
fn worth<S: Shape>(shape: S, score: i32) -> u64 {
    let rows = (shape.height() as i32 + 2 - 2 * score).clamp(0, shape.height() as i32);
    shape.bottom() * ((1 << rows) - 1)
}

/// Returns all squares of the column of this one.
#[inline(always)]
fn column_of<S: Shape>(shape: S, square: u64) -> u64 {
    shape.foot(shape.column(square)) * ((1 << shape.height()) - 1)
}
