//! [`Diary`]: what happens in a search under way, with the time on the virtual clock.

use super::plan::Act;
use eldest::Depth;
use eldest_schedule::{current, now};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A time before something happened, and a time after that.
pub(super) type Around = (Duration, Duration);

/// An act, when it was done, and how many moves had been played before and after.
#[derive(Copy, Clone, Debug)]
pub(super) struct TimedAct {
    pub(super) act: Act,
    pub(super) at: Around,
    pub(super) moves: (usize, usize),
}

/// An iteration that was completed.
#[derive(Copy, Clone, Debug)]
pub(super) struct TimedIteration {
    pub(super) depth: Depth,
    pub(super) at: Duration,
    /// Moves that had been played by then.
    pub(super) moves: usize,
    /// Nodes that the search counted by then.
    pub(super) nodes: u64,
}

/// What has been written down.
#[derive(Clone, Debug, Default)]
pub(super) struct DiaryPages {
    /// The thread that played each move, and when.
    pub(super) moves: Vec<(usize, Duration)>,
    pub(super) iterations: Vec<TimedIteration>,
    pub(super) done: Vec<TimedAct>,
    /// When the search ended.
    pub(super) end: Duration,
}

/// What happens in a search under way. Clones write into the same pages.
#[derive(Clone, Debug, Default)]
pub(super) struct Diary(Arc<Mutex<DiaryPages>>);

impl Diary {
    /// Never held across a step of the scheduler.
    fn pages(&self) -> MutexGuard<'_, DiaryPages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A move is about to be played; the number of moves before it.
    pub(super) fn play(&self) -> usize {
        let mut pages = self.pages();
        pages.moves.push((current(), now()));
        pages.moves.len() - 1
    }

    pub(super) fn iteration(&self, depth: Depth, nodes: u64) {
        let mut pages = self.pages();
        let moves = pages.moves.len();
        pages.iterations.push(TimedIteration { depth, at: now(), moves, nodes });
    }

    /// Does `act` by `work`.
    pub(super) fn act(&self, act: Act, work: impl FnOnce()) {
        let before = (now(), self.pages().moves.len());
        work();
        let mut pages = self.pages();
        let (at, moves) = ((before.0, now()), (before.1, pages.moves.len()));
        pages.done.push(TimedAct { act, at, moves });
    }

    pub(super) fn end(&self) {
        self.pages().end = now();
    }

    /// A copy of what has been written down.
    pub(super) fn read(&self) -> DiaryPages {
        self.pages().clone()
    }
}
