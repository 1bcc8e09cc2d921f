//! What a selective search may be asked, and what must be true of its report, however many threads
//! search by whatever algorithm.

use crate::passing::{PassingGame, PassingJudge};
use crate::{Chance, definition};
use eldest::report::{LineEnd, RootMove, StopReason};
use eldest::selective::{Parameter, Parameters, Selection};
use eldest::{Bound, Depth, Moves, Position, Report, Score};
use std::fmt;

/// Any selection; much or little of it.
pub fn some_selection(chance: &mut impl Chance) -> Selection {
    // Where much is selected, little is left for each to be wrong about.
    let odds = if chance.odds(50) { 15 } else { 55 };
    Selection::NONE.with(|selection| {
        selection.null_move = chance.odds(odds.max(40));
        selection.verify_from = [3, 4, 5, 100][chance.below(4) as usize];
        selection.reductions = chance.odds(odds);
        selection.reverse_futility = chance.odds(odds);
        selection.margin = [0, 1, 5, 20][chance.below(4) as usize];
        selection.extensions = chance.odds(odds);
        selection.internal_reductions = chance.odds(odds);
        selection.futility = chance.odds(odds);
        selection.late_moves = chance.odds(odds);
        selection.exchanges = chance.odds(odds);
        selection.singular = chance.odds(odds);
        selection.signed_history = chance.odds(odds);
        if chance.odds(50) {
            some_numbers(&mut selection.parameters, chance);
        }
    })
}

/// Some are a little more or less, or far from what is usual. These graphs have few moves, so moves
/// are late in time only if the number before them is set lower still.
fn some_numbers(numbers: &mut Parameters, chance: &mut impl Chance) {
    numbers.set(Parameter::LateBase, 1 + chance.below(6) as i32);
    for number in Parameter::all().filter(|_| chance.odds(40)).collect::<Vec<_>>() {
        let (usual, range) = (numbers.get(number), number.range());
        let value = match chance.below(5) {
            0 => usual - 1,
            1 => usual + 1,
            2 => usual / 3,
            3 => *range.start(),
            _ => (4 * usual).min(*range.end()),
        };
        numbers.set(number, value);
    }
}

/// A question about the best moves of a position, by a search that leaves something out.
#[derive(Debug)]
pub struct SelectiveQuestion<'q> {
    /// The position.
    pub root: &'q PassingGame,
    /// What positions are worth at the horizon.
    pub judge: PassingJudge,
    /// What is left out.
    pub selection: Selection,
    /// So many best moves are asked for.
    pub count: usize,
}

impl SelectiveQuestion<'_> {
    /// Holds `report` against what is true of every such search. `about` is shown where it is
    /// wrong.
    ///
    /// # Panics
    /// If anything is.
    pub fn check(&self, report: &Report<u64>, about: &dyn fmt::Debug) {
        let about = fmt::from_fn(|f| write!(f, "{report:#?} of {self:?}: {about:?}"));
        let selects = self.selection.is_any();
        assert!(!(selects && (report.proved || report.exact)), "{about}");
        self.check_moves(report, &about);
        if selects && report.stop_reason == StopReason::Complete {
            self.check_best(report, &about);
        }
        for found in report.moves.iter().filter(|found| found.bound == Bound::Exact) {
            assert!(!selects || self.shown(found) == found.value, "{found:?} in {about}");
        }
        self.check_end(report, &about);
    }

    /// Each legal move is there once, and all lines are legal.
    fn check_moves(&self, report: &Report<u64>, about: &dyn fmt::Display) {
        let mut moves: Vec<u64> = report.moves.iter().map(|found| found.mv).collect();
        let mut legal = Moves::collect(|out| self.root.moves(out));
        moves.sort_unstable();
        legal.sort_unstable();
        assert_eq!(moves, legal, "{about}");
        for found in &report.moves {
            assert_eq!(found.line.first(), Some(&found.mv), "{about}");
            let mut position = self.root.clone();
            for mv in &found.line {
                let legal = Moves::collect(|out| position.moves(out));
                assert!(position.over().is_none() && legal.contains(mv), "{found:?}: {about}");
                position.play(*mv);
            }
        }
    }

    /// Those that were asked for have values of the last depth, the best first. What is claimed to
    /// be won or lost is, where quiescence adds nothing: it follows noisy moves only.
    fn check_best(&self, report: &Report<u64>, about: &dyn fmt::Display) {
        let best = &report.moves[..self.count.min(report.moves.len())];
        for found in best {
            assert_eq!((found.bound, Some(found.depth)), (Bound::Exact, report.depth), "{about}");
            if self.judge.plies == 0 && found.value.distance().is_some() {
                assert_eq!(found.value, self.truth(found.mv), "{found:?}: {about}");
            }
        }
        assert!(best.is_sorted_by(|better, worse| better.value >= worse.value), "{about}");
        assert_eq!(report.value(), Some(best[0].value), "{about}");
        assert_eq!(report.best_move, Some(best[0].mv), "{about}");
    }

    /// The value to the end of the game after `mv`.
    fn truth(&self, mv: u64) -> Score {
        let value = |child: &PassingGame| definition::value(child, &self.judge, Depth::END);
        definition::after(self.root, mv, value)
    }

    /// What the line of `found` is worth: what the position at its end is, with quiescence.
    fn shown(&self, found: &RootMove<u64>) -> Score {
        self.worth(self.root, &found.line)
    }

    fn worth(&self, position: &PassingGame, line: &[u64]) -> Score {
        match line {
            [] => definition::value(position, &self.judge, Depth::HORIZON),
            [mv, rest @ ..] => definition::after(position, *mv, |child| self.worth(child, rest)),
        }
    }

    /// The line ends as it says.
    fn check_end(&self, report: &Report<u64>, about: &dyn fmt::Display) {
        let mut last = self.root.clone();
        for &mv in &report.line.moves {
            last.play(mv);
        }
        let is_shown = report.moves[0].bound == Bound::Exact && self.selection.is_any();
        match report.line.end {
            LineEnd::GameOver => assert!(last.over().is_some(), "{about}"),
            LineEnd::Horizon => assert!(last.over().is_none(), "{about}"),
            _ => assert!(!is_shown && last.over().is_none(), "{about}"),
        }
    }
}
