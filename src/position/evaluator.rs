//! [`Evaluator`]: what a position is worth at the horizon.

use super::{Moves, Position, Score, Selector};

/// Judges positions at the horizon, where the rules alone say nothing.
///
/// Separate from the rules, so that one game can have several. It must be a pure function of the
/// position: the same position, the same score, whatever moves led to it; otherwise a search that
/// uses a table gives random results. Any `Fn(&P) -> Score` is an evaluator, and
/// [`Builder::evaluate_with`](crate::Builder::evaluate_with) takes one whose argument has no type:
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
/// With [`quiescence_plies`](Self::quiescence_plies) above zero the value at the horizon is not the
/// static score but that of a small search over [`noisy_moves`](Self::noisy_moves):
///
/// > Q(p, k) = the score of the finished game, if it is over; else the static score, if k = 0 or there is
/// > no noisy move; else the best of ±Q(child, k − 1) over the noisy moves, and of the static score if the
/// > side to move [may stand pat](Self::stands_pat).
///
/// Wins and losses back up as in V. It depends on the position alone, so exactness is kept: positions with
/// equal keys must have the same score, noisy moves and right to stand pat. Where [`Position::taken`] tells points,
/// the score counts them, and it is the score less `taken` that must be the same, and within ±[`Score::MAX_VALUE`].
pub trait Evaluator<P: Position> {
    /// What a worker keeps up to date from move to move, such as accumulators; `()` for none.
    type State: Clone + Send;

    /// Whether searches to a depth may leave something out, as with
    /// [`Selective`](super::Selective). If not, they are compiled without the questions of a
    /// [`selector`](Self::selector).
    const SELECTS: bool = false;

    /// The state for `position`, computed from scratch.
    fn start(&self, position: &P) -> Self::State;

    /// The score of `position` for its side to move, within ±[`Score::MAX_VALUE`]. Asked only
    /// of positions that are not over.
    fn evaluate(&self, position: &P, state: &Self::State) -> Score;

    /// Brings `state` up to date; called before `mv` is played on `before`.
    #[inline]
    fn play(&self, _before: &P, _mv: P::Move, _state: &mut Self::State) {}

    /// Takes back what [`play`](Self::play) did; called after `mv` has been undone, on the same position.
    #[inline]
    fn undo(&self, _before: &P, _mv: P::Move, _state: &mut Self::State) {}

    /// The most plies that quiescence follows noisy moves; 0, the default, for none at all.
    #[inline]
    fn quiescence_plies(&self) -> u16 {
        0
    }

    /// The moves that are too loud to stop before: legal ones, captures for instance.
    #[inline]
    fn noisy_moves(&self, _position: &P, _out: &mut Moves<'_, P::Move>) {}

    /// Whether the side to move may be content with the static score instead of a noisy move.
    #[inline]
    fn stands_pat(&self, _position: &P) -> bool {
        true
    }

    /// Distinguishes evaluators of one type, and settings of one: a table belongs to one fingerprint. Other
    /// types are distinguished without it; but function pointers, and boxes, are all of one type. Several settings make one
    /// fingerprint by [`mixed`](crate::table::mixed).
    #[inline]
    fn fingerprint(&self) -> u64 {
        0
    }

    /// What searches to a depth leave out, and what they ask to decide it: nothing, unless
    /// [`SELECTS`](Self::SELECTS). [`Selective`](super::Selective) wraps an evaluator so that it
    /// has one.
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

/// The evaluator that finds every position even but for the points that [`Position::taken`] tells: for games
/// searched to the end.
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
