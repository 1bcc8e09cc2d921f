//! What the owner of a [`SplitPoint`] does when there is nothing left to claim: it waits for those who
//! still search, and may be asked meanwhile to help one of them (the helpful master of Feldmann 1993).

use super::{SplitPoint, SplitState};
use crate::position::Position;
use crate::sync::{Arc, Ordering, share, wait_for};
use std::time::Duration;

/// What has come of an owner's waiting.
pub(in crate::parallel) enum Waited<P: Position, S> {
    /// Until all was over: `None`; or until somebody asked for help at a split point below.
    Until(Option<Arc<SplitPoint<P, S>>>),
    /// Long enough to look up: there is more to wait for.
    Meanwhile,
}

impl<P: Position, S> SplitPoint<P, S> {
    /// Whether the owner waits and can be asked to help below. Without the lock: the answer may be old.
    pub(in crate::parallel) fn is_owner_idle(&self) -> bool {
        self.owner_idle.load(Ordering::Relaxed)
    }

    /// Asks the owner to help at `below`, where room has been made for it; whether it comes.
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

    /// From now on the owner can be asked to help below, or has been already; unless all is over: `false`.
    pub(in crate::parallel) fn offer_owner(&self) -> bool {
        let mut state = self.state();
        let waits = !state.is_over() || state.invitation.is_some();
        self.set_owner_idle(&mut state, waits);
        waits
    }

    /// The owner has found something by itself; whether nobody was faster in asking it.
    pub(in crate::parallel) fn withdraw_owner(&self) -> bool {
        let mut state = self.state();
        let is_free = state.invitation.is_none();
        self.set_owner_idle(&mut state, !is_free);
        is_free
    }

    /// Blocks the owner, who has offered itself, until all is over, until it is asked to help somewhere
    /// below, or for `most`.
    pub(in crate::parallel) fn wait(&self, most: Duration) -> Waited<P, S> {
        let mut state = self.state();
        if !state.is_over() && state.invitation.is_none() {
            state = wait_for(&self.wake_up, state, most);
        }
        if !state.is_over() && state.invitation.is_none() {
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
