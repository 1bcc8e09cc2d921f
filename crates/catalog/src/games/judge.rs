//! [`Judge`]: the evaluator of a game, or one that scores all positions as even.

use eldest::table::mixed;
use eldest::{Evaluator, Position, Score, ZeroEvaluator, forward_evaluator};

/// The evaluator of a game, or [`ZeroEvaluator`] in its place. A single type, so that a match
/// between the two needs no separately compiled search.
#[derive(Clone, Debug)]
pub(crate) struct Judge<E> {
    own: E,
    is_even: bool,
}

impl<E> Judge<E> {
    /// Wraps the evaluator of the game.
    pub(super) fn new(own: E) -> Self {
        Self { own, is_even: false }
    }

    /// Returns an evaluator that scores all positions as even, except for the points taken.
    pub(super) fn even(self) -> Self {
        Self { is_even: true, ..self }
    }
}

impl<P: Position, E: Evaluator<P>> Evaluator<P> for Judge<E> {
    forward_evaluator!(self.own: E as Evaluator<P>; except evaluate, quiescence_plies, fingerprint);

    #[inline]
    fn evaluate(&self, position: &P, state: &E::State) -> Score {
        if self.is_even {
            ZeroEvaluator.evaluate(position, &())
        } else {
            self.own.evaluate(position, state)
        }
    }

    #[inline]
    fn quiescence_plies(&self) -> u16 {
        if self.is_even { 0 } else { self.own.quiescence_plies() }
    }

    /// The fingerprint of the game's evaluator where it is used, so that saved tables stay valid.
    fn fingerprint(&self) -> u64 {
        let own = self.own.fingerprint();
        if self.is_even { mixed([own, 1]) } else { own }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::conformance::check_evaluator;
    use eldest_games::chess::{Chess, Pesto};
    use eldest_games::kalah::{House, Kalah};

    /// Only the points still to come are even, because the table stores only these.
    #[test]
    fn points_that_are_taken_count_though_all_is_even() {
        let mut position = Kalah::default();
        position.play(House::new(2)); // the last of four seeds falls into the store, and South moves again
        let even = Judge::new(ZeroEvaluator).even();
        assert_eq!(even.evaluate(&position, &()), Score::new(1));
        assert!(check_evaluator(&Kalah::default(), &even, 10_000).is_ok());
    }

    #[test]
    fn no_side_is_ahead_and_nothing_is_loud_if_all_is_even() {
        let position: Chess = "k7/8/2K5/8/8/8/8/7R w - -".parse().unwrap();
        let own = Judge::new(Pesto::default());
        let even = own.clone().even();
        let value = |judge: &Judge<Pesto>| judge.evaluate(&position, &judge.start(&position));
        assert!(value(&own) > Score::DRAW);
        assert_eq!(value(&even), Score::DRAW);
        let plies = |judge: &Judge<Pesto>| Evaluator::<Chess>::quiescence_plies(judge);
        assert_eq!((plies(&own), plies(&even)), (plies(&Judge::new(Pesto::default())), 0));
        assert_ne!(Evaluator::<Chess>::fingerprint(&own), Evaluator::<Chess>::fingerprint(&even));
    }
}
