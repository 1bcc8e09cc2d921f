//! [`Timer`]: the limits of a running search, on our own clock or while pondering.

use crate::Move;
use crate::clock::Budget;
use crate::request::{DEEPEST, GoRequest};
use eldest::Score;
use eldest::observe::{Iteration, Progress};
use eldest::{Handle, Limits};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Keeps the limits of one search up to date. The searching thread reports iterations, and the
/// session reports the opponent's move.
#[derive(Debug)]
pub struct Timer(Mutex<TimerState>);

#[derive(Debug)]
struct TimerState {
    /// The limits on depth and nodes.
    limits: Limits,
    /// The limit on nodes among them.
    nodes: Option<u64>,
    budget: Option<Budget>,
    /// Whether the budget may be stretched.
    elastic: bool,
    /// When our clock started, counted from the start of the search; `None` while pondering.
    since: Option<Duration>,
    handle: Option<Handle<Move>>,
    /// The course of the search; `None` before the first iteration.
    pace: Option<Pace>,
}

impl Timer {
    /// Creates the timer of `request`. While pondering there is no limit.
    #[must_use]
    pub fn new(request: &GoRequest) -> Self {
        Self(Mutex::new(TimerState {
            limits: request.limits.clone(),
            nodes: request.nodes,
            budget: request.budget,
            elastic: request.elastic,
            since: (!request.ponders).then_some(Duration::ZERO),
            handle: None,
            pace: None,
        }))
    }

    /// Returns the limits to start with.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.state().now()
    }

    /// Sets the search to limit.
    pub fn steer(&self, handle: &Handle<Move>) {
        self.state().handle = Some(handle.clone());
    }

    /// Takes a completed iteration into account.
    pub fn iteration(&self, iteration: &Iteration<Move>) {
        let mut state = self.state();
        if let Some(best) = iteration.moves.first() {
            state.pace.get_or_insert_default().iteration(best.mv, best.value);
        }
        if state.elastic {
            state.apply();
        }
    }

    /// Stops a search that has passed its limits. The search itself ignores them at depth one,
    /// which may take for ever with a dozen queens on the board.
    pub fn progress(&self, progress: &Progress) {
        if self.is_over(progress) {
            self.state().handle.iter().for_each(Handle::stop);
        }
    }

    /// Whether a search at `progress` has passed a limit on time or nodes; never while pondering.
    #[must_use]
    pub fn is_over(&self, progress: &Progress) -> bool {
        self.state().is_over(progress)
    }

    /// Starts our clock: the opponent has played the expected move.
    pub fn begin(&self) {
        let handle = self.state().handle.clone();
        self.begin_at(handle.map_or(Duration::ZERO, |handle| handle.progress().time));
    }

    /// Does the same for a search that started `time` ago.
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

    /// Returns the limits, counted from the start of the search.
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

/// The factor by which the weight of a change of the best move falls with each iteration.
const FADES: f64 = 0.6;
/// The factor on the soft time if the best move never changed.
const STEADY: f64 = 0.8;
/// The addition to the factor for a best move that has just changed.
const UNSTEADY: f64 = 0.8;
/// The loss against the previous iteration, in hundredths of a pawn, that counts as one change.
const DROP: f64 = 50.0;
/// The maximum number of changes that a loss counts as.
const MOST_DROP: f64 = 2.0;

/// The course of a search so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pace {
    last: Option<(Move, Score)>,
    trouble: f64,
}

impl Pace {
    /// Takes an iteration into account that found `best` with `value`.
    pub fn iteration(&mut self, best: Move, value: Score) {
        self.trouble *= FADES;
        if let Some((before, worth)) = self.last.replace((best, value)) {
            let lost = f64::from(worth.get().saturating_sub(value.get())) / DROP;
            self.trouble += f64::from(u8::from(before != best)) + lost.clamp(0.0, MOST_DROP);
        }
    }

    /// Returns the factor on the soft time.
    #[must_use]
    pub fn factor(&self) -> f64 {
        STEADY + UNSTEADY * self.trouble
    }
}
