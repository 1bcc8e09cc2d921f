//! [`SearchState`]: a search as its handles see it.

use crate::written::progress;
use crate::{Iteration, Progress, Report, Result};
use eldest::{Handle, StopToken};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A search as its handles see it.
#[derive(Default)]
pub(crate) struct SearchState {
    /// Stops the search also before it is attached.
    token: StopToken,
    inner: Mutex<Inner>,
    changed: Condvar,
}

#[derive(Default)]
struct Inner {
    /// Controls the search while it is under way.
    control: Option<Box<dyn Control>>,
    latest: Option<Iteration>,
    /// The progress when it was last reported.
    last: Progress,
    outcome: Option<Result<Report>>,
}

/// Controls a search, whatever its game.
trait Control: Send {
    fn stop(&self);
    fn progress(&self) -> eldest::observe::Progress;
}

impl<M: Send> Control for Handle<M> {
    fn stop(&self) {
        Handle::stop(self);
    }

    fn progress(&self) -> eldest::observe::Progress {
        Handle::progress(self)
    }
}

impl SearchState {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the token that stops the search, where the caller has none.
    pub(crate) fn token(&self) -> &StopToken {
        &self.token
    }

    /// Attaches the search that has begun. It is stopped, if that was requested before.
    pub(crate) fn attach<M: Send + 'static>(&self, handle: &Handle<M>) {
        let mut inner = self.lock();
        if self.token.is_stopped() {
            handle.stop();
        }
        inner.control = Some(Box::new(handle.clone()));
    }

    /// Detaches the search, which has ended.
    pub(crate) fn detach(&self) {
        let mut inner = self.lock();
        inner.last = inner.progress();
        inner.control = None;
    }

    pub(crate) fn stop(&self) {
        self.token.stop();
        let inner = self.lock();
        inner.control.iter().for_each(|control| control.stop());
    }

    /// Records a completed iteration.
    pub(crate) fn iteration(&self, iteration: &Iteration) {
        let mut inner = self.lock();
        inner.last = iteration.progress;
        inner.latest = Some(iteration.clone());
    }

    /// Records what is known of the value.
    pub(crate) fn bounds(&self, value: crate::Value) {
        self.lock().last.value = value;
    }

    /// Publishes the outcome.
    pub(crate) fn end(&self, outcome: Result<Report>) {
        let mut inner = self.lock();
        if let Ok(report) = &outcome {
            inner.last = report.progress;
        }
        inner.control = None;
        inner.outcome = Some(outcome);
        self.changed.notify_all();
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.lock().outcome.is_some()
    }

    pub(crate) fn progress(&self) -> Progress {
        self.lock().progress()
    }

    pub(crate) fn latest(&self) -> Option<Iteration> {
        self.lock().latest.clone()
    }

    /// Waits for the outcome, `most` at most.
    pub(crate) fn wait(&self, most: Option<Duration>) -> Option<Result<Report>> {
        let until = most.and_then(|most| Instant::now().checked_add(most));
        let mut inner = self.lock();
        loop {
            if inner.outcome.is_some() {
                return inner.outcome.clone();
            }
            inner = match until {
                None => self.changed.wait(inner).unwrap_or_else(PoisonError::into_inner),
                Some(until) => {
                    let left = until.saturating_duration_since(Instant::now());
                    if left.is_zero() {
                        return None;
                    }
                    let waited = self.changed.wait_timeout(inner, left);
                    waited.unwrap_or_else(PoisonError::into_inner).0
                }
            };
        }
    }
}

impl Inner {
    fn progress(&self) -> Progress {
        let Progress { depth, value, .. } = self.last;
        let current = |control: &dyn Control| progress(&control.progress(), depth, value);
        self.control.as_deref().map_or(self.last, current)
    }
}
