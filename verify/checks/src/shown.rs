//! Observers: [`InterruptedDepth`], what a search has told of the depth that it was interrupted in,
//! and [`Iterations`], which passes every iteration on.

use crate::trial::{EngineGame, Truth};
use eldest::observe::{Iteration, Observer};
use eldest::report::RootMove;
use eldest::{Bound, Bounds, Depth, Report, Score};
use std::fmt::Display;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};

/// Hears of values, and of the moves that are worth them. A clone hears the same.
#[derive(Clone, Debug, Default)]
pub struct InterruptedDepth(Arc<Mutex<PartialValues>>);

#[derive(Debug, Default)]
struct PartialValues {
    /// The value of the root, where it is known at a depth.
    value: Option<(Depth, Score)>,
    /// What moves are worth at least that were better than all before them.
    better: Vec<(Depth, Score)>,
}

impl InterruptedDepth {
    fn change(&self, change: impl FnOnce(&mut PartialValues)) {
        change(&mut self.0.lock().expect("no panic"));
    }

    /// The last depth at which both the value and a move that is worth it are known.
    fn best(&self) -> Option<(Depth, Score)> {
        let heard = self.0.lock().expect("no panic");
        heard.value.filter(|value| heard.better.contains(value))
    }

    /// What was shown is not lost: the move of an interrupted search is a best one at a depth that
    /// was not completed, if one was known there. Whether it was.
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
        self.change(|heard| heard.value = known.value().map(|value| (depth, value)));
    }

    fn line(&mut self, better: &RootMove<M>) {
        if better.bound != Bound::Upper {
            self.change(|heard| heard.better.push((better.depth, better.value)));
        }
    }
}

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
