//! [`GiantOracle`]: compares results about a giant with the values known by construction.

use super::{GiantGoal, GiantQuestion};
use crate::answers::holds;
use eldest::observe::Iteration;
use eldest::report::{LineEnd, RootMove, StopReason};
use eldest::{Bounds, Depth, DepthMatch, Position, Report, Score};
use eldest_games::trees::Synthetic;

/// A position of a giant, and the query about it.
pub(super) struct GiantOracle<'a> {
    pub(super) start: Synthetic,
    pub(super) question: &'a GiantQuestion,
    /// The message of a failing check.
    pub(super) about: &'a dyn Fn() -> String,
}

impl GiantOracle<'_> {
    /// Checks everything in an iteration.
    pub(super) fn check_iteration(&self, iteration: &Iteration<u16>) {
        self.check_value(iteration.value, iteration.depth, true);
        self.check_proof(iteration.value, iteration.proved);
        iteration.moves.iter().for_each(|found| self.check_move(found));
    }

    /// Checks everything in a report.
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

    /// The value at `depth` is the known one; after a limit, the bounds contain it.
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

    /// A proved result is true to the end.
    fn check_proof(&self, found: Bounds, proved: bool) {
        let value = value(&self.start, Depth::END);
        assert!(!proved || found.contains(value), "{value} to the end: {}", (self.about)());
    }

    /// There is only one best move, the same at every depth.
    fn check_best(&self, report: &Report<u16>) {
        let moves = self.start.spec().width;
        assert_eq!(report.moves.len(), usize::from(moves), "{}", (self.about)());
        assert!(report.best_move.is_some_and(|mv| mv < moves), "{}", (self.about)());
        if report.depth.is_some() && !self.is_decision() {
            assert_eq!(report.best_move, self.start.best_move(), "{}", (self.about)());
        }
    }

    /// The bound on a move is true at its depth.
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

    /// The line is legal. Where the value is known, each of its moves is the best at its node, so
    /// all of its nodes have the same value up to the sign. It is as long as the search is deep.
    fn check_line(&self, report: &Report<u16>) {
        let mut node = self.start;
        for &mv in &report.line.moves {
            assert!(node.over().is_none() && mv < node.spec().width, "{}", (self.about)());
            let best = report.value().is_none() || node.best_move() == Some(mv);
            assert!(best, "{mv} at {node:?}: {}", (self.about)());
            node.play(mv);
        }
        let requested = self.question.line && !self.is_decision();
        if requested && is_whole(report) && self.has_exact_depths() {
            assert_eq!(report.line.end, end(&self.start, report), "{}", (self.about)());
        }
    }
}

fn value(node: &Synthetic, depth: Depth) -> Score {
    node.assigned_value_at(depth).expect("an ordered tree")
}

/// Whether no limit ended the search.
fn is_whole(report: &Report<u16>) -> bool {
    matches!(report.stop_reason, StopReason::Complete | StopReason::Proved)
}

/// The end of a complete line: at the horizon, or at a leaf if that is nearer.
fn end(start: &Synthetic, report: &Report<u16>) -> LineEnd {
    let left = start.plies_left().expect("a finite tree");
    let plies = report.depth.and_then(Depth::to_plies);
    let is_shallower = plies.is_some_and(|plies| u32::from(plies) < left);
    if is_shallower { LineEnd::Horizon } else { LineEnd::GameOver }
}
