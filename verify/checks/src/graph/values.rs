//! [`GraphValues`]: the oracle of graphs.

use super::shared::{GraphData, GraphNode};
use super::{GameGraph, GraphJudge, GraphSpans, StandPat};
use crate::Truth;
use eldest::{Depth, Score};
use std::sync::OnceLock;

/// V(node, depth) of a whole graph, computed from the definition: one row per depth, each from the
/// row before. Uses nothing of the library but the type of a score.
#[derive(Clone, Debug)]
pub struct GraphValues {
    /// V(node, 0) of all nodes, V(node, 1), and so on.
    rows: Vec<Score>,
    /// V(node, END).
    end: Vec<Score>,
    heights: Vec<u16>,
    /// Computed on the first request.
    spans: OnceLock<GraphSpans>,
}

impl GraphValues {
    /// Computes the values of all nodes of `graph` at all depths up to `plies`, and at the end.
    #[must_use]
    pub fn up_to<const A: bool, const D: bool>(
        graph: &GameGraph<A, D>,
        judge: GraphJudge,
        plies: u16,
    ) -> Self {
        let own = |at| graph.shared.node(at).score;
        Self::estimated(graph, judge, plies, own)
    }

    /// The same with an evaluator that estimates inner nodes by `estimate`, given their number.
    pub fn estimated<const A: bool, const D: bool>(
        graph: &GameGraph<A, D>,
        judge: GraphJudge,
        plies: u16,
        estimate: impl Fn(u16) -> Score,
    ) -> Self {
        let shared = &*graph.shared;
        let whole = shared.nodes[0].height;
        let score = |(at, node): (u16, &GraphNode)| match node.width {
            0 => node.score,
            _ => estimate(at),
        };
        let scores: Vec<Score> = (0..).zip(&shared.nodes).map(score).collect();
        let mut rows = horizon(shared, judge, D, &scores);
        for _ in 0..plies.min(whole.saturating_sub(1)) {
            let above = rows.len() - shared.nodes.len();
            for node in &shared.nodes {
                let value = |to: u16| rows[above + usize::from(to)];
                let best = shared.best(node.side, shared.edges(node).iter(), D, value);
                rows.push(best.unwrap_or(node.score));
            }
        }
        Self {
            rows,
            end: shared.nodes.iter().map(|node| node.end).collect(),
            heights: shared.nodes.iter().map(|node| node.height).collect(),
            spans: OnceLock::new(),
        }
    }

    /// Computes the values of all nodes of `graph` at all depths, with the graph's own evaluator.
    #[must_use]
    pub fn of<const A: bool, const D: bool>(graph: &GameGraph<A, D>) -> Self {
        Self::up_to(graph, graph.judge(), u16::MAX)
    }

    /// V(`at`, `depth`).
    ///
    /// # Panics
    /// If there is no such node, or if `depth` was not computed and is above the end of the game.
    #[must_use]
    pub fn value(&self, at: u16, depth: Depth) -> Score {
        let at = usize::from(at);
        match depth.to_plies().filter(|&plies| plies < self.heights[at]) {
            Some(plies) => self.rows[usize::from(plies) * self.end.len() + at],
            None => self.end[at],
        }
    }

    /// The legal moves of the position with their values at `depth`, which is at least one ply.
    #[must_use]
    pub fn root_values<const A: bool, const D: bool>(
        &self,
        graph: &GameGraph<A, D>,
        depth: Depth,
    ) -> Vec<(u16, Score)> {
        let side = graph.node().side;
        let value = |to: u16| graph.shared.backed_up(side, to, D, self.value(to, depth.below()));
        (0..).zip(graph.edges()).map(|(mv, edge)| (mv, value(edge.to))).collect()
    }

    /// The spans of values in `graph`, which these values belong to, if deeper entries count.
    pub fn spans<const A: bool, const D: bool>(&self, graph: &GameGraph<A, D>) -> &GraphSpans {
        self.spans.get_or_init(|| GraphSpans::of(graph, &|at, depth| self.value(at, depth)))
    }
}

impl<const A: bool, const D: bool> Truth<GameGraph<A, D>> for GraphValues {
    fn value(&self, graph: &GameGraph<A, D>, depth: Depth) -> Score {
        self.value(graph.number(), depth)
    }

    fn root_values(&self, graph: &GameGraph<A, D>, depth: Depth) -> Vec<(u16, Score)> {
        self.root_values(graph, depth)
    }

    fn plies_left(&self, graph: &GameGraph<A, D>) -> u16 {
        graph.height()
    }
}

/// V(node, 0): the estimate in `scores`, or Q(node, k) row by row.
fn horizon(shared: &GraphData, judge: GraphJudge, distances: bool, scores: &[Score]) -> Vec<Score> {
    let mut row = scores.to_vec();
    for _ in 0..judge.plies.min(shared.nodes[0].height) {
        let nodes = shared.nodes.iter().zip(scores);
        row = nodes
            .map(|(node, score)| quiet(shared, judge, distances, node, *score, &row))
            .collect();
    }
    row
}

/// Q(node, k + 1) of a node with the static score `score`, where `row` holds Q(node, k).
fn quiet(
    shared: &GraphData,
    judge: GraphJudge,
    distances: bool,
    node: &GraphNode,
    score: Score,
    row: &[Score],
) -> Score {
    let noisy = shared.edges(node).iter().filter(|edge| edge.noisy);
    let loud = shared.best(node.side, noisy, distances, |to| row[usize::from(to)]);
    let stands = match judge.standing {
        StandPat::Always => true,
        StandPat::Never => false,
        StandPat::ByNode => node.may_stand,
    };
    match loud {
        Some(loud) if stands => loud.max(score),
        Some(loud) => loud,
        None => score,
    }
}
