//! [`GiantOracle`]: what is said of a giant, held against what is known by construction.

use super::{GiantGoal, GiantQuestion};
use crate::answers::holds;
use eldest::observe::Iteration;
use eldest::report::{LineEnd, RootMove, StopReason};
use eldest::{Bounds, Depth, DepthMatch, Position, Report, Score};
use eldest_games::trees::Synthetic;

/// A position of a giant, and what was asked about it.
pub(super) struct GiantOracle<'a> {
    pub(super) start: Synthetic,
    pub(super) question: &'a GiantQuestion,
    /// Words for a check that fails.
    pub(super) about: &'a dyn Fn() -> String,
}

impl GiantOracle<'_> {
    /// Everything in an iteration.
    pub(super) fn check_iteration(&self, iteration: &Iteration<u16>) {
        self.check_value(iteration.value, iteration.depth, true);
        self.check_proof(iteration.value, iteration.proved);
        iteration.moves.iter().for_each(|found| self.check_move(found));
    }

    /// Everything in a report.
    pub(super) fn check_report(&self, report: &Report<u16>) {
        let exact = self.has_exact_depths() || self.question.goal == GiantGoal::End;
        assert_eq!(report.exact, exact, "{}", (self.about)());
        let whole = is_whole(report);
        assert!(whole || report.stop_reason == StopReason::Nodes, "{}", (self.about)());
        self.check_value(report.bounds, report.depth.unwrap_or(Depth::END), whole);
        self.check_proof(report.bounds, report.proved);
        self.check_best(report);
        report.moves.iter().for_each(|found| self.check_move(found));
        self.check_line(report);
    }

    fn has_exact_depths(&self) -> bool {
        self.question.options.depth_match == DepthMatch::Exact
    }

    fn is_decision(&self) -> bool {
        matches!(self.question.goal, GiantGoal::AtLeast { .. })
    }

    /// The value at `depth` is the known one, or, if a limit was reached, within the bounds.
    fn check_value(&self, found: Bounds, depth: Depth, whole: bool) {
        let value = value(&self.start, depth);
        assert!(found.contains(value), "{value} at {depth}: {}", (self.about)());
        if whole && self.is_decision() {
            let least = self.question.least(&self.start);
            let decided = found.lower() >= least || found.upper() < least;
            assert!(decided, "{found:?} at {depth}: {}", (self.about)());
        } else if whole {
            assert_eq!(found.value(), Some(value), "at {depth}: {}", (self.about)());
        }
    }

    /// What is proved is true to the end.
    fn check_proof(&self, found: Bounds, proved: bool) {
        let value = value(&self.start, Depth::END);
        assert!(!proved || found.contains(value), "{value} to the end: {}", (self.about)());
    }

    /// Only one move is the best, and it is the best at every depth.
    fn check_best(&self, report: &Report<u16>) {
        let moves = self.start.spec().width;
        assert_eq!(report.moves.len(), usize::from(moves), "{}", (self.about)());
        assert!(report.best_move.is_some_and(|mv| mv < moves), "{}", (self.about)());
        if report.depth.is_some() && !self.is_decision() {
            assert_eq!(report.best_move, self.start.best_move(), "{}", (self.about)());
        }
    }

    /// What is said of a move is true at the depth at which it was found.
    fn check_move(&self, found: &RootMove<u16>) {
        if found.depth.is_horizon() {
            return;
        }
        let mut child = self.start;
        child.play(found.mv);
        let value = -value(&child, found.depth.below());
        assert!(holds(found, value), "{found:?} is worth {value}: {}", (self.about)());
        assert_eq!(found.line.first(), Some(&found.mv), "{}", (self.about)());
    }

    /// The line is legal. Where the value is known every move of it is the best one of its node,
    /// and so every node on it has the same value, up to the sign. It goes as deep as the search.
    fn check_line(&self, report: &Report<u16>) {
        let mut node = self.start;
        for &mv in &report.line.moves {
            assert!(node.over().is_none() && mv < node.spec().width, "{}", (self.about)());
            let best = report.value().is_none() || node.best_move() == Some(mv);
            assert!(best, "{mv} at {node:?}: {}", (self.about)());
            node.play(mv);
        }
        let wanted = self.question.line && !self.is_decision();
        if wanted && is_whole(report) && self.has_exact_depths() {
            assert_eq!(report.line.end, end(&self.start, report), "{}", (self.about)());
        }
    }
}

fn value(node: &Synthetic, depth: Depth) -> Score {
    node.assigned_value_at(depth).expect("an ordered tree")
}

/// Whether no limit has ended the search.
fn is_whole(report: &Report<u16>) -> bool {
    matches!(report.stop_reason, StopReason::Complete | StopReason::Proved)
}

/// How a line that is whole ends: at the horizon, or at a leaf if there is none.
fn end(start: &Synthetic, report: &Report<u16>) -> LineEnd {
    let left = start.plies_left().expect("a finite tree");
    let plies = report.depth.and_then(Depth::to_plies);
    let is_shallower = plies.is_some_and(|plies| u32::from(plies) < left);
    if is_shallower { LineEnd::Horizon } else { LineEnd::GameOver }
}
