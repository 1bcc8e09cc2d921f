//! Static information of a graph: true bounds, relevant moves that include a best one, ranks.

use super::shared::{GraphData, GraphEdge};
use eldest::{Bounds, Score};

/// The distance of bounds from the value; `None` for no bound on that side.
const REACH: [Option<i32>; 4] = [None, Some(0), Some(1), Some(10_000)];

/// The static information of a node: how tight its bounds are, and which moves it leaves out.
#[derive(Copy, Clone, Debug)]
pub(super) struct Hint(pub(super) u8);

/// A rank, from harmless to extreme.
pub(super) fn rank(bits: u8) -> i32 {
    [0, 1, 2, -1, 1_000_000, 20_000_000, i32::MAX, i32::MIN][usize::from(bits & 7)]
}

impl Hint {
    /// True bounds on `value`.
    fn bounds(self, value: Score) -> Bounds {
        let at = |reach: Option<i32>, sign: i32, end: Score| {
            reach.map_or(end, |reach| {
                let near = value.get() + sign * reach;
                Score::new(near.clamp(Score::LOSS.get(), Score::WIN.get()))
            })
        };
        let (below, above) = (REACH[usize::from(self.0 & 3)], REACH[usize::from(self.0 >> 2 & 3)]);
        Bounds::new(at(below, -1, Score::LOSS), at(above, 1, Score::WIN))
    }

    /// Whether move `index` may be left out if it is not needed.
    fn leaves_out(self, index: usize) -> bool {
        self.0 >> (4 + index % 4) & 1 == 1
    }
}

impl GraphData {
    /// Computes the static information of each node.
    pub(super) fn note_hints(&mut self, hints: &[Hint], distances: bool) {
        for at in 0..self.nodes.len() {
            let hint = hints.get(at).copied().unwrap_or(Hint(0));
            let node = &self.nodes[at];
            let over = node.width == 0;
            let has_bounds = over || self.declared.bounds;
            let bounds = if has_bounds { hint.bounds(node.end) } else { Bounds::FULL };
            let bounds = if over { Bounds::exact(node.end) } else { bounds };
            self.nodes[at].bounds = bounds;
            if self.declared.relevant && !over {
                self.leave_out(at, hint, distances);
            }
        }
    }

    /// Leaves out moves, but keeps one of the best; leaves out all if static bounds give the value.
    fn leave_out(&mut self, at: usize, hint: Hint, distances: bool) {
        let node = &self.nodes[at];
        let is_best = |edge: &GraphEdge| {
            self.backed_up(node.side, edge.to, distances, self.node(edge.to).end) == node.end
        };
        let edges = self.edges(node);
        let mut best = (0..edges.len()).filter(|&index| is_best(&edges[index]));
        let kept = if hint.0 & 1 == 0 { best.next() } else { best.next_back() };
        let none = hint.0 >> 4 >= 12 && node.bounds.value().is_some();
        let (first, width) = (node.first_edge as usize, node.width as usize);
        for index in 0..width {
            let needed = kept == Some(index) || !hint.leaves_out(index);
            self.edges[first + index].relevant = needed && !none;
        }
    }
}
