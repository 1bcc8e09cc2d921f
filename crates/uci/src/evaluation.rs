//! [`Evaluation`]: the evaluator of positions at the horizon.

use crate::Position;
use crate::endings::KnownEndings;
use eldest::selective::{Selection, Selective};
use eldest::table::mixed;
use eldest::{Evaluator, Score, forward_evaluator};
use eldest_games::chess::Nnue;

/// The evaluator, with selective search.
pub type SelectiveEvaluation = Selective<Evaluation>;

/// The network; in endings that are known, the database.
///
/// A known win scores above all scores of the network, more the shorter it is, and below a mate
/// that the search has found. Captures and promotions into such endings are thus seen at the
/// horizon.
#[derive(Clone, Debug, Default)]
pub struct Evaluation {
    network: Nnue,
    endings: Option<KnownEndings>,
}

impl Evaluation {
    /// Returns the evaluator for games, with or without selective search.
    #[must_use]
    pub fn playing(selective: bool, endings: Option<KnownEndings>) -> SelectiveEvaluation {
        let selection = if selective { Selection::default() } else { Selection::NONE };
        Selective::new(Self { network: Nnue::default(), endings }, selection)
    }

    /// Returns the evaluator for mates: no selective search, and no quiescence search.
    #[must_use]
    pub fn mating() -> SelectiveEvaluation {
        Selective::new(Self { network: Nnue::STATIC, endings: None }, Selection::NONE)
    }
}

impl Evaluator<Position> for Evaluation {
    forward_evaluator!(self.network: Nnue as Evaluator<Position>; except evaluate, fingerprint);

    #[inline]
    fn evaluate(&self, position: &Position, state: &Self::State) -> Score {
        let known = self.endings.as_ref().and_then(|endings| endings.score(position));
        known.unwrap_or_else(|| self.network.evaluate(position, state))
    }

    fn fingerprint(&self) -> u64 {
        let network = Evaluator::<Position>::fingerprint(&self.network);
        mixed([network, self.endings.as_ref().map_or(0, KnownEndings::identity)])
    }
}
