//! Solves the last squares without a table, a move list or mobility.
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

impl Leaf {
    /// Returns the value for the mover, by a null window above `alpha`; fail-soft.
    fn value(&self, mine: u64, theirs: u64, empty: u64, alpha: i32) -> i32 {
        if empty.is_power_of_two() {
            return self.rules.with_one_left(mine, theirs, empty);
        }
        let passed = || self.best(theirs, mine, empty, -alpha - 1).map(|value| -value);
        self.best(mine, theirs, empty, alpha)
            .or_else(passed)
            .unwrap_or_else(|| self.rules.score(mine.count_ones(), theirs.count_ones()))
    }

    /// Returns the same without a pass; `None` if the mover must pass.
    fn best(&self, mine: u64, theirs: u64, empty: u64, alpha: i32) -> Option<i32> {
        let mut best = None;
        for part in [empty & self.odd, empty & !self.odd] {
            for bit in each(part) {
                let flips = bits::flips(mine, theirs, bit);
                if flips != 0 {
                    let (mine, theirs) = (mine | flips | bit, theirs & !flips);
                    best = best.max(Some(-self.value(theirs, mine, empty ^ bit, -alpha - 1)));
                    if best > Some(alpha) {
                        return best;
                    }
                }
            }
        }
        best
    }
}

impl OthelloRules {
    /// Returns the score with one empty square: the mover fills it, else the opponent, else it
    /// stays empty.
    pub(super) fn with_one_left(self, mine: u64, theirs: u64, left: u64) -> i32 {
        let (my_discs, their_discs) = (mine.count_ones(), theirs.count_ones());
        let flips = bits::flips(mine, theirs, left).count_ones();
        if flips > 0 {
            return self.score(my_discs + 1 + flips, their_discs - flips);
        }
        let flips = bits::flips(theirs, mine, left).count_ones();
        let filled = u32::from(flips > 0);
        self.score(my_discs - flips, their_discs + flips + filled)
    }
}
