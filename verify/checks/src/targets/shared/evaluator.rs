//! Evaluators with estimates of their own, told apart by what they declare or by their types alone.

use crate::{GameGraph, SplitMix};
use eldest::{Evaluator, Score};

/// What a node is worth to whoever estimates by `seed`: the same for all of its class, but for what
/// tells them apart.
pub(super) fn estimate<const A: bool, const D: bool>(seed: u64, node: &GameGraph<A, D>) -> Score {
    let estimate = SplitMix(seed << 16 | u64::from(node.class())).bits() as i32 % 20;
    Score::new(estimate + node.apart())
}

/// Judges by estimates of `seed`, and declares a fingerprint: 0 for the seed 0.
#[derive(Copy, Clone, Debug)]
pub(super) struct SeededJudge {
    pub(super) seed: u64,
}

impl<const A: bool, const D: bool> Evaluator<GameGraph<A, D>> for SeededJudge {
    type State = ();

    fn start(&self, _: &GameGraph<A, D>) {}

    fn evaluate(&self, graph: &GameGraph<A, D>, (): &()) -> Score {
        estimate(self.seed, graph)
    }

    fn fingerprint(&self) -> u64 {
        self.seed
    }
}

/// The same as a closure, which declares nothing.
pub(super) fn closure<const A: bool, const D: bool>(
    seed: u64,
) -> impl Fn(&GameGraph<A, D>) -> Score + Clone + Send + Sync + 'static {
    move |graph| estimate(seed, graph)
}
