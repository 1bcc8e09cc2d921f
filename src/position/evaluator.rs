//! [`Evaluator`]: the value of a position at the horizon.

use super::{Moves, Position, Score, Selector};

/// Judges positions at the horizon, where the rules give no value.
///
/// It is separate from the rules, so that one game can have several. It must be a pure function of
/// the position: the same score for the same position, whatever moves led to it. Otherwise a search
/// with a table returns random results. Any `Fn(&P) -> Score` is an evaluator;
/// [`Builder::evaluate_with`](crate::Builder::evaluate_with) takes a closure whose argument needs
/// no type:
///
/// ```
/// use eldest::{Evaluator, Score};
/// # use eldest::doc::Countdown;
///
/// let zero = |_: &Countdown| Score::DRAW;
/// assert_eq!(zero.evaluate(&Countdown::new(5), &()), Score::DRAW);
/// ```
///
/// # Quiescence
/// With [`quiescence_plies`](Self::quiescence_plies) above zero, the value at the horizon is not
/// the static score but that of a small search over [`noisy_moves`](Self::noisy_moves):
///
/// > Q(p, k) = the score of the finished game, if it is over; else the static score, if k = 0 or
/// > there is no noisy move; else the maximum of ±Q(child, k − 1) over the noisy moves, and of the
/// > static score if the side to move [may stand pat](Self::stands_pat).
///
/// Wins and losses back up as in V. Q depends on the position alone, so searches stay exact:
/// positions with equal keys must have the same score, noisy moves and right to stand pat. Where
/// [`Position::taken`] returns points, the score includes them; then the score minus `taken` must
/// be the same, and within ±[`Score::MAX_VALUE`].
pub trait Evaluator<P: Position> {
    /// The state that a worker updates with each move, such as accumulators; `()` for none.
    type State: Clone + Send;

    /// Whether searches to a depth may be selective, as with [`Selective`](super::Selective). If
    /// `false`, they are compiled without calls of a [`selector`](Self::selector).
    const SELECTS: bool = false;

    /// Computes the state for `position` from scratch.
    fn start(&self, position: &P) -> Self::State;

    /// Returns the score of `position` for its side to move, within ±[`Score::MAX_VALUE`]. Not
    /// called where the game is over.
    fn evaluate(&self, position: &P, state: &Self::State) -> Score;

    /// Updates `state`; called before `mv` is played on `before`.
    #[inline]
    fn play(&self, _before: &P, _mv: P::Move, _state: &mut Self::State) {}

    /// Reverts what [`play`](Self::play) did; called after `mv` has been undone, on the same
    /// position.
    #[inline]
    fn undo(&self, _before: &P, _mv: P::Move, _state: &mut Self::State) {}

    /// Returns the maximum number of plies of quiescence; 0, the default, switches it off.
    #[inline]
    fn quiescence_plies(&self) -> u16 {
        0
    }

    /// Lists the noisy moves, captures for instance: legal moves that quiescence searches before it
    /// relies on a static score.
    #[inline]
    fn noisy_moves(&self, _position: &P, _out: &mut Moves<'_, P::Move>) {}

    /// Whether the side to move may settle for the static score instead of a noisy move.
    #[inline]
    fn stands_pat(&self, _position: &P) -> bool {
        true
    }

    /// Distinguishes evaluators of one type, and settings of one evaluator: a table belongs to one
    /// fingerprint. Evaluators of different types are distinguished without it; but function
    /// pointers share one type, and so do boxes. Combine several settings with
    /// [`mixed`](crate::table::mixed).
    #[inline]
    fn fingerprint(&self) -> u64 {
        0
    }

    /// Returns the selector, which determines what searches to a depth leave out. Unused unless
    /// [`SELECTS`](Self::SELECTS) is set. [`Selective`](super::Selective) adds one to an evaluator.
    #[inline]
    fn selector(&self) -> impl Selector<P> {}
}

impl<P: Position, F: Fn(&P) -> Score> Evaluator<P> for F {
    type State = ();

    #[inline]
    fn start(&self, _: &P) {}

    #[inline]
    fn evaluate(&self, position: &P, (): &()) -> Score {
        self(position)
    }
}

/// The evaluator that scores every position as even, except for the points that [`Position::taken`]
/// returns: for games searched to the end.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct ZeroEvaluator;

impl<P: Position> Evaluator<P> for ZeroEvaluator {
    type State = ();

    #[inline]
    fn start(&self, _: &P) {}

    #[inline]
    fn evaluate(&self, position: &P, (): &()) -> Score {
        Score::new(position.taken().unwrap_or(0))
    }
}
