//! [`Iterations`]: an observer that passes every iteration on.

use eldest::observe::{Iteration, Observer};
use eldest::{Bounds, Depth};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Passes every iteration on, or what somebody wants of it.
#[derive(Debug)]
pub struct Iterations<M, T> {
    wanted: fn(&Iteration<M>) -> T,
    sender: Sender<T>,
}

impl<M> Iterations<M, (Depth, Bounds)> {
    /// The observer, and depth and value of every iteration that it will have heard of.
    #[must_use]
    pub fn channel() -> (Self, Receiver<(Depth, Bounds)>) {
        Self::of(|iteration| (iteration.depth, iteration.value))
    }
}

impl<M: Clone> Iterations<M, Iteration<M>> {
    /// The observer, and every iteration that it will have heard of.
    #[must_use]
    pub fn whole() -> (Self, Receiver<Iteration<M>>) {
        Self::of(Iteration::clone)
    }
}

impl<M, T> Iterations<M, T> {
    fn of(wanted: fn(&Iteration<M>) -> T) -> (Self, Receiver<T>) {
        let (sender, receiver) = channel();
        (Self { wanted, sender }, receiver)
    }
}

impl<M, T> Observer<M> for Iterations<M, T> {
    fn iteration(&mut self, iteration: &Iteration<M>) {
        self.sender.send((self.wanted)(iteration)).expect("somebody listens");
    }
}
