//! The support of Othello for selective search.

use super::{Othello, Square};
use eldest::selective::{Parameter, Selection, Tactics};

/// Returns the parameters for a selective search of Othello with an evaluator whose scores are in
/// discs. There are no null moves and no exchanges.
///
/// The numbers are from a tuning run of `eldest` with [`Iago`](super::Iago) (`docs/othello.md`),
/// unrounded.
///
/// ```
/// use eldest::selective::Selective;
/// use eldest::{Engine, Limits};
/// use eldest_games::othello::{Othello, Trained, selection};
///
/// let judge = Selective::new(Trained, selection());
/// let mut engine = Engine::<Othello>::builder().evaluator(judge).build()?;
/// let report = engine.search(&Othello::default(), &Limits::new().depth(8))?;
/// assert!(report.best_move.is_some() && !report.exact);
/// # Ok::<(), eldest::Error>(())
/// ```
#[must_use]
pub fn selection() -> Selection {
    Selection::default().with(|selection| {
        (selection.null_move, selection.exchanges, selection.margin) = (false, false, 4);
        TUNED.into_iter().for_each(|(number, value)| selection.parameters.set(number, value));
    })
}

const TUNED: [(Parameter, i32); 18] = [
    (Parameter::ReverseMargin, 121),
    (Parameter::ReverseProgress, 46),
    (Parameter::ReversePlies, 4),
    (Parameter::FutilityMargin, 63),
    (Parameter::FutilityBase, 60),
    (Parameter::FutilityPlies, 7),
    (Parameter::LateBase, 2),
    (Parameter::LateSquare, 88),
    (Parameter::LatePlies, 8),
    (Parameter::ReduceFrom, 3),
    (Parameter::ReduceBase, 116),
    (Parameter::ReduceDivisor, 200),
    (Parameter::ReduceStalled, 94),
    (Parameter::ReduceCut, 39),
    (Parameter::ReducePv, 122),
    (Parameter::ReduceLearnt, 5_640),
    (Parameter::BonusSquare, 20),
    (Parameter::BonusMost, 1_743),
];

/// There is no null move, because zugzwang is the essence of Othello. Only a pass is urgent, and
/// all moves except those to corners are quiet.
///
/// ```
/// use eldest::Position;
/// use eldest::selective::Tactics;
/// use eldest_games::othello::Othello;
///
/// let start = Othello::default();
/// assert!(!start.is_urgent());
/// ```
impl Tactics for Othello {
    fn pass(&mut self) -> Option<Self::Undo> {
        None
    }

    fn take_back_pass(&mut self, _: Self::Undo) {}

    #[inline]
    fn is_urgent(&self) -> bool {
        self.playable == 0
    }

    #[inline]
    fn is_quiet(&self, mv: Square) -> bool {
        let last = self.rules.size() - 1;
        mv.place().is_none_or(|(row, column)| row % last != 0 || column % last != 0)
    }

    #[inline]
    fn kind(&self, mv: Square) -> u16 {
        1 + u16::from(mv.0)
    }
}
