//! [`Trained`]: an evaluator with weights learnt from positions that the program has solved.
//!
//! `eldest-tune` makes the positions and fits the weights (`docs/othello.md`).

pub use super::patterns::Classes;

use super::patterns::{self, NUMBERS};
use super::{Othello, bits};
use crate::each;
use eldest::table::mixed;
use eldest::{Evaluator, Score};
use std::sync::LazyLock;

/// The stages of the game, by the least number of empty squares. Each has its own weights.
pub const STAGES: [u32; 5] = [0, 12, 15, 19, 25];
/// The weight of one disc.
pub const DISC: i32 = 8;

/// The rows of the standard board, and the squares of a quarter.
const SIZE: u32 = 8;
const QUARTER: usize = 16;
/// The number of weights of a stage besides those of patterns: for the numbers of legal moves, of
/// the mover and of the opponent, and for the number of odd quarters.
const TERMS: usize = ODD + 5;
const THEIR_MOVES: usize = 32;
const ODD: usize = 2 * THEIR_MOVES;

static BUILT_IN: LazyLock<Weights> = LazyLock::new(|| Weights::read(include_bytes!("weights.bin")));

/// The weights of all stages.
struct Weights {
    stages: [Stage; STAGES.len()],
    /// A hash of the file.
    fingerprint: u64,
}

struct Stage {
    /// By the number of a pattern.
    patterns: Box<[i8; NUMBERS]>,
    terms: [i8; TERMS],
}

impl Weights {
    /// Reads weights as `eldest-tune patterns` writes them, a byte each.
    fn read(bytes: &[u8]) -> Self {
        let classes = Classes::new();
        let stages = bytes.chunks_exact(classes.count() + TERMS);
        let stages: Vec<_> = stages.map(|bytes| Stage::read(bytes, &classes)).collect();
        let stages = stages.try_into().unwrap_or_else(|_| panic!("the file has all stages"));
        Self { stages, fingerprint: mixed(bytes.iter().map(|&byte| u64::from(byte))) }
    }
}

impl Stage {
    fn read(bytes: &[u8], classes: &Classes) -> Self {
        let weights: Vec<i8> = bytes.iter().map(|byte| byte.cast_signed()).collect();
        let of_class = |class: i32| match class.unsigned_abs() as usize {
            0 => 0,
            number => weights[number - 1] * class.signum() as i8,
        };
        let patterns: Vec<i8> = (0..NUMBERS).map(|number| of_class(classes.of(number))).collect();
        let terms = weights[classes.count()..].try_into().expect("the weights end with the terms");
        Self { patterns: patterns.try_into().expect("one weight for each number"), terms }
    }
}

/// Returns the stage of positions with this many empty squares.
#[must_use]
pub fn stage(empties: u32) -> usize {
    STAGES.iter().rposition(|&least| least <= empties).unwrap_or(0)
}

/// A standard board, as the mover sees it.
#[derive(Copy, Clone, Debug)]
pub(super) struct MoverBoard {
    pub(super) mine: u64,
    pub(super) theirs: u64,
    /// The legal squares of the mover.
    pub(super) playable: u64,
}

impl MoverBoard {
    /// Returns the board after a move that flips these discs.
    const fn after(&self, bit: u64, flips: u64) -> Self {
        let (mine, theirs) = (self.theirs & !flips, self.mine | flips | bit);
        Self { mine, theirs, playable: bits::moves(mine, theirs, !(mine | theirs)) }
    }

    /// Returns the value of a search to this depth for the mover, in parts of a [`DISC`]. It ends
    /// at a pass.
    pub(super) fn value(&self, plies: u32) -> i32 {
        if plies == 0 || self.playable == 0 {
            return self.score();
        }
        let after = |bit| self.after(bit, bits::flips(self.mine, self.theirs, bit));
        each(self.playable).map(|bit| -after(bit).value(plies - 1)).max().unwrap_or(0)
    }

    /// Returns the score for the mover, in parts of a [`DISC`].
    fn score(&self) -> i32 {
        let Stage { patterns, terms } = &BUILT_IN.stages[stage(self.empty().count_ones())];
        let mut sum = 0;
        patterns::visit(self.mine, self.theirs, |number| sum += i32::from(patterns[number]));
        sum + self.terms().into_iter().map(|term| i32::from(terms[term])).sum::<i32>()
    }

    const fn empty(&self) -> u64 {
        !(self.mine | self.theirs)
    }

    /// Returns the weights that count besides those of patterns.
    #[inline]
    fn terms(&self) -> [usize; 3] {
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

impl From<&Othello> for MoverBoard {
    fn from(position: &Othello) -> Self {
        let Othello { mine, theirs, playable, .. } = *position;
        Self { mine, theirs, playable }
    }
}

/// Returns the number of weights of all stages.
#[must_use]
pub fn weights(classes: &Classes) -> usize {
    STAGES.len() * (classes.count() + TERMS)
}

/// Calls `see` with each weight that counts in a position on the standard board, and its sign.
pub fn terms(position: &Othello, classes: &Classes, mut see: impl FnMut(usize, i32)) {
    let board = MoverBoard::from(position);
    let first = stage(board.empty().count_ones()) * (classes.count() + TERMS);
    patterns::visit(board.mine, board.theirs, |number| match classes.of(number) {
        0 => {}
        class => see(first + class.unsigned_abs() as usize - 1, class.signum()),
    });
    board.terms().into_iter().for_each(|term| see(first + classes.count() + term, 1));
}

/// Evaluates patterns, mobility and parity on the standard board. Scores are in discs, and stay
/// below a win of all squares.
///
/// ```
/// use eldest::{Engine, Limits};
/// use eldest_games::othello::{Othello, Trained};
///
/// let mut engine = Engine::<Othello>::builder().evaluator(Trained).build()?;
/// let report = engine.search(&Othello::default(), &Limits::new().depth(4))?;
/// assert!(report.best_move.is_some());
/// # Ok::<(), eldest::Error>(())
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct Trained;

impl Evaluator<Othello> for Trained {
    type State = ();

    fn start(&self, position: &Othello) {
        assert_eq!(position.rules().size(), SIZE, "Trained evaluates the standard board");
    }

    fn evaluate(&self, position: &Othello, (): &()) -> Score {
        Score::new((MoverBoard::from(position).score() / DISC).clamp(-63, 63))
    }

    fn fingerprint(&self) -> u64 {
        BUILT_IN.fingerprint
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw;
    use crate::othello::bits::images;
    use eldest::{Moves, Position};

    /// Returns the positions of random games.
    fn positions() -> Vec<Othello> {
        let mut positions = Vec::new();
        for game in 0..20 {
            let mut position = Othello::default();
            while position.over().is_none() {
                positions.push(position);
                let moves = Moves::collect(|out| position.moves(out));
                let chosen = draw(game, positions.len() as u64, moves.len() as u64);
                position.play(moves[chosen as usize]);
            }
        }
        positions
    }

    #[test]
    fn the_score_is_the_sum_of_the_weights_that_the_fit_sees() {
        let (classes, bytes) = (Classes::new(), include_bytes!("weights.bin"));
        assert_eq!(bytes.len(), weights(&classes));
        for position in positions() {
            let mut sum = 0;
            terms(&position, &classes, |weight, sign| {
                sum += i32::from(bytes[weight].cast_signed()) * sign;
            });
            assert_eq!(MoverBoard::from(&position).score(), sum, "{position}");
        }
    }

    #[test]
    fn mirror_images_have_one_score() {
        for position in positions() {
            let board = MoverBoard::from(&position);
            let (mine, theirs) = (images(board.mine), images(board.theirs));
            for (mine, theirs) in mine.into_iter().zip(theirs) {
                let playable = bits::moves(mine, theirs, !(mine | theirs));
                assert_eq!(
                    MoverBoard { mine, theirs, playable }.score(),
                    board.score(),
                    "{position}"
                );
            }
        }
    }
}
