//! Random graphs of many nodes, in slices, and their numbers.

use super::graph::{Graph, Node, Random};
use crate::{Numbering, Place, Slice};
use eldest::{Score, Side};

/// The nodes of a slice.
pub(crate) const SLICE: usize = 1_500;

impl Graph {
    /// Creates a random graph of `count` nodes. Edges lead to the slice of their node or to an
    /// earlier one, mostly to near nodes, so that some wins are long.
    pub(crate) fn random(seed: u64, count: usize) -> Self {
        let mut random = Random(seed);
        let nodes = (0..count).map(|at| Node::random(at, count, &mut random)).collect();
        Self { nodes, at: 0, endless: Some(Score::DRAW) }
    }
}

impl Node {
    fn random(at: usize, count: usize, random: &mut Random) -> Self {
        let end = count.min((at / SLICE + 1) * SLICE);
        let over = match random.below(40) {
            0..2 => Some(Score::LOSS),
            2 => Some(Score::WIN),
            3 => Some(Score::DRAW),
            _ => None,
        };
        let mut target = || match random.below(4) {
            0 => random.below(end),
            _ => (at + random.below(9)).saturating_sub(3).min(end - 1),
        };
        let to = [target(), target(), target()];
        let to = to[..1 + random.below(3)].to_vec();
        let side =
            if random.below(5) < 4 && at.is_multiple_of(2) { Side::First } else { Side::Second };
        Self { side, over, to }
    }
}

/// Numbers of nodes. Every fourth number stands for no position, and some finished games have no
/// number.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    pub(crate) graph: Graph,
    slices: Vec<Slice>,
}

impl Numbers {
    pub(crate) fn new(graph: Graph) -> Self {
        let lens = (0..graph.nodes.len()).step_by(SLICE).map(|start| {
            let nodes = SLICE.min(graph.nodes.len() - start);
            number(nodes - 1) + 1
        });
        let slices = lens.enumerate().map(|(i, len)| Slice { name: format!("part-{i}"), len });
        Self { slices: slices.collect(), graph }
    }

    /// Returns the node of a place; `None` if it stands for no position.
    pub(crate) fn node(&self, place: Place) -> Option<usize> {
        let local = (place.number / 4 * 3 + place.number % 4) as usize;
        let at = place.slice * SLICE + local;
        (place.number % 4 < 3 && self.has_place(at)).then_some(at)
    }

    fn has_place(&self, at: usize) -> bool {
        let is_over = self.graph.nodes.get(at).map(|node| node.over.is_some());
        is_over.is_some_and(|is_over| !is_over || at.is_multiple_of(2))
    }
}

/// Returns the number of the node with this index in its slice.
fn number(local: usize) -> u64 {
    (local / 3 * 4 + local % 3) as u64
}

impl Numbering for Numbers {
    type Position = Graph;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }
    fn fingerprint(&self) -> u64 {
        78
    }
    fn place(&self, position: &Graph) -> Option<Place> {
        let at = position.at;
        let place = Place { slice: at / SLICE, number: number(at % SLICE) };
        self.has_place(at).then_some(place)
    }
    fn position(&self, place: Place) -> Option<Graph> {
        self.node(place).map(|at| self.graph.at(at))
    }
}
