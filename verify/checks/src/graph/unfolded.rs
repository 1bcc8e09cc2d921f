//! A graph with gains is grown without them, and then each node becomes as many as there are pasts
//! with which it can be reached. What a node is worth is told with its past, as the rules of a game
//! tell it: so the oracles that go by nodes know nothing of gains, and nothing of them is shared
//! with the library's way to treat them.

use super::declared::GraphGains;
use super::hints::Hint;
use super::shared::{GraphEdge, GraphNode, NodePast, sign};
use eldest::Score;
use std::collections::BTreeSet;

/// Nodes, their edges, and what they say at a glance if they do.
pub(super) struct FoldedGraph {
    pub(super) nodes: Vec<GraphNode>,
    pub(super) edges: Vec<GraphEdge>,
    pub(super) hints: Vec<Hint>,
}

impl FoldedGraph {
    fn edges(&self, node: &GraphNode) -> &[GraphEdge] {
        &self.edges[node.first_edge as usize..][..node.width as usize]
    }
}

/// `folded`, where each node has a byte for what is gained there.
pub(super) fn unfolded(folded: &FoldedGraph, gains: GraphGains, bytes: &[u8]) -> FoldedGraph {
    let pasts = ReachablePasts::of(folded, gains, bytes);
    let mut whole = FoldedGraph { nodes: Vec::new(), edges: Vec::new(), hints: Vec::new() };
    for (at, node) in folded.nodes.iter().enumerate() {
        for &apart in &pasts.bonuses[at] {
            let first_edge = whole.edges.len() as u32;
            whole.edges.extend(folded.edges(node).iter().enumerate().map(|(index, edge)| {
                let gained = sign(node.side) * gains.bonus(bytes[at], index);
                GraphEdge { to: pasts.number(edge.to, apart + gained), ..edge.clone() }
            }));
            let past = NodePast::of(at as u16, node.side, gains.level(bytes[at]) + apart, apart);
            let score = pasts.whole(node.score, past.apart);
            whole.nodes.push(GraphNode { first_edge, score, past, ..node.clone() });
            whole.hints.extend(folded.hints.get(at));
        }
    }
    whole
}

/// With which pasts each node can be reached.
struct ReachablePasts {
    /// What the first side may have got beside the levels on the way to each node.
    bonuses: Vec<BTreeSet<i32>>,
    /// The number of each node with the least of them.
    first: Vec<u16>,
    /// No finished game is worth more before what tells pasts apart, so that what is still to come
    /// of it is a score wherever it is asked.
    largest: i32,
}

impl ReachablePasts {
    fn of(folded: &FoldedGraph, gains: GraphGains, bytes: &[u8]) -> Self {
        let mut bonuses = vec![BTreeSet::new(); folded.nodes.len()];
        bonuses[0].insert(0);
        let (mut first, mut next, mut most_taken, mut most_apart) = (Vec::new(), 0, 0, 0);
        for (at, node) in folded.nodes.iter().enumerate() {
            let here = bonuses[at].clone();
            for (index, edge) in folded.edges(node).iter().enumerate() {
                let gained = sign(node.side) * gains.bonus(bytes[at], index);
                bonuses[usize::from(edge.to)].extend(here.iter().map(|apart| apart + gained));
            }
            for apart in &here {
                most_taken = most_taken.max((gains.level(bytes[at]) + apart).abs());
                most_apart = most_apart.max(apart.abs());
            }
            first.push(next);
            next += here.len() as u16;
        }
        Self { bonuses, first, largest: Score::MAX_VALUE.get() - most_taken - most_apart }
    }

    fn number(&self, at: u16, apart: i32) -> u16 {
        let before = self.bonuses[usize::from(at)].range(..apart).count();
        self.first[usize::from(at)] + before as u16
    }

    /// `score`, with what tells the past of its node apart.
    fn whole(&self, score: Score, apart: i32) -> Score {
        if score.distance().is_some() {
            return score;
        }
        Score::new(score.get().clamp(-self.largest, self.largest) + apart)
    }
}
