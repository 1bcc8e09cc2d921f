//! [`GraphValues`]: the oracle of graphs.

use super::shared::{GraphData, GraphNode};
use super::{GameGraph, GraphJudge, GraphSpans, StandPat};
use crate::Truth;
use eldest::{Depth, Score};
use std::sync::OnceLock;

/// V(node, depth) of a whole graph, worked out from the definition: rows of a table, one for each
/// depth, each from the row before. Nothing of it comes from the library but the type of a score.
#[derive(Clone, Debug)]
pub struct GraphValues {
    /// V(node, 0) of all nodes, V(node, 1), and so on.
    rows: Vec<Score>,
    /// V(node, END).
    end: Vec<Score>,
    heights: Vec<u16>,
    /// Worked out when somebody asks.
    spans: OnceLock<GraphSpans>,
}

impl GraphValues {
    /// The values of all nodes of `graph` at all depths up to `plies`, and at the end.
    #[must_use]
    pub fn up_to<const A: bool, const D: bool>(
        graph: &GameGraph<A, D>,
        judge: GraphJudge,
        plies: u16,
    ) -> Self {
        let own = |at| graph.shared.node(at).score;
        Self::estimated(graph, judge, plies, own)
    }

    /// The same, with an evaluator to which an inner node is worth what `estimate` says of its
    /// number.
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

    /// The values of all nodes of `graph` at all depths, with the evaluator that it came with.
    #[must_use]
    pub fn of<const A: bool, const D: bool>(graph: &GameGraph<A, D>) -> Self {
        Self::up_to(graph, graph.judge(), u16::MAX)
    }

    /// V(`at`, `depth`).
    ///
    /// # Panics
    /// If there is no such node, or `depth` was not asked for and lies above the end of the game.
    #[must_use]
    pub fn value(&self, at: u16, depth: Depth) -> Score {
        let at = usize::from(at);
        match depth.to_plies().filter(|&plies| plies < self.heights[at]) {
            Some(plies) => self.rows[usize::from(plies) * self.end.len() + at],
            None => self.end[at],
        }
    }

    /// The legal moves of the position with their values at `depth`, which is one ply at least.
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

    /// Where values may lie if deeper findings count, in the graph whose values these are.
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

/// V(node, 0): what it is worth at a glance by `scores`, or Q(node, k) row by row.
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

/// Q(node, k + 1) of a node that is worth `score` at a glance, if `row` holds Q(node, k).
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
        StandPat::All => true,
        StandPat::Nobody => false,
        StandPat::Some => node.may_stand,
    };
    match loud {
        Some(loud) if stands => loud.max(score),
        Some(loud) => loud,
        None => score,
    }
}
