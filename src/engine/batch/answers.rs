//! [`Answers`]: what comes of the positions of a batch.

use crate::engine::shared::{Finish, Outcome, finished};
use crate::sync::{Condvar, Mutex, lock, wait};
use std::collections::VecDeque;

/// What has come of positions, from the threads that search to the one that asks.
pub(super) struct Answers<M> {
    waiting: Mutex<VecDeque<(usize, Outcome<M>)>>,
    arrived: Condvar,
}

impl<M> Default for Answers<M> {
    fn default() -> Self {
        Self { waiting: Mutex::new(VecDeque::new()), arrived: Condvar::new() }
    }
}

impl<M> Answers<M> {
    /// The position of this `number` is done: `finish` is called, and whoever waits is told.
    pub(super) fn put(&self, number: usize, outcome: Outcome<M>, finish: Option<Finish<M>>) {
        let outcome = finished(finish, outcome);
        lock(&self.waiting).push_back((number, outcome));
        self.arrived.notify_one();
    }

    /// One that is there already.
    pub(super) fn take_now(&self) -> Option<(usize, Outcome<M>)> {
        lock(&self.waiting).pop_front()
    }

    /// Blocks until there is one.
    pub(super) fn take(&self) -> (usize, Outcome<M>) {
        let mut waiting = lock(&self.waiting);
        loop {
            if let Some(answer) = waiting.pop_front() {
                return answer;
            }
            waiting = wait(&self.arrived, waiting);
        }
    }
}
