//! Solves the last squares by null windows, without a table, a move list or mobility.
//!
//! So near the end, move ordering saves less than it costs. Only squares in quarters with an odd
//! number of empty squares come first, as in the endgame solvers that follow Warren Smith's and
//! Gunnar Andersson's.

use super::{Othello, OthelloRules, bits};
use crate::each;
use eldest::{Bounds, Score, Window};

/// The most empty squares for which this is faster than the search.
pub(super) const LAST: u32 = 5;

impl Othello {
    /// Plays the game to its end. Returns the bounds that decide whether the value exceeds `alpha`.
    pub(super) fn played_out(&self, alpha: Score) -> Bounds {
        let leaf = Leaf { rules: self.rules, odd: self.odd() };
        let value = Score::new(leaf.value(self.mine, self.theirs, self.empty(), alpha.get()));
        Bounds::from_bound(value, Window::null(alpha).classify(value))
    }
}

/// The constants of a solve.
struct Leaf {
    rules: OthelloRules,
    /// The quarters that were odd at the start.
    odd: u64,
}

/// Less than every value: no square flips a disc.
const NONE: i32 = i32::MIN;

impl Leaf {
    /// Returns the value for the mover, by a null window above `alpha`; fail-soft.
    fn value(&self, mine: u64, theirs: u64, empty: u64, alpha: i32) -> i32 {
        if empty.is_power_of_two() {
            return self.rules.with_one_left(mine, empty);
        }
        match self.best(mine, theirs, empty, alpha) {
            NONE => {}
            value => return value,
        }
        match self.best(theirs, mine, empty, -alpha - 1) {
            NONE => self.rules.score(mine.count_ones(), theirs.count_ones()),
            value => -value,
        }
    }

    /// Returns the same without a pass, not for one empty square; [`NONE`] if the mover must pass.
    fn best(&self, mine: u64, theirs: u64, empty: u64, alpha: i32) -> i32 {
        if (empty & empty.wrapping_sub(1)).is_power_of_two() {
            return best_of(each(empty), mine, theirs, alpha, |mine, _, bit| {
                self.rules.with_one_left(mine, empty ^ bit)
            });
        }
        let near = empty & bits::neighbours(theirs);
        let squares = each(near & self.odd).chain(each(near & !self.odd));
        best_of(squares, mine, theirs, alpha, |mine, theirs, bit| {
            self.value(mine, theirs, empty ^ bit, -alpha - 1)
        })
    }
}

/// Returns the best of the moves to `squares`, up to one above `alpha`; `value` is the value of the
/// position after a move, for its mover.
#[inline(always)]
fn best_of(
    squares: impl Iterator<Item = u64>,
    mine: u64,
    theirs: u64,
    alpha: i32,
    value: impl Fn(u64, u64, u64) -> i32,
) -> i32 {
    let mut best = NONE;
    for bit in squares {
        let flips = bits::flips(mine, theirs, bit);
        if flips != 0 {
            best = best.max(-value(theirs & !flips, mine | flips | bit, bit));
            if best > alpha {
                return best;
            }
        }
    }
    best
}

impl OthelloRules {
    /// Returns the score with one empty square, `left`: the mover fills it, else the opponent, else
    /// it stays empty. The opponent has all other squares that are not `mine`.
    #[inline]
    pub(super) fn with_one_left(self, mine: u64, left: u64) -> i32 {
        let (discs, squares) = (mine.count_ones(), self.squares());
        let full = |discs: u32| self.score(discs, squares - discs);
        match bits::flips_of_last(mine, left) {
            0 => {}
            flips => return full(discs + flips + 1),
        }
        match bits::flips_of_last(self.board() & !(mine | left), left) {
            0 => self.score(discs, squares - 1 - discs),
            flips => full(discs - flips),
        }
    }
}
