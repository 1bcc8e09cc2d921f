//! Who may join a [`SplitPoint`]: as many as there is work for, by the measured size of the siblings that are done.
//!
//! A younger sibling is often far smaller than the first child, and a worker that comes for too little costs more
//! than it does: it has to be woken, and to copy the position. So it is admitted by what is left, and those are
//! counted who have been admitted and are still on their way.

use super::{SplitPoint, SplitState, Start};
use crate::position::Position;
use crate::sync::Ordering;

impl<P: Position, S> SplitPoint<P, S> {
    /// Whether there is work for one more worker. Without the lock: the answer may be old.
    pub(in crate::parallel) fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Makes room for one more worker, if there is enough left for it. Whoever gets it [joins](Self::join) or
    /// [declines](Self::decline).
    pub(in crate::parallel) fn reserve(&self) -> bool {
        let mut state = self.state();
        let is_welcome = self.admits(&state) && !self.stop.is_stopped();
        state.workers += usize::from(is_welcome);
        state.arriving += usize::from(is_welcome);
        self.hint(&mut state);
        is_welcome
    }

    /// A worker for whom there is room comes: where it begins.
    pub(in crate::parallel) fn join(&self) -> Start<P, S>
    where
        S: Clone,
    {
        let mut state = self.state();
        state.arriving -= 1;
        self.hint(&mut state);
        state.start.clone()
    }

    /// A worker for whom there is room does not come; `false`.
    pub(in crate::parallel) fn decline(&self) -> bool {
        let mut state = self.state();
        state.arriving -= 1;
        state.workers -= 1;
        self.hint(&mut state);
        false
    }

    /// A worker who has joined goes.
    pub(in crate::parallel) fn leave(&self) {
        let mut state = self.state();
        state.workers -= 1;
        self.hint(&mut state);
    }

    /// Whether there is a sibling for one more worker, and work enough for it and all who are on their way.
    fn admits(&self, state: &SplitState<P, S>) -> bool {
        let left = state.start.moves.len() - state.next;
        state.has_more()
            && state.workers < self.most_workers
            && left > state.arriving
            && left as u64 * state.size() >= (state.arriving as u64 + 1) * self.join_work
    }

    /// Lets those who do not take the lock see whether there is work here.
    pub(super) fn hint(&self, state: &mut SplitState<P, S>) {
        let is_open = self.admits(state);
        if is_open != state.is_open {
            state.is_open = is_open;
            self.is_open.store(is_open, Ordering::Relaxed);
        }
    }
}

impl<P: Position, S> SplitState<P, S> {
    /// What a sibling probably takes, in nodes.
    fn size(&self) -> u64 {
        if self.finished == 0 { self.guess } else { self.work / self.finished as u64 }
    }
}
