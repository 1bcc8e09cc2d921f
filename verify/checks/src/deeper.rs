//! [`DeeperOracle`]: checks searches that accept deeper entries
//! ([`DepthMatch::AtLeast`](eldest::DepthMatch)), by the [spans](crate::graph::GraphSpans) of a
//! graph.
//!
//! A result at a fixed depth is correct if it agrees with some value in the span: a lower bound is
//! not above the span, an upper bound not below it, an exact value inside. To the end of the game a
//! span is one value, with which proved results must agree.

use crate::answers::check_legal;
use crate::findings::{StoredFindings, check_findings_within};
use crate::graph::GraphValues;
use crate::{GameGraph, answers};
use eldest::observe::Iteration;
use eldest::report::{RootMove, StopReason};
use eldest::{Bounds, Depth, Position, Report, Score};
use std::fmt::Display;

/// Checks results about a position of a graph.
#[derive(Copy, Clone, Debug)]
pub struct DeeperOracle<'a, const A: bool, const D: bool> {
    values: &'a GraphValues,
    position: &'a GameGraph<A, D>,
    /// The root moves to search, if not all.
    only: Option<&'a [u16]>,
}

impl<'a, const A: bool, const D: bool> DeeperOracle<'a, A, D> {
    /// Checks results about `position`, in a graph with these `values`.
    #[must_use]
    pub fn new(values: &'a GraphValues, position: &'a GameGraph<A, D>) -> Self {
        Self { values, position, only: None }
    }

    /// Restricts the search to some of the moves, at least one.
    #[must_use]
    pub fn only(self, moves: &'a [u16]) -> Self {
        Self { only: Some(moves), ..self }
    }

    /// The spans of the searched moves at `depth`.
    #[must_use]
    pub fn moves(&self, depth: Depth) -> Vec<(u16, Bounds)> {
        let mut moves = self.values.spans(self.position).root_spans(self.position, depth);
        moves.retain(|(mv, _)| self.only.is_none_or(|only| only.contains(mv)));
        moves
    }

    /// The span of the position at `depth`, which is at least one ply.
    #[must_use]
    pub fn span(&self, depth: Depth) -> Bounds {
        let best =
            |a: Bounds, b: Bounds| Bounds::new(a.lower().max(b.lower()), a.upper().max(b.upper()));
        let moves = self.moves(depth).into_iter().map(|(_, span)| span);
        moves.reduce(best).unwrap_or_else(|| Bounds::exact(self.end()))
    }

    /// The value to the end.
    fn end(&self) -> Score {
        let value = self.values.value(self.position.number(), Depth::END);
        if self.only.is_none() { value } else { self.span(Depth::END).lower() }
    }

    /// Checks a report, whether or not its search was ended early: value, proof, best move and all
    /// other moves agree with the spans, and every line is legal.
    ///
    /// # Panics
    /// If the report is wrong.
    pub fn check_report(&self, report: &Report<u16>, about: &dyn Display) {
        check_legal(report, self.position, about);
        self.check_moves(&report.moves, about);
        assert_eq!(report.best_move, report.moves.first().map(|best| best.mv), "{about}");
        if let Some(depth) = report.depth {
            self.check_value(depth, report.bounds, report.proved, about);
        }
    }

    /// Checks a report whose search only `depth` limited: as above, and there is a value.
    ///
    /// # Panics
    /// If the report is wrong.
    pub fn check_whole(&self, report: &Report<u16>, depth: Depth, about: &dyn Display) {
        self.check_report(report, about);
        let due = if report.proved { StopReason::Proved } else { StopReason::Complete };
        assert!(report.value().is_some() && report.stop_reason == due, "{about}");
        assert!(report.proved || report.depth == Some(depth), "{about}");
        let over = self.position.over().is_some();
        assert_eq!(report.exact, over || depth.is_end(), "{about}");
    }

    /// Checks what an observer received after an iteration.
    ///
    /// # Panics
    /// If it is wrong.
    pub fn check_iteration(&self, iteration: &Iteration<u16>, about: &dyn Display) {
        let Iteration { depth, value, proved, moves, .. } = iteration;
        self.check_value(*depth, *value, *proved, about);
        self.check_moves(moves, about);
    }

    /// Checks the report of `decide(least)`.
    ///
    /// # Panics
    /// If it is wrong.
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

    /// The span at `depth` must agree with `found`; if that is called proved, the value to the end
    /// must agree with it.
    fn check_value(&self, depth: Depth, found: Bounds, proved: bool, about: &dyn Display) {
        let (span, end) = (self.span(depth), self.end());
        assert!(found.intersect(span).is_some(), "{found:?} at {depth}, not {span:?}: {about}");
        assert!(
            !proved || found.contains(end),
            "{found:?} is not proved; the value is {end}: {about}"
        );
    }

    /// The bound on each move must agree with its span at its depth; an unsearched move has no
    /// bound.
    fn check_moves(&self, moves: &[RootMove<u16>], about: &dyn Display) {
        for found in moves.iter().filter(|found| !found.depth.is_horizon()) {
            let spans = self.moves(found.depth);
            let span = spans.iter().find(|(mv, _)| *mv == found.mv).expect("a searched move").1;
            let claimed = Bounds::from_bound(found.value, found.bound);
            let agrees = claimed.intersect(span).is_some();
            assert!(agrees, "move {}: {claimed:?}, not {span:?}: {about}", found.mv);
        }
    }
}

/// Checks that all stored entries about the graph of `root` agree with the spans. Returns their
/// number.
///
/// # Panics
/// If an entry is wrong.
pub fn check_findings<const A: bool, const D: bool>(
    values: &GraphValues,
    root: &GameGraph<A, D>,
    stored: &StoredFindings,
) -> usize {
    let span = |node: &GameGraph<A, D>, depth| values.spans(node).span(node.number(), depth);
    check_findings_within(values, span, root, stored)
}
