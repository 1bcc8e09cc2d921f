//! [`Trained`]: an evaluator with weights learnt from positions that the program has solved.
//!
//! `eldest-tune` makes the positions and fits the weights (`docs/othello.md`).

pub use super::patterns::Classes;

use super::Othello;
use super::lookahead::EvaluatedBoard;
use super::patterns::{self, DiscNumbers, INDICES};
use eldest::table::mixed;
use eldest::{Evaluator, Score};
use std::sync::LazyLock;

/// The stages of the game, by the least number of empty squares. Each has its own weights.
pub const STAGES: [u32; 5] = [0, 12, 15, 19, 25];
/// The weight of one disc.
pub const DISC: i32 = 8;

/// The rows of the standard board.
pub(super) const SIZE: u32 = 8;
/// The number of weights of a stage besides those of patterns: for the numbers of legal moves, of
/// the mover and of the opponent, and for the number of odd quarters.
const TERMS: usize = ODD + 5;
pub(super) const THEIR_MOVES: usize = 32;
pub(super) const ODD: usize = 2 * THEIR_MOVES;

pub(super) static BUILT_IN: LazyLock<Weights> =
    LazyLock::new(|| Weights::read(include_bytes!("weights.bin")));

/// The weights of all stages.
pub(super) struct Weights {
    pub(super) stages: [Stage; STAGES.len()],
    pub(super) discs: DiscNumbers,
    /// A hash of the file.
    fingerprint: u64,
}

pub(super) struct Stage {
    /// By the indices of patterns.
    pub(super) patterns: Box<[i8; INDICES]>,
    pub(super) terms: [i8; TERMS],
}

impl Weights {
    /// Reads weights as `eldest-tune patterns` writes them, a byte each.
    fn read(bytes: &[u8]) -> Self {
        let classes = Classes::new();
        let stages = bytes.chunks_exact(classes.count() + TERMS);
        let stages: Vec<_> = stages.map(|bytes| Stage::read(bytes, &classes)).collect();
        let stages = stages.try_into().unwrap_or_else(|_| panic!("the file has all stages"));
        let discs = DiscNumbers::new();
        Self { stages, discs, fingerprint: mixed(bytes.iter().map(|&byte| u64::from(byte))) }
    }
}

impl Stage {
    fn read(bytes: &[u8], classes: &Classes) -> Self {
        let weights: Vec<i8> = bytes.iter().map(|byte| byte.cast_signed()).collect();
        let of_class = |class: i32| match class.unsigned_abs() as usize {
            0 => 0,
            number => weights[number - 1] * class.signum() as i8,
        };
        let mut patterns = vec![0; INDICES];
        patterns::indices().for_each(|index| patterns[index] = of_class(classes.of(index)));
        let terms = weights[classes.count()..].try_into().expect("the weights end with the terms");
        Self { patterns: patterns.try_into().expect("one weight for each index"), terms }
    }
}

/// Returns the stage of positions with this many empty squares.
#[must_use]
pub fn stage(empties: u32) -> usize {
    STAGES.iter().rposition(|&least| least <= empties).unwrap_or(0)
}

/// Returns the number of weights of all stages.
#[must_use]
pub fn weights(classes: &Classes) -> usize {
    STAGES.len() * (classes.count() + TERMS)
}

/// Calls `see` with each weight that counts in a position on the standard board, and its sign.
pub fn terms(position: &Othello, classes: &Classes, mut see: impl FnMut(usize, i32)) {
    let first = stage(position.empty().count_ones()) * (classes.count() + TERMS);
    patterns::visit(position.mine, position.theirs, |index| match classes.of(index) {
        0 => {}
        class => see(first + class.unsigned_abs() as usize - 1, class.signum()),
    });
    EvaluatedBoard::from(position)
        .terms()
        .into_iter()
        .for_each(|term| see(first + classes.count() + term, 1));
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
        Score::new((EvaluatedBoard::from(position).score() / DISC).clamp(-63, 63))
    }

    fn fingerprint(&self) -> u64 {
        BUILT_IN.fingerprint
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::draw;
    use crate::othello::bits::images;
    use eldest::{Moves, Position};

    /// Returns the positions of random games.
    pub(in crate::othello) fn positions() -> Vec<Othello> {
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
            assert_eq!(EvaluatedBoard::from(&position).score(), sum, "{position}");
        }
    }

    #[test]
    fn mirror_images_have_one_score() {
        for position in positions() {
            let score = EvaluatedBoard::from(&position).score();
            let (mine, theirs) = (images(position.mine), images(position.theirs));
            for (mine, theirs) in mine.into_iter().zip(theirs) {
                let image = Othello::of(mine, theirs, position.side, position.rules);
                assert_eq!(EvaluatedBoard::from(&image).score(), score, "{position}");
            }
        }
    }
}
