//! [`GraphTexts`]: a graph as the manager of proofs uses it, with nodes written as numbers.

use crate::GameGraph;
use eldest_prove::Texts;

/// A graph with its nodes as texts.
#[derive(Clone, Debug)]
pub struct GraphTexts<const A: bool, const D: bool>(pub GameGraph<A, D>);

// All threads share one graph elsewhere, too.
impl<const A: bool, const D: bool> Texts<GameGraph<A, D>> for GraphTexts<A, D> {
    fn read(&self, text: &str) -> Result<GameGraph<A, D>, String> {
        let at = text.parse().ok().filter(|at| *at < self.0.size());
        at.map(|at| self.0.node_at(at)).ok_or_else(|| format!("there is no node {text}"))
    }

    fn write(&self, node: &GameGraph<A, D>, _: &str, _: Option<&str>) -> String {
        node.number().to_string()
    }

    fn write_move(&self, _: &GameGraph<A, D>, mv: u16) -> String {
        mv.to_string()
    }
}
