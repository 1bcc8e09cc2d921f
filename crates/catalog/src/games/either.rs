//! [`Either`]: one of two evaluators, chosen at run time.

use eldest::{Evaluator, Moves, Position, Score};

/// One of two evaluators. A single type, so that a match between them needs no separately compiled
/// search.
#[derive(Copy, Clone, Debug)]
pub(super) enum Either<A, B> {
    One(A),
    Other(B),
}

/// The state of the chosen evaluator.
#[derive(Clone, Debug)]
pub(super) enum EitherState<A, B> {
    One(A),
    Other(B),
}

impl<P, A, B> Evaluator<P> for Either<A, B>
where
    P: Position,
    A: Evaluator<P>,
    B: Evaluator<P>,
{
    type State = EitherState<A::State, B::State>;

    fn start(&self, position: &P) -> Self::State {
        match self {
            Self::One(one) => EitherState::One(one.start(position)),
            Self::Other(other) => EitherState::Other(other.start(position)),
        }
    }

    #[inline]
    fn evaluate(&self, position: &P, state: &Self::State) -> Score {
        match (self, state) {
            (Self::One(one), EitherState::One(state)) => one.evaluate(position, state),
            (Self::Other(other), EitherState::Other(state)) => other.evaluate(position, state),
            _ => unreachable!("{STRANGE}"),
        }
    }

    #[inline]
    fn play(&self, before: &P, mv: P::Move, state: &mut Self::State) {
        match (self, state) {
            (Self::One(one), EitherState::One(state)) => one.play(before, mv, state),
            (Self::Other(other), EitherState::Other(state)) => other.play(before, mv, state),
            _ => unreachable!("{STRANGE}"),
        }
    }

    #[inline]
    fn undo(&self, before: &P, mv: P::Move, state: &mut Self::State) {
        match (self, state) {
            (Self::One(one), EitherState::One(state)) => one.undo(before, mv, state),
            (Self::Other(other), EitherState::Other(state)) => other.undo(before, mv, state),
            _ => unreachable!("{STRANGE}"),
        }
    }

    #[inline]
    fn quiescence_plies(&self) -> u16 {
        match self {
            Self::One(one) => one.quiescence_plies(),
            Self::Other(other) => other.quiescence_plies(),
        }
    }

    #[inline]
    fn noisy_moves(&self, position: &P, out: &mut Moves<'_, P::Move>) {
        match self {
            Self::One(one) => one.noisy_moves(position, out),
            Self::Other(other) => other.noisy_moves(position, out),
        }
    }

    #[inline]
    fn stands_pat(&self, position: &P) -> bool {
        match self {
            Self::One(one) => one.stands_pat(position),
            Self::Other(other) => other.stands_pat(position),
        }
    }

    fn fingerprint(&self) -> u64 {
        match self {
            Self::One(one) => one.fingerprint(),
            Self::Other(other) => other.fingerprint(),
        }
    }
}

const STRANGE: &str = "the state of the other evaluator";
