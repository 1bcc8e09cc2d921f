//! [`Trained`]: an evaluator with weights learnt from positions that the program has solved.
//!
//! `eldest-tune` makes the positions and fits the weights (`docs/othello.md`).

pub use super::patterns::Classes;
pub use super::weights::{DISC, STAGES, stage, weights};

use super::Othello;
use super::lookahead::EvaluatedBoard;
use super::weights::{BUILT_IN, SIZE, TERMS};
use eldest::{Evaluator, Score};

/// Calls `see` with each weight that counts in a position on the standard board, and its sign.
pub fn terms(position: &Othello, classes: &Classes, mut see: impl FnMut(usize, i32)) {
    let first = stage(position.empty().count_ones()) * (classes.count() + TERMS);
    let board = EvaluatedBoard::from(position);
    board.numbers.visit(|index| match classes.of(index) {
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
