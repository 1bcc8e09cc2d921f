//! [`GraphTexts`]: a graph as proofs know it, whose nodes are written as their numbers.

use crate::GameGraph;
use eldest_prove::Texts;

/// A graph as a game by texts.
#[derive(Clone, Debug)]
pub struct GraphTexts<const A: bool, const D: bool>(pub GameGraph<A, D>);

// A graph is shared by threads everywhere else too.
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
