//! [`GraphTrial`]: a session of queries about a decoded graph.

use crate::graph::{GraphSeed, GraphSize, GraphValues};
use crate::{Chance, GameGraph, GameTrial};
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::Depth;

/// A graph under test, with its values and the remaining bytes for choices.
#[derive(Debug)]
pub(super) struct GraphTrial<'t, 'u, const A: bool, const D: bool> {
    /// The root.
    pub graph: GameGraph<A, D>,
    /// All of its values.
    pub values: GraphValues,
    /// The source of choices.
    pub bytes: &'t mut Unstructured<'u>,
    /// Whether all searches go to the end of the game.
    pub end_only: bool,
    /// Whether most searches begin at the root, so that there is work to share.
    pub rooted: bool,
}

impl<'u, const A: bool, const D: bool> GameTrial for GraphTrial<'_, 'u, A, D> {
    type Position = GameGraph<A, D>;
    type Truth = GraphValues;
    type Chance = Unstructured<'u>;

    fn start(&self) -> &GameGraph<A, D> {
        &self.graph
    }

    fn truth(&self) -> &GraphValues {
        &self.values
    }

    fn chance(&mut self) -> &mut Unstructured<'u> {
        self.bytes
    }

    /// The root as often as all other nodes together, or seven times as often.
    fn some_position(&mut self) -> GameGraph<A, D> {
        let (size, nodes) = (self.graph.size(), if self.rooted { 8 } else { 2 });
        let at = self.bytes.below(nodes * u64::from(size)) as u16;
        self.graph.node_at(if at < size { at } else { 0 })
    }

    fn some_depth(&mut self) -> Depth {
        let most = u64::from(self.graph.height()) + 1;
        match self.bytes.below(4) {
            _ if self.end_only => Depth::END,
            3 => Depth::END,
            2 if self.rooted => Depth::END,
            _ if self.rooted => Depth::plies(3 + self.bytes.below(most) as u16),
            _ => Depth::plies(1 + self.bytes.below(most) as u16),
        }
    }
}

/// A check of a graph of any kind.
pub(super) trait Body {
    fn check<const A: bool, const D: bool>(&mut self, trial: &mut GraphTrial<'_, '_, A, D>);
}

/// Calls `body` with a graph of at most `nodes` nodes and `height` plies; the bytes choose its
/// kind. Only two of the four kinds occur: each constant has both values, and generic code is
/// compiled twice instead of four times.
pub(super) fn with_graph(
    bytes: &mut Unstructured<'_>,
    nodes: u16,
    height: u16,
    body: &mut impl Body,
) -> Result<()> {
    match bytes.below(2) {
        0 => {
            let graph = GameGraph::<false, true>::arbitrary_within(bytes, nodes, height)?;
            with(graph, bytes, false, body);
        }
        _ => {
            let graph = GameGraph::<true, false>::arbitrary_within(bytes, nodes, height)?;
            with(graph, bytes, false, body);
        }
    }
    Ok(())
}

/// The same with a graph built from a [`GraphSeed`].
pub(super) fn with_seed(
    bytes: &mut Unstructured<'_>,
    size: GraphSize,
    body: &mut impl Body,
) -> Result<()> {
    let (kind, seed) = (bytes.below(2), GraphSeed::arbitrary(bytes)?);
    match kind {
        0 => with(seed.graph::<false, true>(bytes, size)?, bytes, true, body),
        _ => with(seed.graph::<true, false>(bytes, size)?, bytes, true, body),
    }
    Ok(())
}

/// Rewrites `input` for [`with_seed`] with an explicit graph.
pub(super) fn spelt_out(input: &[u8], size: GraphSize) -> Vec<u8> {
    let mut bytes = Unstructured::new(input);
    let (kind, seed) = (bytes.below(2), GraphSeed::arbitrary(&mut bytes).unwrap_or_default());
    let grown = match kind {
        0 => seed.spelt_out::<false, true>(size),
        _ => seed.spelt_out::<true, false>(size),
    };
    let (kind, rest) = (&input[..1.min(input.len())], &input[input.len() - bytes.len()..]);
    [kind, &[0; GraphSeed::BYTES], &grown, rest].concat()
}

fn with<const A: bool, const D: bool>(
    graph: GameGraph<A, D>,
    bytes: &mut Unstructured<'_>,
    rooted: bool,
    body: &mut impl Body,
) {
    let values = GraphValues::of(&graph);
    body.check(&mut GraphTrial { graph, values, bytes, end_only: false, rooted });
}
