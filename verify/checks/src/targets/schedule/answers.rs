//! What is answered to each question, held against the values of all moves.

use super::case::ScheduleCase;
use super::question::RootQuestion;
use crate::answers::{check_decision, check_legal, check_report, holds};
use crate::deeper::DeeperOracle;
use crate::definition::{after, bounds_to_come};
use crate::findings::StoredFindings;
use crate::graph::{CertainBounds, GraphValues};
use crate::interrupted::{check_deepening, check_proof};
use crate::questions::check_first;
use eldest::{Bounds, Depth, Position, Report, Score};
use std::collections::HashMap;
use std::fmt::from_fn;
use std::iter;

impl<const A: bool, const D: bool> ScheduleCase<A, D> {
    /// The moves asked about with their values at `depth`, the best first.
    fn moves(&self, question: &RootQuestion, depth: Depth) -> Vec<(u16, Score)> {
        let mut moves = self.values.root_values(&self.graph, depth);
        moves.retain(|(mv, _)| question.is_about(*mv));
        moves.sort_by_key(|(_, value)| std::cmp::Reverse(*value));
        moves
    }

    /// The value at `depth` of the best move asked about.
    pub(super) fn best_of(&self, question: &RootQuestion, depth: Depth) -> Score {
        let best = self.moves(question, depth).first().map(|(_, value)| *value);
        best.unwrap_or_else(|| self.values.value(self.graph.number(), depth))
    }

    /// Nothing has ended the search early: what was asked is answered.
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

    /// It has found the value and a best move. At a fixed depth the line is whole, though nobody
    /// has asked for that.
    fn judge_value(&self, report: &Report<u16>, line: bool) {
        let with_line = line || !self.depth.is_end();
        check_report(&*self.values, report, &self.graph, self.depth, with_line, &self.options);
        self.judge_line(report);
    }

    /// Every move of the line is a best one, even if the line ends too soon to be worth anything.
    fn judge_line(&self, report: &Report<u16>) {
        let (mut node, mut left) = (self.graph.clone(), report.depth.expect("a completed depth"));
        for &mv in &report.line.moves {
            let found = after(&node, mv, |child| self.values.value(child.number(), left.below()));
            let best = self.values.value(node.number(), left);
            assert_eq!(found, best, "move {mv} of the line in {report:#?} in {self:#?}");
            node.play(mv);
            left = left.below();
        }
    }

    /// Something has ended the search early: what is said is true at the depth at which it is said.
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

    /// What is called proved is the value to the end, and a search says whether it is exact.
    fn judge_proof(&self, question: &RootQuestion, report: &Report<u16>) {
        let about = from_fn(|f| write!(f, "{report:#?} in {self:#?}"));
        let end = self.best_of(question, Depth::END);
        assert!(!report.proved || report.bounds.contains(end), "{end}: {about}");
        assert_eq!(report.exact, self.is_exact(), "{about}");
        check_legal(report, &self.graph, &about);
    }

    /// What was stored as proved is so without any horizon.
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
            assert!(is_proved, "{found:?} about {at}, which is {certain:?} in {self:#?}");
        }
    }

    /// Each move asked about is there once, and what is said of it is true at its depth; of an
    /// unsearched one nothing is said.
    fn judge_moves(&self, question: &RootQuestion, report: &Report<u16>) {
        let about = from_fn(|f| write!(f, "{report:#?} in {self:#?}"));
        let asked = self.moves(question, Depth::plies(1)).len();
        assert_eq!(report.moves.len(), asked, "{about}");
        for found in report.moves.iter().filter(|found| !found.depth.is_horizon()) {
            let moves = self.moves(question, found.depth);
            let (_, value) =
                moves.iter().find(|(mv, _)| *mv == found.mv).expect("a move asked for");
            assert!(holds(found, *value), "move {} is worth {value}: {about}", found.mv);
        }
    }

    /// Where deeper entries count, what is said is true of some assignment of depths, each at least
    /// the one that is left.
    fn judge_deeper(&self, question: &RootQuestion, report: &Report<u16>) {
        let about = from_fn(|f| write!(f, "{report:#?} in {self:#?}"));
        self.deeper(question, |deeper| match question {
            RootQuestion::AtLeast(least) => {
                deeper.check_decision(report, *least, self.depth, &about);
            }
            _ => deeper.check_report(report, &about),
        });
    }

    /// The same of what was said after `depth`.
    pub(super) fn judge_deeper_iteration(
        &self,
        question: &RootQuestion,
        depth: Depth,
        found: Bounds,
    ) {
        let span = self.deeper(question, |deeper| deeper.span(depth));
        let is_possible = found.intersect(span).is_some();
        assert!(is_possible, "{found:?}, not {span:?}, at {depth} in {self:#?}");
    }

    /// What `ask` asks about the moves that `question` is about.
    fn deeper<R>(
        &self,
        question: &RootQuestion,
        ask: impl FnOnce(DeeperOracle<'_, A, D>) -> R,
    ) -> R {
        let deeper = DeeperOracle::new(&self.values, &self.graph);
        match question {
            RootQuestion::Some { moves, .. } => ask(deeper.only(moves)),
            _ => ask(deeper),
        }
    }
}
