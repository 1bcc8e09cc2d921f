//! [`GraphJudge`]: the evaluator of graphs.

use crate::fuse::{Fuse, UserCall};
use arbitrary::{Arbitrary, Result, Unstructured};

/// Evaluates nodes with the scores of the graph, with or without quiescence over the noisy moves.
/// Its state is updated by differences, so that an error persists, and the score is that of the
/// node that the state names.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GraphJudge {
    /// The most plies that quiescence follows.
    pub plies: u16,
    /// Where a side may stand pat.
    pub standing: StandPat,
}

/// Where a side may accept the static score instead of a noisy move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StandPat {
    /// At all nodes.
    Always,
    /// At no node.
    Never,
    /// At the nodes that allow it.
    ByNode,
}

impl<'u> Arbitrary<'u> for GraphJudge {
    fn arbitrary(u: &mut Unstructured<'u>) -> Result<Self> {
        let byte = u8::arbitrary(u)?;
        Ok(Self {
            plies: [0, 0, 0, 0, 1, 2, 3, 8][usize::from(byte & 7)],
            standing: [StandPat::Always, StandPat::Never, StandPat::ByNode, StandPat::ByNode]
                [usize::from(byte >> 3 & 3)],
        })
    }
}

/// The judge of a graph as the evaluator of an engine. With a fuse it counts calls there.
#[derive(Clone, Debug)]
pub struct FusedJudge {
    pub(super) judge: GraphJudge,
    pub(super) fuse: Option<Fuse>,
    /// Estimates by this seed in place of those of the graph.
    pub(super) seed: Option<u64>,
}

impl FusedJudge {
    /// `judge`, which counts its calls in `fuse` if there is one.
    #[must_use]
    pub fn new(judge: GraphJudge, fuse: Option<&Fuse>) -> Self {
        Self { judge, fuse: fuse.cloned(), seed: None }
    }

    /// A judge without quiescence by [`seeded_estimate`](super::seeded_estimate). It declares
    /// `seed` as its fingerprint.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        let judge = GraphJudge { plies: 0, standing: StandPat::Always };
        Self { judge, fuse: None, seed: Some(seed) }
    }

    pub(super) fn count(&self, call: UserCall) {
        self.fuse.iter().for_each(|fuse| fuse.count(call));
    }
}
