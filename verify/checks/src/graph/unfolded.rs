//! A graph with gains is built without them first. Then each node is duplicated for every past with
//! which it can be reached, and its value includes that past, as the rules of a game define it. So
//! the oracles work on nodes alone and share nothing with the library's handling of gains.

use super::declared::GraphGains;
use super::hints::Hint;
use super::shared::{GraphEdge, GraphNode, NodePast, sign};
use eldest::Score;
use std::collections::BTreeSet;

/// Nodes, their edges, and their hints if there are any.
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

/// Unfolds `folded`; `bytes` holds a byte for each node that determines the gains there.
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

/// The pasts with which each node can be reached.
struct ReachablePasts {
    /// The bonuses of the first side, besides levels, on the ways to each node.
    bonuses: Vec<BTreeSet<i32>>,
    /// The number of each node with the least bonus.
    first: Vec<u16>,
    /// The limit of scores before the past is added, so that remaining values stay in range.
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

    /// `score` with the part of the past that distinguishes nodes of a class.
    fn whole(&self, score: Score, apart: i32) -> Score {
        if score.distance().is_some() {
            return score;
        }
        Score::new(score.get().clamp(-self.largest, self.largest) + apart)
    }
}
