//! What a selective search asks of Othello.

use super::{Othello, Square};
use eldest::selective::{Number, Selection, Tactics};

/// What suits a search of Othello to a depth that leaves something out, judged by [`Iago`](super::Iago), whose scores are
/// discs. Nobody passes or exchanges anything there.
///
/// The numbers are those that a tuning run of `eldest` has found, as it has found them (`docs/othello.md`).
///
/// ```
/// use eldest::selective::Selective;
/// use eldest::{Engine, Limits};
/// use eldest_games::othello::{Iago, Othello, Rules, selection};
///
/// let judge = Selective::new(Iago::new(Rules::default()), selection());
/// let mut engine = Engine::<Othello>::builder().evaluator(judge).build()?;
/// let report = engine.search(&Othello::default(), &Limits::new().depth(8))?;
/// assert!(report.best_move.is_some() && !report.exact);
/// # Ok::<(), eldest::Error>(())
/// ```
#[must_use]
pub fn selection() -> Selection {
    Selection::default().with(|selection| {
        (selection.null_move, selection.exchanges, selection.margin) = (false, false, 4);
        TUNED.into_iter().for_each(|(number, value)| selection.numbers.set(number, value));
    })
}

const TUNED: [(Number, i32); 18] = [
    (Number::ReverseMargin, 121),
    (Number::ReverseProgress, 46),
    (Number::ReversePlies, 4),
    (Number::FutilityMargin, 63),
    (Number::FutilityBase, 60),
    (Number::FutilityPlies, 7),
    (Number::LateBase, 2),
    (Number::LateSquare, 88),
    (Number::LatePlies, 8),
    (Number::ReduceFrom, 3),
    (Number::ReduceBase, 116),
    (Number::ReduceDivisor, 200),
    (Number::ReduceStalled, 94),
    (Number::ReduceCut, 39),
    (Number::ReducePv, 122),
    (Number::ReduceLearnt, 5_640),
    (Number::BonusSquare, 20),
    (Number::BonusMost, 1_743),
];

/// Nobody passes who can move: to have to move is what Othello is about. Nothing is urgent but a pass, and all moves are
/// quiet but those to corners.
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
