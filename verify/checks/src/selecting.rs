//! Random selections, and checks that hold for reports of selective searches with any algorithm and
//! any number of threads.

use crate::passing::{PassingGame, PassingJudge};
use crate::{Chance, definition};
use eldest::report::{LineEnd, RootMove, StopReason};
use eldest::selective::{Parameter, Parameters, Selection};
use eldest::{Bound, Depth, Moves, Position, Report, Score};
use std::fmt;

/// A random selection, of many or of few kinds.
pub fn some_selection(chance: &mut impl Chance) -> Selection {
    // With many kinds enabled, single errors would be hard to see.
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

/// Changes some parameters slightly, or far from the defaults. These graphs have few moves, so late
/// moves need an even lower threshold.
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

/// A query for the best moves of a position, by a search that leaves something out.
#[derive(Debug)]
pub struct SelectiveQuestion<'q> {
    /// The position.
    pub root: &'q PassingGame,
    /// The evaluator at the horizon.
    pub judge: PassingJudge,
    /// The selection of the search.
    pub selection: Selection,
    /// The number of best moves to find.
    pub count: usize,
}

impl SelectiveQuestion<'_> {
    /// Checks `report` against what holds for every such search. `about` is part of the message.
    ///
    /// # Panics
    /// If it is wrong.
    pub fn check(&self, report: &Report<u64>, about: &dyn fmt::Debug) {
        let about = fmt::from_fn(|f| write!(f, "{report:#?} for {self:?}: {about:?}"));
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

    /// Every legal move is listed once, and all lines are legal.
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

    /// The moves found have exact values of the last depth, best first. Claimed wins and losses are
    /// true, unless quiescence takes part, which follows noisy moves only.
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

    /// The value of the line of `found`: that of the position at its end, with quiescence.
    fn shown(&self, found: &RootMove<u64>) -> Score {
        self.worth(self.root, &found.line)
    }

    fn worth(&self, position: &PassingGame, line: &[u64]) -> Score {
        match line {
            [] => definition::value(position, &self.judge, Depth::HORIZON),
            [mv, rest @ ..] => definition::after(position, *mv, |child| self.worth(child, rest)),
        }
    }

    /// The line ends as stated.
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
