//! [`Nnue`]: the terms of [`Tuned`], corrected by a small network trained on games
//! (`docs/chess-evaluation.md`).

mod accumulator;
mod network;

pub use accumulator::seen_by_black;
pub use network::{
    FIRST_LAYER, INPUTS, Network, OUTPUT, OUTPUTS, RANGE, SCALE, UNITS, WEIGHTS, output,
};

use super::bare;
use super::draws::Draws;
use super::evaluation::Accounts;
use super::placement::{Change, Sums, pieces};
use super::{Chess, Move, Tuned};
use accumulator::{Accumulator, input};
use eldest::table::mixed;
use eldest::{Evaluator, Moves, Score};

/// The evaluation of [`Tuned`] plus a correction by a network: an *efficiently updatable neural
/// network* (Nasu 2018), whose first layer is updated incrementally. All arithmetic is in integers,
/// so scores are the same on every machine. Scores are roughly in hundredths of a pawn.
///
/// With no pawns left and a bare king on one side, neither is used: the score is the material, and
/// grows as the bare king gets nearer to being mated. It is 0 where mate cannot be forced.
///
/// # Quiescence
/// As in [`Tuned`].
///
/// ```
/// use eldest::Evaluator;
/// use eldest_games::chess::{Chess, Nnue};
///
/// let nnue = Nnue::default();
/// let up_a_knight: Chess = "4k3/pppp4/8/8/8/8/PPPP4/4K1N1 b - - 0 1".parse().unwrap();
/// assert!(nnue.evaluate(&up_a_knight, &nnue.start(&up_a_knight)).get() < -200);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Nnue {
    /// The evaluator to correct, which also defines quiescence.
    pub terms: Tuned,
}

impl Nnue {
    /// No quiescence: evaluates the horizon statically.
    pub const STATIC: Self = Self { terms: Tuned::STATIC };
}

/// The state of a worker: that of the terms, and the first layer.
#[derive(Clone, Debug)]
pub struct Layers {
    terms: Accounts,
    first: Sums<Accumulator>,
}

impl<D: Draws> Evaluator<Chess<D>> for Nnue {
    type State = Layers;

    fn start(&self, position: &Chess<D>) -> Layers {
        let terms = self.terms.start(position);
        Layers { terms, first: Sums::of(&position.board, Accumulator::new(Network::built_in())) }
    }

    fn evaluate(&self, position: &Chess<D>, layers: &Layers) -> Score {
        let board = &position.board;
        if let Some(ahead) = bare::ahead(board) {
            let worth = Score::new(bare::worth(board, ahead));
            return if ahead == board.side_to_move() { worth } else { -worth };
        }
        let terms = self.terms.evaluate(position, &layers.terms);
        let pieces = board.occupied().len() as usize;
        let correction = layers.first.now().output(board.side_to_move(), pieces);
        let most = Score::MAX_VALUE.get();
        Score::new((terms.get() + correction).clamp(-most, most))
    }

    #[inline]
    fn play(&self, before: &Chess<D>, mv: Move, layers: &mut Layers) {
        let change = Change::of(&before.board, mv);
        layers.terms.play(change);
        layers.first.play(change);
    }

    #[inline]
    fn undo(&self, before: &Chess<D>, mv: Move, layers: &mut Layers) {
        self.terms.undo(before, mv, &mut layers.terms);
        layers.first.undo();
    }

    fn quiescence_plies(&self) -> u16 {
        self.terms.quiescence
    }

    #[inline]
    fn noisy_moves(&self, position: &Chess<D>, out: &mut Moves<'_, Move>) {
        self.terms.noisy_moves(position, out);
    }

    #[inline]
    fn stands_pat(&self, position: &Chess<D>) -> bool {
        self.terms.stands_pat(position)
    }

    fn fingerprint(&self) -> u64 {
        mixed([Network::built_in().fingerprint(), self.terms.quiescence.into(), bare::FINGERPRINT])
    }
}

/// Returns the active inputs of `position` from White's view; [`seen_by_black`] converts them to
/// Black's.
pub fn inputs<D: Draws>(position: &Chess<D>) -> impl Iterator<Item = usize> {
    pieces(&position.board).map(input)
}

/// Computes from scratch the correction by `network` for the side to move, in hundredths of a pawn.
#[must_use]
pub fn correction<D: Draws>(network: &'static Network, position: &Chess<D>) -> i32 {
    let first = Sums::of(&position.board, Accumulator::new(network));
    first.now().output(position.board.side_to_move(), position.board.occupied().len() as usize)
}
