//! Evaluators with estimates of their own, told apart by what they declare or by their types alone.

use crate::{Graph, Random};
use eldest::{Evaluator, Score};

/// What the node number `at` is worth to whoever estimates by `seed`.
pub(super) fn estimate(seed: u64, at: u16) -> Score {
    Score::new(Random(seed << 16 | u64::from(at)).bits() as i32 % 20)
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
        estimate(self.seed, graph.number())
    }

    fn fingerprint(&self) -> u64 {
        self.seed
    }
}

/// The same as a closure, which declares nothing.
pub(super) fn closure<const A: bool, const D: bool>(
    seed: u64,
) -> impl Fn(&Graph<A, D>) -> Score + Clone + Send + Sync + 'static {
    move |graph| estimate(seed, graph.number())
}
