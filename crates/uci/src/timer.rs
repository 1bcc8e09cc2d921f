//! [`Timer`]: the limits of a search under way, when the clock is ours and when it is not.

use crate::Move;
use crate::clock::Budget;
use crate::question::{DEEPEST, GoRequest};
use eldest::Score;
use eldest::observe::{Iteration, Progress};
use eldest::{Handle, Limits};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Keeps the limits of one search up to date. The thread that searches tells it of iterations, the one that reads
/// commands of the opponent's move.
#[derive(Debug)]
pub struct Timer(Mutex<TimerState>);

#[derive(Debug)]
struct TimerState {
    /// Limits on depth and nodes.
    limits: Limits,
    /// The one on nodes.
    nodes: Option<u64>,
    budget: Option<Budget>,
    /// Whether the budget may be stretched.
    elastic: bool,
    /// When the clock began to run, counted from the beginning of the search; `None` while it does not.
    since: Option<Duration>,
    handle: Option<Handle<Move>>,
    /// How it goes; `None` before the first iteration.
    pace: Option<Pace>,
}

impl Timer {
    /// For a search that answers `question`. While the opponent thinks there is no limit at all.
    #[must_use]
    pub fn new(question: &GoRequest) -> Self {
        Self(Mutex::new(TimerState {
            limits: question.limits.clone(),
            nodes: question.nodes,
            budget: question.budget,
            elastic: question.elastic,
            since: (!question.ponders).then_some(Duration::ZERO),
            handle: None,
            pace: None,
        }))
    }

    /// The limits to begin with.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.state().now()
    }

    /// The search that is limited.
    pub fn steer(&self, handle: &Handle<Move>) {
        self.state().handle = Some(handle.clone());
    }

    /// An iteration is complete.
    pub fn iteration(&self, iteration: &Iteration<Move>) {
        let mut state = self.state();
        if let Some(best) = iteration.moves.first() {
            state.pace.get_or_insert_default().iteration(best.mv, best.value);
        }
        if state.elastic {
            state.apply();
        }
    }

    /// The search stands here. Its first ply is searched through whatever the limits are, and where there are a dozen queens that
    /// may take for ever.
    pub fn progress(&self, progress: &Progress) {
        if self.is_over(progress) {
            self.state().handle.iter().for_each(Handle::stop);
        }
    }

    /// Whether a search that stands at `progress` has passed a limit on time or nodes; never while
    /// the opponent thinks.
    #[must_use]
    pub fn is_over(&self, progress: &Progress) -> bool {
        self.state().is_over(progress)
    }

    /// The opponent has played what was expected: from now on the time is ours.
    pub fn begin(&self) {
        let handle = self.state().handle.clone();
        self.begin_at(handle.map_or(Duration::ZERO, |handle| handle.progress().time));
    }

    /// The same for a search that was begun `time` ago.
    pub fn begin_at(&self, time: Duration) {
        let mut state = self.state();
        state.since = Some(time);
        state.apply();
    }

    fn state(&self) -> MutexGuard<'_, TimerState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl TimerState {
    fn apply(&self) {
        self.handle.iter().for_each(|handle| handle.change_limits(&self.now()));
    }

    /// Whether a limit has been passed.
    fn is_over(&self, progress: &Progress) -> bool {
        self.since.is_some_and(|since| {
            let is_late = |budget: Budget| progress.time > since.saturating_add(budget.hard);
            self.budget.is_some_and(is_late) || self.nodes.is_some_and(|most| progress.nodes > most)
        })
    }

    /// The limits, counted from the beginning of the search.
    fn now(&self) -> Limits {
        let Some(since) = self.since else { return Limits::new().depth(DEEPEST) };
        let Some(budget) = self.budget else { return self.limits.clone() };
        let limits = self.limits.clone().time(since.saturating_add(budget.hard));
        if !self.elastic {
            return limits;
        }
        let factor = self.pace.as_ref().map_or(1.0, Pace::factor);
        limits.soft_time(since.saturating_add(budget.stretched(factor).soft))
    }
}

/// A new best move weighs so much less with each iteration that it stays.
const FADES: f64 = 0.6;
/// A best move that never changed takes this part of the time.
const STEADY: f64 = 0.8;
/// One that has just changed takes so much more.
const UNSTEADY: f64 = 0.8;
/// A loss of so many hundredths of a pawn against the iteration before counts as one more change.
const DROP: f64 = 50.0;
/// More than so many changes' worth of a loss does not count.
const MOST_DROP: f64 = 2.0;

/// How a search has gone so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pace {
    last: Option<(Move, Score)>,
    trouble: f64,
}

impl Pace {
    /// An iteration has found `best`, worth `value`.
    pub fn iteration(&mut self, best: Move, value: Score) {
        self.trouble *= FADES;
        if let Some((before, worth)) = self.last.replace((best, value)) {
            let lost = f64::from(worth.get().saturating_sub(value.get())) / DROP;
            self.trouble += f64::from(u8::from(before != best)) + lost.clamp(0.0, MOST_DROP);
        }
    }

    /// By how much the soft time is stretched.
    #[must_use]
    pub fn factor(&self) -> f64 {
        STEADY + UNSTEADY * self.trouble
    }
}
