//! [`GraphJudge`]: the evaluator of graphs.

use crate::fuse::{Fuse, UserCall};
use arbitrary::{Arbitrary, Result, Unstructured};

/// Judges nodes as the graph says, with quiescence over the noisy moves or without. Its state
/// changes by differences, so that a wrong one stays wrong, and the score is that of the node it
/// names.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GraphJudge {
    /// The most plies that quiescence follows.
    pub plies: u16,
    /// Who may stand pat.
    pub standing: StandPat,
}

/// Who may be content with the static score instead of a noisy move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StandPat {
    /// Everybody.
    All,
    /// Nobody.
    Nobody,
    /// Whoever the node says.
    Some,
}

impl<'u> Arbitrary<'u> for GraphJudge {
    fn arbitrary(u: &mut Unstructured<'u>) -> Result<Self> {
        let byte = u8::arbitrary(u)?;
        Ok(Self {
            plies: [0, 0, 0, 0, 1, 2, 3, 8][usize::from(byte & 7)],
            standing: [StandPat::All, StandPat::Nobody, StandPat::Some, StandPat::Some]
                [usize::from(byte >> 3 & 3)],
        })
    }
}

/// The judge of a graph as the evaluator of an engine. With a fuse it counts its calls there.
#[derive(Clone, Debug)]
pub struct FusedJudge {
    pub(super) judge: GraphJudge,
    pub(super) fuse: Option<Fuse>,
    /// Estimates are those of this seed, if not those of the graph.
    pub(super) seed: Option<u64>,
}

impl FusedJudge {
    /// `judge`, which counts its calls in `fuse`, if there is one.
    #[must_use]
    pub fn new(judge: GraphJudge, fuse: Option<&Fuse>) -> Self {
        Self { judge, fuse: fuse.cloned(), seed: None }
    }

    /// A judge without quiescence by [`seeded_estimate`](super::seeded_estimate). It declares `seed` as its fingerprint.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        let judge = GraphJudge { plies: 0, standing: StandPat::All };
        Self { judge, fuse: None, seed: Some(seed) }
    }

    pub(super) fn count(&self, call: UserCall) {
        self.fuse.iter().for_each(|fuse| fuse.count(call));
    }
}
