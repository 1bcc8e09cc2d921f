//! The workers at a [`SplitPoint`]: its owner, and those that join.
//!
//! When nothing can be claimed, the owner waits for the workers that still search, and may
//! meanwhile be invited to help one of them (the helpful master of Feldmann 1993).
//!
//! Workers are admitted as long as there is work for them, by the measured size of the siblings
//! that are done. A younger sibling is often far smaller than the first child, and a worker that
//! joins for too little costs more than it gains: it has to be woken, and to copy the position. So
//! admission depends on the work left, and workers that have been admitted but not arrived are
//! counted.

use super::{SplitPoint, SplitState, Start};
use crate::position::Position;
use crate::sync::{Arc, Ordering, share, wait_for};
use std::time::Duration;

/// The result of an owner's waiting.
pub(in crate::parallel) enum Waited<P: Position, S> {
    /// No sibling was in search, or one had given a cutoff: `None`; or a worker invited the owner
    /// to a split point below.
    Until(Option<Arc<SplitPoint<P, S>>>),
    /// The time has passed; there is more to wait for.
    Meanwhile,
}

impl<P: Position, S> SplitPoint<P, S> {
    /// Whether the owner waits and can be invited to help below. Without the lock: the answer may
    /// be outdated.
    pub(in crate::parallel) fn is_owner_idle(&self) -> bool {
        self.owner_idle.load(Ordering::Relaxed)
    }

    /// Invites the owner to help at `below`, where room has been made for it; returns whether it
    /// accepts.
    pub(in crate::parallel) fn invite_owner(&self, below: &Arc<Self>) -> bool {
        if !self.is_owner_idle() {
            return false;
        }
        let mut state = self.state();
        let comes = state.waits && state.invitation.is_none();
        if comes {
            self.owner_idle.store(false, Ordering::Relaxed);
            state.invitation = Some(share(below));
            self.wake_up.notify_one();
        }
        comes
    }

    /// Makes the owner available to help below, unless the split point is over: then returns
    /// `false`.
    pub(in crate::parallel) fn offer_owner(&self) -> bool {
        let mut state = self.state();
        let waits = !state.is_over() || state.invitation.is_some();
        self.set_owner_idle(&mut state, waits);
        waits
    }

    /// Withdraws the offer, because the owner has found work by itself; returns whether it was not
    /// invited before.
    pub(in crate::parallel) fn withdraw_owner(&self) -> bool {
        let mut state = self.state();
        let is_free = state.invitation.is_none();
        self.set_owner_idle(&mut state, !is_free);
        is_free
    }

    /// Blocks the owner, which has offered itself, until the split point is over, until it is
    /// invited to help below, or for `most`. If it was over since the offer, no worker can invite
    /// the owner, even if a sibling that was put off is in search now.
    pub(in crate::parallel) fn wait(&self, most: Duration) -> Waited<P, S> {
        let mut state = self.state();
        if self.is_owner_idle() {
            state = wait_for(&self.wake_up, state, most);
        }
        if self.is_owner_idle() {
            return Waited::Meanwhile;
        }
        self.set_owner_idle(&mut state, false);
        let invitation = state.invitation.take();
        // A split point that is over must not keep one below alive, which keeps this one alive.
        let is_over = state.is_over();
        drop(state);
        Waited::Until(invitation.filter(|below| !is_over || below.decline()))
    }

    fn set_owner_idle(&self, state: &mut SplitState<P, S>, waits: bool) {
        state.waits = waits;
        let is_idle = waits && state.invitation.is_none();
        self.owner_idle.store(is_idle, Ordering::Relaxed);
    }
}

impl<P: Position, S> SplitPoint<P, S> {
    /// Whether there is work for another worker. Without the lock: the answer may be outdated.
    pub(in crate::parallel) fn is_open(&self) -> bool {
        self.is_open.load(Ordering::Relaxed)
    }

    /// Makes room for another worker, if there is enough work left. The worker then
    /// [joins](Self::join) or [declines](Self::decline).
    pub(in crate::parallel) fn reserve(&self) -> bool {
        let mut state = self.state();
        let is_welcome = self.admits(&state) && !self.stop.is_stopped();
        state.workers += usize::from(is_welcome);
        state.arriving += usize::from(is_welcome);
        self.hint(&mut state);
        is_welcome
    }

    /// Lets a worker with a reserved place join; returns the state to start from.
    pub(in crate::parallel) fn join(&self) -> Start<P, S>
    where
        S: Clone,
    {
        let mut state = self.state();
        state.arriving -= 1;
        self.hint(&mut state);
        state.start.clone()
    }

    /// Releases a reserved place; returns `false`.
    pub(in crate::parallel) fn decline(&self) -> bool {
        let mut state = self.state();
        state.arriving -= 1;
        state.workers -= 1;
        self.hint(&mut state);
        false
    }

    /// Lets a worker that has joined leave.
    pub(in crate::parallel) fn leave(&self) {
        let mut state = self.state();
        state.workers -= 1;
        self.hint(&mut state);
    }

    /// Whether there is a sibling for another worker, and enough work for it and all that are
    /// arriving.
    fn admits(&self, state: &SplitState<P, S>) -> bool {
        let left = state.claims.left();
        !state.node.is_cut()
            && state.workers < self.most_workers
            && left as u64 * state.size() >= (state.arriving as u64 + 1) * self.join_work
            && state.claims.has_more_than(state.arriving)
    }

    /// Updates the hint for workers that do not take the lock.
    pub(super) fn hint(&self, state: &mut SplitState<P, S>) {
        let is_open = self.admits(state);
        if is_open != state.is_open {
            state.is_open = is_open;
            self.is_open.store(is_open, Ordering::Relaxed);
        }
    }
}

impl<P: Position, S> SplitState<P, S> {
    /// Returns the estimated nodes of a sibling.
    fn size(&self) -> u64 {
        if self.finished == 0 { self.guess } else { self.work / self.finished as u64 }
    }
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;
    use crate::parallel::split_point::tests::{Split, split};
    use crate::search::resolve::RootFinding;
    use crate::{Score, Window};

    fn finish(split: &Split, sibling: usize) {
        let (value, asked) = (Score::new(1), Window::FULL);
        let found = RootFinding { mv: 1, value, asked, raises: false, nodes: 1 };
        split.finish::<false>(sibling, found, false, &[]);
    }

    #[test]
    fn as_many_workers_are_admitted_as_can_claim() {
        let split = split(None, &[7, 7, 7, 7, 8]);
        assert_eq!(split.claim(), Some(0));
        assert!(split.reserve() && !split.reserve());
        split.join();
        assert_eq!((split.claim(), split.claim()), (Some(4), None));
    }

    #[test]
    fn a_finished_sibling_opens_the_split_point_for_one_put_off() {
        let split = split(None, &[7, 7, 7]);
        assert_eq!(split.claim(), Some(0));
        assert!(!split.is_open());
        finish(&split, 0);
        assert!(split.is_open());
    }

    /// A sibling that was put off is claimed between the owner's offer and its wait: the owner has
    /// to offer itself again, or no worker could invite it.
    #[test]
    fn an_owner_that_cannot_be_invited_does_not_block() {
        let split = split(None, &[7, 7]);
        assert_eq!(split.claim(), Some(0));
        assert!(split.offer_owner());
        finish(&split, 0);
        assert_eq!(split.claim(), Some(1));
        assert!(matches!(split.wait(Duration::MAX), Waited::Until(None)));
        assert!(split.offer_owner() && split.is_owner_idle());
    }
}
