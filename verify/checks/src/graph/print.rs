//! Graphs as text: all of the game, so that a failure can be read.

use super::{GameGraph, GraphData, GraphEdge, GraphNode};
use std::fmt;

/// What is declared, the evaluator, and a line for each node:
///
/// ```text
/// number side score (value to the end) [bounds at a glance] {number of the key, points taken} moves
/// ```
///
/// A move is the number of its child, with `^` its rank, `!` if it is noisy, `-` if it is not
/// relevant.
impl<const A: bool, const D: bool> fmt::Display for GameGraph<A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GraphData { nodes, declared, judge, .. } = &*self.shared;
        writeln!(f, "node {} of a graph (alternates: {A}, distances: {D})", self.at)?;
        writeln!(f, "{declared:?}")?;
        writeln!(f, "{judge:?}")?;
        for (at, node) in nodes.iter().enumerate() {
            write!(f, "{at} {:?} {}", node.side, node.score)?;
            self.shared.write_inner(node, f)?;
            writeln!(f)?;
        }
        Ok(())
    }
}

impl GraphData {
    fn write_inner(&self, node: &GraphNode, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if node.width > 0 {
            write!(f, " ({}) {:?}", node.end, node.bounds)?;
            f.write_str(if node.may_stand { "" } else { " no standing pat" })?;
        }
        if self.declared.gains.is_some() {
            write!(f, " {{{}, {:+}}}", node.past.class, node.past.taken)?;
        }
        self.edges(node).iter().try_for_each(|edge| write!(f, " {edge}"))
    }
}

impl fmt::Display for GraphEdge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let relevant = if self.relevant { "" } else { "-" };
        let noisy = if self.noisy { "!" } else { "" };
        write!(f, "{relevant}{}{noisy}", self.to)?;
        if self.rank == 0 { Ok(()) } else { write!(f, "^{}", self.rank) }
    }
}

/// As [`Display`](fmt::Display).
impl<const A: bool, const D: bool> fmt::Debug for GameGraph<A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
