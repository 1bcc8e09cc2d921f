//! Evaluators with estimates of their own, told apart by what they declare or by their types alone.

use crate::{Graph, Random};
use eldest::{Evaluator, Score};

/// What a node is worth to whoever estimates by `seed`: the same for all of its class, but for what tells them
/// apart.
pub(super) fn estimate<const A: bool, const D: bool>(seed: u64, node: &Graph<A, D>) -> Score {
    let estimate = Random(seed << 16 | u64::from(node.class())).bits() as i32 % 20;
    Score::new(estimate + node.apart())
}

/// Judges by estimates of `seed`, and declares a fingerprint: 0 for the seed 0.
#[derive(Copy, Clone, Debug)]
pub(super) struct Weights {
    pub(super) seed: u64,
}

impl<const A: bool, const D: bool> Evaluator<Graph<A, D>> for Weights {
    type State = ();

    fn start(&self, _: &Graph<A, D>) {}

    fn evaluate(&self, graph: &Graph<A, D>, (): &()) -> Score {
        estimate(self.seed, graph)
    }

    fn fingerprint(&self) -> u64 {
        self.seed
    }
}

/// The same as a closure, which declares nothing.
pub(super) fn closure<const A: bool, const D: bool>(
    seed: u64,
) -> impl Fn(&Graph<A, D>) -> Score + Clone + Send + Sync + 'static {
    move |graph| estimate(seed, graph)
}
