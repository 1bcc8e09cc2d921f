//! [`EvaluatedBoard`]: searches of the trained evaluation over a few plies, which order moves.
//!
//! Deep nodes are worth the order of a shallow search (Buro 1997, "Experiments with Multi-ProbCut
//! and a New High-Quality Evaluation Function for Othello").

use super::patterns::PatternNumbers;
use super::weights::{BUILT_IN, ODD, SIZE, Stage, THEIR_MOVES, stage};
use super::{Othello, bits};
use crate::each;

/// The squares of a quarter.
const QUARTER: usize = 16;
/// More than every value, in parts of a disc.
const MOST: i32 = i32::MAX;

/// A standard board as the mover sees it, with the numbers of its patterns.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct EvaluatedBoard {
    mine: u64,
    theirs: u64,
    /// The legal squares of the mover.
    playable: u64,
    pub(super) numbers: PatternNumbers,
}

impl From<&Othello> for EvaluatedBoard {
    fn from(position: &Othello) -> Self {
        let Othello { mine, theirs, playable, .. } = *position;
        Self { mine, theirs, playable, numbers: PatternNumbers::new(mine, theirs) }
    }
}

impl EvaluatedBoard {
    /// Returns the value of a search to this depth for the mover, in parts of a disc. It ends at a
    /// pass.
    pub(super) fn value(&self, plies: u32) -> i32 {
        self.search(plies, -MOST, MOST)
    }

    /// Returns the same within a window; fail-soft.
    fn search(&self, plies: u32, alpha: i32, beta: i32) -> i32 {
        if plies == 0 || self.playable == 0 {
            return self.score();
        }
        let mut best = -MOST;
        let mut goes_on = |bit| {
            best = best.max(-self.after(bit).search(plies - 1, -beta, -best.max(alpha)));
            best < beta
        };
        if plies == 1 {
            each(self.playable).all(goes_on);
        } else {
            let mut order = [0; 64];
            let count = self.order(&mut order);
            order[..count].iter().all(|ranked| goes_on(1 << (ranked & 63)));
        }
        best
    }

    /// Lists the scores after the moves, the best first, each with its square as the lowest digit;
    /// returns the number of moves.
    fn order(&self, order: &mut [i32; 64]) -> usize {
        let mut count = 0;
        for bit in each(self.playable) {
            order[count] = 64 * self.after(bit).score() + bit.trailing_zeros() as i32;
            count += 1;
        }
        order[..count].sort_unstable();
        count
    }

    fn after(&self, bit: u64) -> Self {
        let flips = bits::flips(self.mine, self.theirs, bit);
        let mut after = self.after_move(bit, flips, 0);
        after.playable = bits::moves(after.mine, after.theirs, after.empty());
        after
    }

    /// Returns the board after a move that flips these discs, where the opponent can play on the
    /// squares of `playable`.
    #[inline]
    pub(super) fn after_move(&self, bit: u64, flips: u64, playable: u64) -> Self {
        let (mine, theirs) = (self.theirs & !flips, self.mine | flips | bit);
        let numbers = self.numbers.after(&BUILT_IN.discs, bit, flips);
        Self { mine, theirs, playable, numbers }
    }

    /// Returns the score for the mover, in parts of a disc.
    #[inline]
    pub(super) fn score(&self) -> i32 {
        let Stage { patterns, terms } = &BUILT_IN.stages[stage(self.empty().count_ones())];
        let mut sum = self.terms().into_iter().map(|term| i32::from(terms[term])).sum();
        self.numbers.visit(|index| sum += i32::from(patterns[index]));
        sum
    }

    const fn empty(&self) -> u64 {
        !(self.mine | self.theirs)
    }

    /// Returns the weights that count besides those of patterns.
    #[inline]
    pub(super) fn terms(&self) -> [usize; 3] {
        let empty = self.empty();
        let count = |moves: u64| (moves.count_ones() as usize).min(THEIR_MOVES - 1);
        let odd = bits::odd_quarters(empty, SIZE).count_ones() as usize / QUARTER;
        [
            count(self.playable),
            THEIR_MOVES + count(bits::moves(self.theirs, self.mine, empty)),
            ODD + odd,
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::Square;
    use crate::othello::trained::tests::positions;
    use eldest::Position;

    #[test]
    fn boards_after_moves_are_those_of_the_positions() {
        for position in positions() {
            let board = EvaluatedBoard::from(&position);
            for bit in each(board.playable) {
                let mut played = position;
                played.play(Square(bit.trailing_zeros() as u8));
                assert_eq!(board.after(bit), EvaluatedBoard::from(&played), "{position}");
            }
        }
    }

    #[test]
    fn cutoffs_change_no_value() {
        fn minimax(board: &EvaluatedBoard, plies: u32) -> i32 {
            let values = each(board.playable).map(|bit| -minimax(&board.after(bit), plies - 1));
            if plies == 0 { board.score() } else { values.max().unwrap_or(board.score()) }
        }
        for position in positions().into_iter().step_by(16) {
            let board = EvaluatedBoard::from(&position);
            for plies in 0..=3 {
                assert_eq!(board.value(plies), minimax(&board, plies), "{position}, {plies} plies");
            }
        }
    }
}
