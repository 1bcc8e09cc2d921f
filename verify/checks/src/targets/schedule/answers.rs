//! Compares reports with the values of all moves.

use super::case::ScheduleCase;
use super::question::RootQuestion;
use crate::answers::{check_decision, check_legal, check_report, holds};
use crate::deeper::DeeperOracle;
use crate::definition::bounds_to_come;
use crate::findings::StoredFindings;
use crate::graph::{CertainBounds, GraphValues};
use crate::interrupted::{check_deepening, check_proof};
use crate::questions::check_first;
use eldest::{Bounds, Depth, Position, Report, Score};
use std::collections::HashMap;
use std::fmt::from_fn;
use std::iter;

impl<const A: bool, const D: bool> ScheduleCase<A, D> {
    /// The searched moves with their values at `depth`, best first.
    fn moves(&self, question: &RootQuestion, depth: Depth) -> Vec<(u16, Score)> {
        let mut moves = self.values.root_values(&self.graph, depth);
        moves.retain(|(mv, _)| question.is_about(*mv));
        moves.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        moves
    }

    /// The value at `depth` of the best searched move.
    pub(super) fn best_of(&self, question: &RootQuestion, depth: Depth) -> Score {
        let best = self.moves(question, depth).first().map(|(_, value)| *value);
        best.unwrap_or_else(|| self.values.value(self.graph.number(), depth))
    }

    /// Checks a report of a search that was not ended early.
    pub(super) fn judge_whole(&self, question: &RootQuestion, report: &Report<u16>) {
        let about = from_fn(|f| write!(f, "{report:#?} in {self:#?}"));
        self.judge_proof(question, report);
        if !self.is_exact() {
            return self.judge_deeper(question, report);
        }
        self.judge_moves(question, report);
        let depth = report.depth.expect("a completed depth");
        match question {
            RootQuestion::Value { line } => self.judge_value(report, *line),
            RootQuestion::AtLeast(least) => {
                let [value, end] = [depth, Depth::END].map(|depth| self.best_of(question, depth));
                check_decision(report, *least, Bounds::exact(value), end, &about);
            }
            _ => check_first(report, &self.moves(question, depth), question.count(), &about),
        }
    }

    /// The value and a best move are found. At a fixed depth the line is complete even if it was
    /// not requested.
    fn judge_value(&self, report: &Report<u16>, line: bool) {
        let with_line = line || !self.depth.is_end();
        check_report(&*self.values, report, &self.graph, self.depth, with_line, &self.options);
    }

    /// Checks a report of a search that was ended early: its claims are true at their depths.
    pub(super) fn judge_interrupted(&self, question: &RootQuestion, report: &Report<u16>) {
        let about = from_fn(|f| write!(f, "{report:#?} in {self:#?}"));
        self.judge_proof(question, report);
        if !self.is_exact() {
            return self.judge_deeper(question, report);
        }
        self.judge_moves(question, report);
        if let RootQuestion::Some { .. } = question {
            let depth = report.depth.filter(|depth| !depth.is_end()).unwrap_or(Depth::END);
            let best = self.best_of(question, depth);
            let is_known = self.depth.is_end() || report.depth.is_some();
            return assert!(!is_known || report.bounds.contains(best), "{best}: {about}");
        }
        let values: &GraphValues = &self.values;
        let check = if self.depth.is_end() { check_proof } else { check_deepening };
        check(values, &self.graph, report, &about);
    }

    /// A proved result is true to the end, and the report states whether it is exact.
    fn judge_proof(&self, question: &RootQuestion, report: &Report<u16>) {
        let about = from_fn(|f| write!(f, "{report:#?} in {self:#?}"));
        let end = self.best_of(question, Depth::END);
        assert!(!report.proved || report.bounds.contains(end), "{end}: {about}");
        assert_eq!(report.exact, self.is_exact(), "{about}");
        check_legal(report, &self.graph, &about);
    }

    /// Stored entries that are called proved hold for any values at the horizon.
    pub(super) fn judge_proofs(&self, stored: &StoredFindings) {
        let stored = stored.lock().expect("no panic");
        let mut proofs = stored.iter().filter(|(_, found)| found.proved && !found.depth.is_end());
        let Some(first) = proofs.next() else { return };
        let certain = CertainBounds::of(&self.graph);
        let nodes = (0..self.graph.size()).map(|at| (self.graph.node_at(at).key(), at));
        let nodes: HashMap<u64, u16> = nodes.collect();
        for (key, found) in iter::once(first).chain(proofs) {
            let (at, bounds) = (nodes[key], Bounds::from_bound(found.value, found.bound));
            let certain = bounds_to_come(&self.graph.node_at(at), certain.bounds(at, found.depth));
            let is_proved = bounds.intersect(certain) == Some(certain);
            assert!(
                is_proved,
                "{found:?} about {at}, whose certain bounds are {certain:?} in {self:#?}"
            );
        }
    }

    /// Each searched move is listed once with a true bound at its depth; an unsearched move has no
    /// bound.
    fn judge_moves(&self, question: &RootQuestion, report: &Report<u16>) {
        let about = from_fn(|f| write!(f, "{report:#?} in {self:#?}"));
        let searched = self.moves(question, Depth::plies(1)).len();
        assert_eq!(report.moves.len(), searched, "{about}");
        for found in report.moves.iter().filter(|found| !found.depth.is_horizon()) {
            let moves = self.moves(question, found.depth);
            let (_, value) = moves.iter().find(|(mv, _)| *mv == found.mv).expect("a searched move");
            assert!(holds(found, *value), "move {} is worth {value}: {about}", found.mv);
        }
    }

    /// Where deeper entries count, results are true for some assignment of depths, none less than
    /// the depth left.
    fn judge_deeper(&self, question: &RootQuestion, report: &Report<u16>) {
        let about = from_fn(|f| write!(f, "{report:#?} in {self:#?}"));
        self.deeper(question, |deeper| match question {
            RootQuestion::AtLeast(least) => {
                deeper.check_decision(report, *least, self.depth, &about);
            }
            _ => deeper.check_report(report, &about),
        });
    }

    /// The same for the bounds found after `depth`.
    pub(super) fn judge_deeper_iteration(
        &self,
        question: &RootQuestion,
        depth: Depth,
        found: Bounds,
    ) {
        let span = self.deeper(question, |deeper| deeper.span(depth));
        let is_possible = found.intersect(span).is_some();
        assert!(is_possible, "{found:?} at {depth}, but the span is {span:?}, in {self:#?}");
    }

    /// Calls `check` with the oracle for the moves that `question` searches.
    fn deeper<R>(
        &self,
        question: &RootQuestion,
        check: impl FnOnce(DeeperOracle<'_, A, D>) -> R,
    ) -> R {
        let deeper = DeeperOracle::new(&self.values, &self.graph);
        match question {
            RootQuestion::Some { moves, .. } => check(deeper.only(moves)),
            _ => check(deeper),
        }
    }
}
