//! [`DeeperOracle`]: what a search may say in which deeper findings count
//! ([`DepthMatch::AtLeast`](eldest::DepthMatch)), held against the
//! [spans](crate::graph::GraphSpans) of a graph.
//!
//! What it says of a value at a fixed depth is right if some value in the span agrees with it: a
//! lower bound is not above the span, an upper bound not below it, a value lies within. To the end
//! a span is one value, and what is proved is true of that.

use crate::answers::check_legal;
use crate::findings::{StoredFindings, check_findings_within};
use crate::graph::GraphValues;
use crate::{GameGraph, answers};
use eldest::observe::Iteration;
use eldest::report::{RootMove, StopReason};
use eldest::{Bounds, Depth, Position, Report, Score};
use std::fmt::Display;

/// A position of a graph that is asked about, and whoever checks the answers.
#[derive(Copy, Clone, Debug)]
pub struct DeeperOracle<'a, const A: bool, const D: bool> {
    values: &'a GraphValues,
    position: &'a GameGraph<A, D>,
    /// The only moves that are asked about, if not all.
    only: Option<&'a [u16]>,
}

impl<'a, const A: bool, const D: bool> DeeperOracle<'a, A, D> {
    /// Questions about `position`, in a graph that has these `values`.
    #[must_use]
    pub fn new(values: &'a GraphValues, position: &'a GameGraph<A, D>) -> Self {
        Self { values, position, only: None }
    }

    /// Questions about some of the moves, at least one.
    #[must_use]
    pub fn only(self, moves: &'a [u16]) -> Self {
        Self { only: Some(moves), ..self }
    }

    /// What the moves that are asked about may be found to be worth at `depth`.
    #[must_use]
    pub fn moves(&self, depth: Depth) -> Vec<(u16, Bounds)> {
        let mut moves = self.values.spans(self.position).root_spans(self.position, depth);
        moves.retain(|(mv, _)| self.only.is_none_or(|only| only.contains(mv)));
        moves
    }

    /// What the position may be found to be worth at `depth`, one ply at least.
    #[must_use]
    pub fn span(&self, depth: Depth) -> Bounds {
        let best =
            |a: Bounds, b: Bounds| Bounds::new(a.lower().max(b.lower()), a.upper().max(b.upper()));
        let moves = self.moves(depth).into_iter().map(|(_, span)| span);
        moves.reduce(best).unwrap_or_else(|| Bounds::exact(self.end()))
    }

    /// What it is worth to the end.
    fn end(&self) -> Score {
        let value = self.values.value(self.position.number(), Depth::END);
        if self.only.is_none() { value } else { self.span(Depth::END).lower() }
    }

    /// A report, whether or not its search was ended early: what it says of value, proof, best move
    /// and every other move may be so, and every line is legal.
    ///
    /// # Panics
    /// If something may not.
    pub fn check_report(&self, report: &Report<u16>, about: &dyn Display) {
        check_legal(report, self.position, about);
        self.check_moves(&report.moves, about);
        assert_eq!(report.best_move, report.moves.first().map(|best| best.mv), "{about}");
        if let Some(depth) = report.depth {
            self.check_value(depth, report.bounds, report.proved, about);
        }
    }

    /// A report that no limit but `depth` has ended: the same, and there is a value.
    ///
    /// # Panics
    /// If something may not be so.
    pub fn check_whole(&self, report: &Report<u16>, depth: Depth, about: &dyn Display) {
        self.check_report(report, about);
        let due = if report.proved { StopReason::Proved } else { StopReason::Complete };
        assert!(report.value().is_some() && report.stop_reason == due, "{about}");
        assert!(report.proved || report.depth == Some(depth), "{about}");
        let over = self.position.over().is_some();
        assert_eq!(report.exact, over || depth.is_end(), "{about}");
    }

    /// What an observer hears after an iteration.
    ///
    /// # Panics
    /// If it may not be so.
    pub fn check_iteration(&self, iteration: &Iteration<u16>, about: &dyn Display) {
        let Iteration { depth, value, proved, moves, .. } = iteration;
        self.check_value(*depth, *value, *proved, about);
        self.check_moves(moves, about);
    }

    /// The report of `decide(least)`.
    ///
    /// # Panics
    /// If it may not be so.
    pub fn check_decision(
        &self,
        report: &Report<u16>,
        least: Score,
        depth: Depth,
        about: &dyn Display,
    ) {
        self.check_report(report, about);
        answers::check_decision(report, least, self.span(depth), self.end(), about);
    }

    /// The value at `depth` may lie within what was told; if that is called proved, it does to the
    /// end.
    fn check_value(&self, depth: Depth, told: Bounds, proved: bool, about: &dyn Display) {
        let (span, end) = (self.span(depth), self.end());
        assert!(told.intersect(span).is_some(), "{told:?} at {depth}, not {span:?}: {about}");
        assert!(!proved || told.contains(end), "{told:?} is not proved, but {end}: {about}");
    }

    /// Each move may be worth what is said of it at its depth; of one that is unsearched nothing
    /// is.
    fn check_moves(&self, moves: &[RootMove<u16>], about: &dyn Display) {
        for found in moves.iter().filter(|found| !found.depth.is_horizon()) {
            let spans = self.moves(found.depth);
            let span = spans.iter().find(|(mv, _)| *mv == found.mv).expect("a move asked about").1;
            let told = Bounds::from_bound(found.value, found.bound);
            let agrees = told.intersect(span).is_some();
            assert!(agrees, "move {}: {told:?}, not {span:?}: {about}", found.mv);
        }
    }
}

/// Everything that was stored about the graph of `root` may be so; how much that was.
///
/// # Panics
/// If a finding may not.
pub fn check_findings<const A: bool, const D: bool>(
    values: &GraphValues,
    root: &GameGraph<A, D>,
    stored: &StoredFindings,
) -> usize {
    let span = |node: &GameGraph<A, D>, depth| values.spans(node).span(node.number(), depth);
    check_findings_within(values, span, root, stored)
}
