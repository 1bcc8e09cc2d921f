//! [`GraphTrial`]: what a session asks, asked of a decoded graph.

use crate::graph::Values;
use crate::{Chance, Graph, Trial};
use arbitrary::{Result, Unstructured};
use eldest::Depth;

/// A graph under test: the truth from its table, choices from the bytes that are left.
#[derive(Debug)]
pub(super) struct GraphTrial<'t, 'u, const A: bool, const D: bool> {
    /// The root.
    pub graph: Graph<A, D>,
    /// All of its values.
    pub values: Values,
    /// Where choices come from.
    pub bytes: &'t mut Unstructured<'u>,
    /// Whether questions are about the end of the game only.
    pub end_only: bool,
}

impl<'u, const A: bool, const D: bool> Trial for GraphTrial<'_, 'u, A, D> {
    type Position = Graph<A, D>;
    type Truth = Values;
    type Chance = Unstructured<'u>;

    fn start(&self) -> &Graph<A, D> {
        &self.graph
    }

    fn truth(&self) -> &Values {
        &self.values
    }

    fn chance(&mut self) -> &mut Unstructured<'u> {
        self.bytes
    }

    /// The root as often as all other nodes together.
    fn some_position(&mut self) -> Graph<A, D> {
        let size = self.graph.size();
        let at = self.bytes.below(2 * u64::from(size)) as u16;
        self.graph.node_at(if at < size { at } else { 0 })
    }

    fn some_depth(&mut self) -> Depth {
        let most = u64::from(self.graph.height()) + 1;
        match self.bytes.below(4) {
            _ if self.end_only => Depth::END,
            3 => Depth::END,
            _ => Depth::plies(1 + self.bytes.below(most) as u16),
        }
    }
}

/// What is done with a graph of any kind.
pub(super) trait Body {
    fn check<const A: bool, const D: bool>(&mut self, trial: &mut GraphTrial<'_, '_, A, D>);
}

/// Lets `body` see a graph of at most `nodes` nodes and `height` plies; the bytes choose its kind.
/// Two of the four kinds: each constant is tried both ways, and all that is generic over a game is
/// compiled twice, not four times.
pub(super) fn with_graph(
    bytes: &mut Unstructured<'_>,
    nodes: u16,
    height: u16,
    body: &mut impl Body,
) -> Result<()> {
    match bytes.below(2) {
        0 => with_kind::<false, true>(bytes, nodes, height, body),
        _ => with_kind::<true, false>(bytes, nodes, height, body),
    }
}

fn with_kind<const A: bool, const D: bool>(
    bytes: &mut Unstructured<'_>,
    nodes: u16,
    height: u16,
    body: &mut impl Body,
) -> Result<()> {
    let graph = Graph::<A, D>::arbitrary_within(bytes, nodes, height)?;
    let values = Values::of(&graph);
    body.check(&mut GraphTrial { graph, values, bytes, end_only: false });
    Ok(())
}
