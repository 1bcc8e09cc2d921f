//! [`Timer`]: the limits of a search under way, when the clock is ours and when it is not.

use crate::clock::Budget;
use crate::judge::Move;
use crate::pace::Pace;
use eldest::observe::Iteration;
use eldest::{Handle, Limits};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Keeps the limits of one search up to date. The thread that searches tells it of iterations, the one that reads
/// commands of the opponent's move.
#[derive(Debug)]
pub struct Timer(Mutex<State>);

#[derive(Debug)]
struct State {
    /// Limits on depth and nodes.
    limits: Limits,
    budget: Option<Budget>,
    /// Whether the budget may be stretched.
    elastic: bool,
    /// When the clock began to run, counted from the beginning of the search; `None` while it does not.
    since: Option<Duration>,
    handle: Option<Handle<Move>>,
    pace: Pace,
}

impl Timer {
    /// For a search within `limits`, which say nothing of time, and `budget`; with one that is `elastic` trouble takes
    /// longer. While the opponent thinks there is no limit at all.
    #[must_use]
    pub fn new(limits: Limits, budget: Option<Budget>, elastic: bool, ponders: bool) -> Self {
        let since = (!ponders).then_some(Duration::ZERO);
        Self(Mutex::new(State {
            limits,
            budget,
            elastic,
            since,
            handle: None,
            pace: Pace::default(),
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
            state.pace.iteration(best.mv, best.value);
        }
        if state.elastic {
            state.apply();
        }
    }

    /// The opponent has played what was expected: from now on the time is ours.
    pub fn begin(&self) {
        let mut state = self.state();
        state.since = state.handle.as_ref().map(|handle| handle.progress().time);
        state.apply();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn apply(&self) {
        self.handle.iter().for_each(|handle| handle.change_limits(&self.now()));
    }

    /// The limits, counted from the beginning of the search.
    fn now(&self) -> Limits {
        let Some(since) = self.since else { return Limits::new().depth(super::think::DEEPEST) };
        let Some(budget) = self.budget else { return self.limits.clone() };
        let factor =
            if self.elastic && self.pace != Pace::default() { self.pace.factor() } else { 1.0 };
        let Budget { soft, hard } = budget.stretched(factor);
        let limits = self.limits.clone().time(since.saturating_add(hard));
        if self.elastic { limits.soft_time(since.saturating_add(soft)) } else { limits }
    }
}
