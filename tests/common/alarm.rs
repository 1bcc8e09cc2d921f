//! An evaluator that does something at its k-th call.

use eldest::{Evaluator, Score, StopToken};
use eldest_games::trees::Tree;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Judges trees as they say; counts the positions that are played and judged, and goes off when
/// the count reaches what was set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alarm {
    /// Calls until it goes off; 0, never.
    left: Arc<AtomicU64>,
    token: StopToken,
    panics: bool,
}

impl Alarm {
    /// One that throws `token`.
    pub(crate) fn stopping(token: &StopToken) -> Self {
        Self { token: token.clone(), ..Self::default() }
    }

    /// One that panics.
    pub(crate) fn panicking() -> Self {
        Self { panics: true, ..Self::default() }
    }

    /// Sets it to go off at the `calls`-th call from now; 0, never.
    pub(crate) fn set(&self, calls: u64) {
        self.left.store(calls, Ordering::Relaxed);
    }

    /// Whether it has not gone off since it was set.
    pub(crate) fn is_set(&self) -> bool {
        self.left.load(Ordering::Relaxed) > 0
    }

    fn tick(&self) {
        let left = self.left.load(Ordering::Relaxed);
        self.left.store(left.saturating_sub(1), Ordering::Relaxed);
        if left == 1 {
            assert!(!self.panics, "the alarm went off");
            self.token.stop();
        }
    }
}

impl Evaluator<Tree> for Alarm {
    type State = ();

    fn start(&self, _: &Tree) {}

    fn play(&self, _: &Tree, _: u16, (): &mut ()) {
        self.tick();
    }

    fn evaluate(&self, tree: &Tree, (): &()) -> Score {
        self.tick();
        tree.estimate()
    }
}
