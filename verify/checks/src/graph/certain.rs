//! [`CertainBounds`]: what is known of a value without the horizon.

use super::{GameGraph, GraphData, GraphNode};
use eldest::{Bounds, Depth};

/// Where V(node, depth) lies, whatever the positions at the horizon are worth: what a search that
/// calls a value proved may say at most. A table like that of [`GraphValues`](super::GraphValues).
#[derive(Clone, Debug)]
pub struct CertainBounds {
    /// Of all nodes at depth 0, at depth 1, and so on, as far as it makes a difference.
    rows: Vec<Vec<Bounds>>,
}

impl CertainBounds {
    /// What is certain about all nodes of `graph` at all depths.
    #[must_use]
    pub fn of<const A: bool, const D: bool>(graph: &GameGraph<A, D>) -> Self {
        let shared = &*graph.shared;
        let at_once = |node: &GraphNode| {
            if node.width == 0 { Bounds::exact(node.score) } else { Bounds::FULL }
        };
        let mut rows = vec![shared.nodes.iter().map(at_once).collect::<Vec<_>>()];
        for above in 0..usize::from(shared.nodes[0].height) {
            let row = shared.nodes.iter().map(|node| shared.certain(node, &rows[above], D));
            rows.push(row.collect());
        }
        Self { rows }
    }

    /// What is certain about V(`at`, `depth`).
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn bounds(&self, at: u16, depth: Depth) -> Bounds {
        let last = self.rows.len() - 1;
        let row = depth.to_plies().map_or(last, |plies| last.min(plies.into()));
        self.rows[row][usize::from(at)]
    }
}

impl GraphData {
    /// What is certain about `node`, if `row` says what is about its children.
    fn certain(&self, node: &GraphNode, row: &[Bounds], distances: bool) -> Bounds {
        let end = |to: u16, lowest: bool| {
            let (lower, upper) = (row[usize::from(to)].lower(), row[usize::from(to)].upper());
            if (self.node(to).side == node.side) == lowest { lower } else { upper }
        };
        let best = |lowest| {
            let edges = self.edges(node).iter();
            self.best(node.side, edges, distances, |to| end(to, lowest)).unwrap_or(node.score)
        };
        Bounds::new(best(true), best(false))
    }
}
