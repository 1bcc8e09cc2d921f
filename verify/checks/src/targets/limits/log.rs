//! [`SearchLog`]: the events of a running search, with times of the virtual clock.

use super::plan::Act;
use eldest::Depth;
use eldest_schedule::{current, now};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A time before an event, and a time after it.
pub(super) type Around = (Duration, Duration);

/// An act, its time, and the numbers of moves played before and after it.
#[derive(Copy, Clone, Debug)]
pub(super) struct TimedAct {
    pub(super) act: Act,
    pub(super) at: Around,
    pub(super) moves: (usize, usize),
}

/// A completed iteration.
#[derive(Copy, Clone, Debug)]
pub(super) struct TimedIteration {
    pub(super) depth: Depth,
    pub(super) at: Duration,
    /// The number of moves played before.
    pub(super) moves: usize,
    /// The number of nodes that the search had counted.
    pub(super) nodes: u64,
}

/// The recorded events.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchEvents {
    /// The thread and the time of each move.
    pub(super) moves: Vec<(usize, Duration)>,
    pub(super) iterations: Vec<TimedIteration>,
    pub(super) done: Vec<TimedAct>,
    /// The end of the search.
    pub(super) end: Duration,
}

/// Records the events of a running search. Clones share the record.
#[derive(Clone, Debug, Default)]
pub(super) struct SearchLog(Arc<Mutex<SearchEvents>>);

impl SearchLog {
    /// Locks the record; never held across a step of the scheduler.
    fn events(&self) -> MutexGuard<'_, SearchEvents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records that a move is about to be played. Returns the number of moves before it.
    pub(super) fn play(&self) -> usize {
        let mut events = self.events();
        events.moves.push((current(), now()));
        events.moves.len() - 1
    }

    pub(super) fn iteration(&self, depth: Depth, nodes: u64) {
        let mut events = self.events();
        let moves = events.moves.len();
        events.iterations.push(TimedIteration { depth, at: now(), moves, nodes });
    }

    /// Performs `act` by calling `work`, and records it.
    pub(super) fn act(&self, act: Act, work: impl FnOnce()) {
        let before = (now(), self.events().moves.len());
        work();
        let mut events = self.events();
        let (at, moves) = ((before.0, now()), (before.1, events.moves.len()));
        events.done.push(TimedAct { act, at, moves });
    }

    pub(super) fn end(&self) {
        self.events().end = now();
    }

    /// A copy of the record.
    pub(super) fn read(&self) -> SearchEvents {
        self.events().clone()
    }
}
