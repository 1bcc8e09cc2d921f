//! [`GraphSpans`]: the oracle of searches that accept deeper entries. [`CertainBounds`]: what is
//! certain about a value without the horizon.

use super::GameGraph;
use super::shared::{GraphData, GraphNode};
use eldest::{Bounds, Depth, Score};

/// The range of all values that a search under [`DepthMatch::AtLeast`](eldest::DepthMatch) may
/// find.
///
/// Such a search may use, for each node that it visits with d plies left, the value at any depth of
/// d plies or more, or to the end, depending on what the table holds. Every choice at every visit
/// gives a value; a recursion computes the lowest and the highest. With d plies left a node is
/// worth
///
/// - its score, if the game is over;
/// - its value at the horizon, with 0 plies left and no deeper entry;
/// - the best of its children with d − 1 plies left, without a deeper entry;
/// - its value with d + 1 plies left, with a deeper entry: in the end V(node, END).
///
/// At the lower end, each child is as bad for the mover as possible; at the upper end, as good.
#[derive(Clone, Debug)]
pub struct GraphSpans {
    /// The spans of each node with 0 plies left, with 1, and so on; the last is its value to the
    /// end.
    rows: Vec<Vec<Bounds>>,
}

/// The value of a node by its number and a depth.
type NodeValue<'v> = &'v dyn Fn(u16, Depth) -> Score;

impl GraphSpans {
    /// Computes the spans of all nodes of `graph` from their values by number and depth.
    pub(super) fn of<const A: bool, const D: bool>(
        graph: &GameGraph<A, D>,
        value: NodeValue<'_>,
    ) -> Self {
        let size = graph.shared.nodes.len();
        let mut spans = Self { rows: vec![Vec::new(); size] };
        // Children have larger numbers than their parents.
        for at in (0..graph.size()).rev() {
            spans.rows[usize::from(at)] = spans.row::<D>(&graph.shared, at, value);
        }
        spans
    }

    /// Computes the spans of the node `at` from those of its children.
    fn row<const D: bool>(&self, shared: &GraphData, at: u16, value: NodeValue<'_>) -> Vec<Bounds> {
        let mut row = vec![Bounds::exact(value(at, Depth::END))];
        for plies in (0..shared.node(at).height).rev() {
            let here = match plies.checked_sub(1) {
                None => Bounds::exact(value(at, Depth::HORIZON)),
                Some(below) => self.best::<D>(shared, at, Depth::plies(below)),
            };
            row.push(hull(here, row[row.len() - 1]));
        }
        row.reverse();
        row
    }

    /// The span of the best move of the node `at`, each child with `below` left.
    fn best<const D: bool>(&self, shared: &GraphData, at: u16, below: Depth) -> Bounds {
        let moves = self.moves::<D>(shared, at, below);
        let best =
            moves.reduce(|a, b| Bounds::new(a.lower().max(b.lower()), a.upper().max(b.upper())));
        best.expect("a move")
    }

    /// The span of each move of the node `at`, each child with `below` left.
    fn moves<const D: bool>(
        &self,
        shared: &GraphData,
        at: u16,
        below: Depth,
    ) -> impl Iterator<Item = Bounds> {
        let node = shared.node(at);
        shared.edges(node).iter().map(move |edge| {
            let span = self.span(edge.to, below);
            let (lower, upper) = (span.lower(), span.upper());
            let backed_up = |value| shared.backed_up(node.side, edge.to, D, value);
            let (one, other) = (backed_up(lower), backed_up(upper));
            Bounds::new(one.min(other), one.max(other))
        })
    }

    /// The span of node number `at` with `depth` left.
    ///
    /// # Panics
    /// If there is no such node.
    #[must_use]
    pub fn span(&self, at: u16, depth: Depth) -> Bounds {
        let row = &self.rows[usize::from(at)];
        let last = row.len() - 1;
        row[depth.to_plies().map_or(last, |plies| last.min(plies.into()))]
    }

    /// The legal moves of the position with their spans at `depth`, which is at least one ply.
    #[must_use]
    pub fn root_spans<const A: bool, const D: bool>(
        &self,
        graph: &GameGraph<A, D>,
        depth: Depth,
    ) -> Vec<(u16, Bounds)> {
        (0..).zip(self.moves::<D>(&graph.shared, graph.number(), depth.below())).collect()
    }
}

/// The narrowest bounds that include both.
fn hull(a: Bounds, b: Bounds) -> Bounds {
    Bounds::new(a.lower().min(b.lower()), a.upper().max(b.upper()))
}

/// Bounds on V(node, depth) for any values of the positions at the horizon: a search that calls a
/// value proved may claim at most these. Organised like the table of
/// [`GraphValues`](super::GraphValues).
#[derive(Clone, Debug)]
pub struct CertainBounds {
    /// The bounds of all nodes at depth 0, at depth 1, and so on, as far as they differ.
    rows: Vec<Vec<Bounds>>,
}

impl CertainBounds {
    /// Computes the bounds of all nodes of `graph` at all depths.
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

    /// The bounds on V(`at`, `depth`).
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
    /// The bounds of `node`, from those of its children in `row`.
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
