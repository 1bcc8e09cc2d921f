//! [`GraphData`]: the nodes and edges of a graph. [`NodePast`]: what of a node its key does not tell.

use super::declared::GraphDeclarations;
use super::judge::GraphJudge;
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

/// Points that have been taken on the way to a node, as its side to move sees them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct NodePast {
    /// The number that the key tells.
    pub(super) class: u16,
    /// All that has been taken.
    pub(super) taken: i32,
    /// That part of it which is not the same for all nodes of the class.
    pub(super) apart: i32,
}

impl NodePast {
    /// Of the node number `at`, if there are no points.
    pub(super) fn none(at: u16) -> Self {
        Self { class: at, taken: 0, apart: 0 }
    }

    /// Of a node of this class at which `side` moves, if the first side is ahead by that much.
    pub(super) fn of(class: u16, side: Side, taken: i32, apart: i32) -> Self {
        let sign = sign(side);
        Self { class, taken: sign * taken, apart: sign * apart }
    }

    /// All of it as a number.
    pub(super) fn bits(self) -> u64 {
        u64::from(self.taken as u32) << 16 | u64::from(self.class)
    }
}

/// 1 for the first side, -1 for the other.
pub(super) fn sign(side: Side) -> i32 {
    if side == Side::First { 1 } else { -1 }
}
