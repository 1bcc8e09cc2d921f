//! Observers: [`InterruptedDepth`], for the depth in which a search was interrupted, and
//! [`Iterations`], which forwards every iteration.

use crate::trial::{EngineGame, Truth};
use eldest::observe::{Iteration, Observer};
use eldest::report::RootMove;
use eldest::{Bound, Bounds, Depth, Report, Score};
use std::fmt::Display;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

/// Collects values of the root and moves that reach them. A clone shares the data.
#[derive(Clone, Debug, Default)]
pub struct InterruptedDepth(Arc<Mutex<PartialValues>>);

#[derive(Debug, Default)]
struct PartialValues {
    /// The value of the root, if it is known at a depth.
    value: Option<(Depth, Score)>,
    /// Lower bounds of moves that were better than all before them.
    better: Vec<(Depth, Score)>,
}

impl InterruptedDepth {
    fn change(&self, change: impl FnOnce(&mut PartialValues)) {
        change(&mut self.0.lock().expect("no panic"));
    }

    /// The last depth at which both the value and a move that is worth it are known.
    fn best(&self) -> Option<(Depth, Score)> {
        let partial = self.0.lock().expect("no panic");
        partial.value.filter(|value| partial.better.contains(value))
    }

    /// Checks that no reported move is lost: if a best move of the unfinished depth was reported,
    /// it must be the best move of the interrupted search. Returns whether there was such a move.
    ///
    /// # Panics
    /// If a best move was lost.
    pub fn check<P: EngineGame>(
        &self,
        truth: &impl Truth<P>,
        position: &P,
        report: &Report<P::Move>,
        about: &dyn Display,
    ) -> bool {
        let Some((depth, value)) = self.best().filter(|(depth, _)| report.depth < Some(*depth))
        else {
            return false;
        };
        let values = truth.root_values(position, depth);
        let found = values.into_iter().find(|(mv, _)| report.best_move == Some(*mv));
        let found = found.map(|(_, value)| value);
        assert_eq!(found, Some(value), "a best move at {depth} was lost: {about}");
        true
    }
}

impl<M> Observer<M> for InterruptedDepth {
    fn bounds(&mut self, depth: Depth, known: Bounds) {
        self.change(|partial| partial.value = known.value().map(|value| (depth, value)));
    }

    fn line(&mut self, better: &RootMove<M>) {
        if better.bound != Bound::Upper {
            self.change(|partial| partial.better.push((better.depth, better.value)));
        }
    }
}

/// Forwards every iteration, or a part of it.
#[derive(Debug)]
pub struct Iterations<M, T> {
    wanted: fn(&Iteration<M>) -> T,
    sender: Sender<T>,
}

impl<M> Iterations<M, (Depth, Bounds)> {
    /// The observer, and a channel of the depth and the value of every iteration.
    #[must_use]
    pub fn channel() -> (Self, Receiver<(Depth, Bounds)>) {
        Self::of(|iteration| (iteration.depth, iteration.value))
    }
}

impl<M: Clone> Iterations<M, Iteration<M>> {
    /// The observer, and a channel of all iterations.
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
        self.sender.send((self.wanted)(iteration)).expect("the receiver is alive");
    }
}
