//! [`Nodes`]: the nodes of a graph, as a certificate writes them.

use crate::Graph;
use eldest_check::Codec;

/// A node is named by its class: by all that its key tells, and not by what has been taken. The first of a class
/// stands in for the others.
pub(super) struct Nodes<const A: bool, const D: bool>(Graph<A, D>);

impl<const A: bool, const D: bool> Nodes<A, D> {
    pub(super) fn new(root: Graph<A, D>) -> Self {
        Self(root)
    }

    pub(super) fn root(&self) -> &Graph<A, D> {
        &self.0
    }

    /// All nodes.
    pub(super) fn all(&self) -> impl Iterator<Item = Graph<A, D>> + '_ {
        (0..self.0.size()).map(|at| self.0.node_at(at))
    }
}

impl<const A: bool, const D: bool> Codec for Nodes<A, D> {
    type Position = Graph<A, D>;

    fn game(&self) -> String {
        "graph".to_owned()
    }

    /// Names of two lengths, one of which may begin like the other.
    fn encode(&self, node: &Graph<A, D>, out: &mut Vec<u8>) {
        match node.class() {
            class @ ..20 => out.push(class as u8),
            class => out.extend_from_slice(&class.to_be_bytes()),
        }
    }

    fn decode(&self, code: &[u8]) -> Option<Graph<A, D>> {
        let class = match *code {
            [class] => class.into(),
            [high, low] => u16::from_be_bytes([high, low]),
            _ => return None,
        };
        self.all().find(|node| node.class() == class)
    }

    fn encode_move(&self, _: &Graph<A, D>, mv: u16, out: &mut Vec<u8>) {
        out.push(mv as u8);
    }

    fn decode_move(&self, _: &Graph<A, D>, code: &[u8]) -> Option<u16> {
        code.first().map(|mv| u16::from(*mv)).filter(|_| code.len() == 1)
    }

    fn format(&self, node: &Graph<A, D>) -> String {
        node.number().to_string()
    }

    fn parse(&self, text: &str) -> Option<Graph<A, D>> {
        let number = text.parse().ok().filter(|number| *number < self.0.size());
        number.map(|number| self.0.node_at(number))
    }
}
