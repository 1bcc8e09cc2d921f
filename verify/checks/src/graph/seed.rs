//! [`GraphSeed`]: a few bytes that a large graph grows from.

use super::GameGraph;
use crate::SplitMix64;
use arbitrary::{Arbitrary, Result, Unstructured};

/// Bytes by chance for each that the size counts.
const EACH: usize = 8;
/// No graph reads more bytes than this.
const MOST_BYTES: usize = 4096;

/// How large graphs are that are worth sharing among threads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GraphSize {
    /// Nodes, fewer only where bytes run out.
    pub least: u16,
    /// Nodes at most.
    pub nodes: u16,
    /// Plies at most.
    pub height: u16,
}

impl GraphSize {
    fn graph<const A: bool, const D: bool>(
        self,
        u: &mut Unstructured<'_>,
    ) -> Result<GameGraph<A, D>> {
        GameGraph::hardy_within(u, self.least, self.nodes, self.height)
    }
}

/// Three bytes that a graph grows from: how many bytes by chance it reads, eight for each, and
/// which. A lower first byte is a smaller graph. If it is 0, the graph is spelt out: it reads the
/// input itself.
#[derive(Arbitrary, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphSeed {
    size: u8,
    seed: u16,
}

impl GraphSeed {
    /// Bytes of an input that a seed takes.
    pub const BYTES: usize = 3;

    /// The graph that grows from it; one that is spelt out grows from `u`.
    ///
    /// # Errors
    /// None: any bytes do.
    pub fn graph<const A: bool, const D: bool>(
        self,
        u: &mut Unstructured<'_>,
        size: GraphSize,
    ) -> Result<GameGraph<A, D>> {
        if self.size == 0 {
            size.graph(u)
        } else {
            size.graph(&mut Unstructured::new(&self.bytes()))
        }
    }

    /// The bytes of an input that spell out a graph as the one that grows from this seed; none, if
    /// it is spelt out already.
    #[must_use]
    pub fn spelt_out<const A: bool, const D: bool>(self, size: GraphSize) -> Vec<u8> {
        let mut bytes = if self.size == 0 { Vec::new() } else { self.bytes() };
        let mut u = Unstructured::new(&bytes);
        size.graph::<A, D>(&mut u).expect("any bytes do");
        let read = bytes.len() - u.len();
        bytes.truncate(read);
        bytes
    }

    /// By chance, and then 0, which ends the graph.
    fn bytes(self) -> Vec<u8> {
        let mut random = SplitMix64(self.seed.into());
        let by_chance = std::iter::repeat_with(|| random.bits().to_le_bytes()).flatten();
        let mut bytes: Vec<u8> = by_chance.take(EACH * usize::from(self.size)).collect();
        bytes.resize(MOST_BYTES, 0);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_that_is_spelt_out_is_the_same() {
        let size = GraphSize { least: 20, nodes: 60, height: 7 };
        for bytes in 1..=u8::MAX {
            let seed = GraphSeed { size: bytes, seed: u16::from(bytes) << 3 };
            let grown = seed.graph::<true, false>(&mut Unstructured::new(&[]), size);
            let bytes = seed.spelt_out::<true, false>(size);
            let spelt = GraphSeed { size: 0, seed: 0 }.graph(&mut Unstructured::new(&bytes), size);
            let (grown, spelt): (_, GameGraph<true, false>) =
                (grown.expect("any"), spelt.expect("any"));
            assert_eq!(grown.to_string(), spelt.to_string());
        }
    }
}
