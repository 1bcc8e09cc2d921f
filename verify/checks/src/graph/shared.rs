//! [`GraphData`]: the nodes and edges of a graph.

use super::declared::GraphDeclarations;
use super::judge::GraphJudge;
use super::past::NodePast;
use crate::definition::one_ply_up;
use eldest::{Bounds, Score, Side};

/// The whole game. Children have larger numbers than their parents.
#[derive(Clone, Debug)]
pub(super) struct GraphData {
    pub(super) nodes: Vec<GraphNode>,
    pub(super) edges: Vec<GraphEdge>,
    pub(super) declared: GraphDeclarations,
    pub(super) judge: GraphJudge,
    pub(super) range: Bounds,
    pub(super) granularity: u32,
    pub(super) fingerprint: u64,
}

#[derive(Clone, Debug)]
pub(super) struct GraphNode {
    pub(super) side: Side,
    /// The score of the finished game, or the estimate of an inner node.
    pub(super) score: Score,
    /// Its edges are neighbours.
    pub(super) first_edge: u32,
    pub(super) width: u32,
    /// Plies on the longest way to the end of the game.
    pub(super) height: u16,
    /// V(node, END).
    pub(super) end: Score,
    /// What is certain about it at a glance.
    pub(super) bounds: Bounds,
    /// Whether the side to move may stand pat, where the judge leaves that to the node.
    pub(super) may_stand: bool,
    /// What its key does not tell.
    pub(super) past: NodePast,
}

#[derive(Clone, Debug)]
pub(super) struct GraphEdge {
    pub(super) to: u16,
    pub(super) rank: i32,
    pub(super) noisy: bool,
    /// Whether it is a relevant move.
    pub(super) relevant: bool,
}

impl GraphData {
    pub(super) fn node(&self, at: u16) -> &GraphNode {
        &self.nodes[usize::from(at)]
    }

    pub(super) fn edges(&self, node: &GraphNode) -> &[GraphEdge] {
        &self.edges[node.first_edge as usize..][..node.width as usize]
    }

    /// The best of what `value` says of the ends of `edges`, as `side` sees it.
    pub(super) fn best<'s>(
        &self,
        side: Side,
        edges: impl Iterator<Item = &'s GraphEdge>,
        distances: bool,
        value: impl Fn(u16) -> Score,
    ) -> Option<Score> {
        edges.map(|edge| self.backed_up(side, edge.to, distances, value(edge.to))).max()
    }

    /// What `value` of the child `to` is worth to `side`, one ply further up.
    pub(super) fn backed_up(&self, side: Side, to: u16, distances: bool, value: Score) -> Score {
        let value = if distances { one_ply_up(value) } else { value };
        if self.node(to).side == side { value } else { -value }
    }
}
