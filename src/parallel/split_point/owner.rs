//! What the owner of a [`SplitPoint`] does when there is nothing left to claim: he waits for those who
//! still search, and may be asked meanwhile to help one of them (the helpful master of Feldmann 1993).

use super::{Joint, SplitPoint};
use crate::parallel::together::Together;
use crate::search::worker::Parts;
use crate::sync::{Arc, Ordering, wait_for};
use std::time::Duration;

/// What has come of an owner's waiting.
pub(in crate::parallel) enum Waited<C: Parts<Brothers = Together>> {
    /// Until all was over: `None`; or until somebody asked for help at a split point below.
    Until(Option<Arc<SplitPoint<C>>>),
    /// Long enough to look up: there is more to wait for.
    Meanwhile,
}

impl<C: Parts<Brothers = Together>> SplitPoint<C> {
    /// Whether the owner waits and can be asked to help below. A glance.
    pub(in crate::parallel) fn is_owner_free(&self) -> bool {
        self.bored.load(Ordering::Relaxed)
    }

    /// Asks the owner to help at `below`, where room has been made for him; whether he comes.
    pub(in crate::parallel) fn invite_owner(&self, below: &Arc<Self>) -> bool {
        if !self.is_owner_free() {
            return false;
        }
        let mut joint = self.joint();
        let comes = joint.waits && joint.invitation.is_none();
        if comes {
            self.bored.store(false, Ordering::Relaxed);
            joint.invitation = Some(Arc::clone(below));
            self.news.notify_one();
        }
        comes
    }

    /// From now on the owner can be asked to help below, or has been already; unless all is over: `false`.
    pub(in crate::parallel) fn offer_owner(&self) -> bool {
        let mut joint = self.joint();
        let waits = !joint.is_over() || joint.invitation.is_some();
        self.set_owner_free(&mut joint, waits);
        waits
    }

    /// The owner has found something by himself; whether nobody was faster in asking him.
    pub(in crate::parallel) fn withdraw_owner(&self) -> bool {
        let mut joint = self.joint();
        let is_free = joint.invitation.is_none();
        self.set_owner_free(&mut joint, !is_free);
        is_free
    }

    /// Blocks the owner, who has offered himself, until all is over, until he is asked to help somewhere
    /// below, or for `most`.
    pub(in crate::parallel) fn wait(&self, most: Duration) -> Waited<C> {
        let mut joint = self.joint();
        if !joint.is_over() && joint.invitation.is_none() {
            joint = wait_for(&self.news, joint, most);
        }
        if !joint.is_over() && joint.invitation.is_none() {
            return Waited::Meanwhile;
        }
        self.set_owner_free(&mut joint, false);
        let invitation = joint.invitation.take();
        // A split point that is over must not keep one below alive, which keeps this one alive.
        let is_over = joint.is_over();
        drop(joint);
        Waited::Until(invitation.filter(|below| !is_over || below.decline()))
    }

    fn set_owner_free(&self, joint: &mut Joint<C>, waits: bool) {
        joint.waits = waits;
        let is_bored = waits && joint.invitation.is_none();
        self.bored.store(is_bored, Ordering::Relaxed);
    }

    /// A worker who was wanted here does not come; `false`.
    fn decline(&self) -> bool {
        self.leave();
        false
    }
}
