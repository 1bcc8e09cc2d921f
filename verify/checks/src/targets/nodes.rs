//! [`Nodes`]: nodes of a graph are written as their numbers.

use crate::Graph;
use eldest_prove::Texts;

/// A graph.
pub(super) struct Nodes<const A: bool, const D: bool>(pub(super) Graph<A, D>);

// A graph is shared by threads everywhere else too.
impl<const A: bool, const D: bool> Texts<Graph<A, D>> for Nodes<A, D> {
    fn read(&self, text: &str) -> Result<Graph<A, D>, String> {
        let at = text.parse().ok().filter(|at| *at < self.0.size());
        at.map(|at| self.0.node_at(at)).ok_or_else(|| format!("there is no node {text}"))
    }

    fn write(&self, node: &Graph<A, D>, _: &str, _: Option<&str>) -> String {
        node.number().to_string()
    }

    fn write_move(&self, _: &Graph<A, D>, mv: u16) -> String {
        mv.to_string()
    }
}
