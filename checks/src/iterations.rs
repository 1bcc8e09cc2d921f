//! [`Iterations`]: an observer that passes every iteration on.

use eldest::{Bounds, Depth, Iteration, Observer};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Passes depth and value of every iteration on.
#[derive(Debug)]
pub struct Iterations(Sender<(Depth, Bounds)>);

impl Iterations {
    /// The observer, and what it will have heard.
    #[must_use]
    pub fn channel() -> (Self, Receiver<(Depth, Bounds)>) {
        let (sender, receiver) = channel();
        (Self(sender), receiver)
    }
}

impl<M> Observer<M> for Iterations {
    fn iteration(&mut self, iteration: &Iteration<M>) {
        self.0.send((iteration.depth, iteration.value)).expect("somebody listens");
    }
}
