//! [`Fault`]: what goes wrong in a search, and when.

use crate::chance::Chance;
use crate::graph::{Graph, Judge};
use crate::panics::BLOWN;
use eldest::{Evaluator, Moves, Score};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What goes wrong in a search, and when.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    None,
    /// The user stops it, so many steps of the user's after its start.
    Stop {
        steps: u64,
    },
    /// So many nodes are the limit.
    Nodes {
        nodes: u64,
    },
    /// So many steps of all threads are the limit.
    Time {
        steps: u64,
    },
    /// The user's code panics when it is called so many times.
    Panic {
        calls: u64,
    },
}

impl Fault {
    /// How many calls of the user's code it takes; 0 if it does not count them.
    pub(super) fn calls(self) -> u64 {
        if let Self::Panic { calls } = self { calls } else { 0 }
    }

    /// None, more often than not.
    pub(super) fn some(chance: &mut impl Chance) -> Self {
        match chance.below(12) {
            1 => Self::Stop { steps: chance.below(100) },
            2 => Self::Nodes { nodes: chance.below(60) },
            3 => Self::Time { steps: chance.below(400) },
            4 => Self::Panic { calls: 1 + chance.below(60) },
            _ => Self::None,
        }
    }
}

/// An evaluator that panics when it is called for the last of so many times; never, if for none. It
/// counts the moves that it follows.
#[derive(Clone, Debug)]
pub(super) struct Fused {
    judge: Judge,
    left: Arc<AtomicU64>,
    played: Arc<AtomicU64>,
}

impl Fused {
    pub(super) fn new(judge: Judge, calls: u64) -> Self {
        Self { judge, left: Arc::new(AtomicU64::new(calls)), played: Arc::default() }
    }

    /// How many moves have been played.
    pub(super) fn played(&self) -> u64 {
        self.played.load(Ordering::Relaxed)
    }

    /// Counts no more.
    pub(super) fn take_out(&self) {
        self.left.store(0, Ordering::Relaxed);
    }

    fn count(&self) {
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(1), Ordering::Relaxed);
        assert!(left != 1, "{BLOWN}");
    }
}

impl<const A: bool, const D: bool> Evaluator<Graph<A, D>> for Fused {
    type State = u64;

    fn start(&self, graph: &Graph<A, D>) -> u64 {
        self.count();
        self.judge.start(graph)
    }

    fn evaluate(&self, graph: &Graph<A, D>, state: &u64) -> Score {
        self.count();
        self.judge.evaluate(graph, state)
    }

    fn play(&self, before: &Graph<A, D>, mv: u16, state: &mut u64) {
        self.count();
        self.played.store(self.played() + 1, Ordering::Relaxed);
        self.judge.play(before, mv, state);
    }

    fn undo(&self, before: &Graph<A, D>, mv: u16, state: &mut u64) {
        self.count();
        self.judge.undo(before, mv, state);
    }

    fn quiescence_plies(&self) -> u16 {
        Evaluator::<Graph<A, D>>::quiescence_plies(&self.judge)
    }

    fn noisy_moves(&self, graph: &Graph<A, D>, out: &mut Moves<'_, u16>) {
        self.judge.noisy_moves(graph, out);
    }

    fn stands_pat(&self, graph: &Graph<A, D>) -> bool {
        self.judge.stands_pat(graph)
    }

    fn fingerprint(&self) -> u64 {
        Evaluator::<Graph<A, D>>::fingerprint(&self.judge)
    }
}
