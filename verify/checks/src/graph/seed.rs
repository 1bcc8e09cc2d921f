//! [`GraphSeed`]: a few bytes from which a large graph is built.

use super::GameGraph;
use crate::SplitMix64;
use arbitrary::{Arbitrary, Result, Unstructured};

/// Random bytes per unit of size.
const EACH: usize = 8;
/// The most bytes that a graph reads.
const MOST_BYTES: usize = 4096;

/// The size of graphs large enough to share among threads.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GraphSize {
    /// The least number of nodes, unless bytes run out.
    pub least: u16,
    /// The most nodes.
    pub nodes: u16,
    /// The most plies.
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

/// Three bytes from which a graph is built: the number of random bytes to read, in units of eight,
/// and their seed. A lower first byte gives a smaller graph. If it is 0 the graph is explicit: it
/// is read from the input itself.
#[derive(Arbitrary, Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct GraphSeed {
    size: u8,
    seed: u16,
}

impl GraphSeed {
    /// The size of a seed in an input, in bytes.
    pub const BYTES: usize = 3;

    /// Builds the graph of this seed, or reads an explicit one from `u`.
    ///
    /// # Errors
    /// Never fails; any bytes are valid.
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

    /// The bytes that describe the graph of this seed explicitly; none if it is already explicit.
    #[must_use]
    pub fn spelt_out<const A: bool, const D: bool>(self, size: GraphSize) -> Vec<u8> {
        let mut bytes = if self.size == 0 { Vec::new() } else { self.bytes() };
        let mut u = Unstructured::new(&bytes);
        size.graph::<A, D>(&mut u).expect("any bytes are valid");
        let read = bytes.len() - u.len();
        bytes.truncate(read);
        bytes
    }

    /// Random bytes, then zeros, which end the graph.
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
