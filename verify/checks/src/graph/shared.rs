//! [`GraphData`]: the nodes and edges of a graph. [`NodePast`]: the part of a node that is not in
//! its key.

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
    /// Its edges are consecutive.
    pub(super) first_edge: u32,
    pub(super) width: u32,
    /// The plies on the longest path to the end of the game.
    pub(super) height: u16,
    /// V(node, END).
    pub(super) end: Score,
    /// Its static bounds.
    pub(super) bounds: Bounds,
    /// Whether the side to move may stand pat, if the judge leaves that to the node.
    pub(super) may_stand: bool,
    /// The part that is not in its key.
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

    /// The best `value` among the ends of `edges`, as `side` sees it.
    pub(super) fn best<'s>(
        &self,
        side: Side,
        edges: impl Iterator<Item = &'s GraphEdge>,
        distances: bool,
        value: impl Fn(u16) -> Score,
    ) -> Option<Score> {
        edges.map(|edge| self.backed_up(side, edge.to, distances, value(edge.to))).max()
    }

    /// Converts `value` of the child `to` to the view of `side`, one ply further up.
    pub(super) fn backed_up(&self, side: Side, to: u16, distances: bool, value: Score) -> Score {
        let value = if distances { one_ply_up(value) } else { value };
        if self.node(to).side == side { value } else { -value }
    }
}

/// Points taken on the way to a node, as its side to move sees them.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct NodePast {
    /// The number from which the key is made.
    pub(super) class: u16,
    /// All points taken.
    pub(super) taken: i32,
    /// The part of them that differs within the class.
    pub(super) apart: i32,
}

impl NodePast {
    /// The past of node number `at` in a game without points.
    pub(super) fn none(at: u16) -> Self {
        Self { class: at, taken: 0, apart: 0 }
    }

    /// The past of a node of this class where `side` moves and the first side leads by `taken`.
    pub(super) fn of(class: u16, side: Side, taken: i32, apart: i32) -> Self {
        let sign = sign(side);
        Self { class, taken: sign * taken, apart: sign * apart }
    }

    /// Packs it into a number.
    pub(super) fn bits(self) -> u64 {
        u64::from(self.taken as u32) << 16 | u64::from(self.class)
    }
}

/// 1 for the first side, -1 for the other.
pub(super) fn sign(side: Side) -> i32 {
    if side == Side::First { 1 } else { -1 }
}
