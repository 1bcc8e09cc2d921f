//! [`Standing`]: an evaluator that looks no further.

use eldest::{Evaluator, Position, Score};

/// An evaluator without its quiescence: what is drawn ends at the horizon, and what noisy moves lead to
/// may be thousands of nodes.
#[derive(Debug)]
pub(super) struct Standing<E>(pub(super) E);

impl<P: Position, E: Evaluator<P>> Evaluator<P> for Standing<E> {
    type State = E::State;

    fn start(&self, position: &P) -> E::State {
        self.0.start(position)
    }

    fn evaluate(&self, position: &P, state: &E::State) -> Score {
        self.0.evaluate(position, state)
    }

    fn play(&self, before: &P, mv: P::Move, state: &mut E::State) {
        self.0.play(before, mv, state);
    }

    fn undo(&self, before: &P, mv: P::Move, state: &mut E::State) {
        self.0.undo(before, mv, state);
    }

    fn fingerprint(&self) -> u64 {
        !self.0.fingerprint()
    }
}
