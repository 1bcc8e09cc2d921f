//! [`SearchState`]: a search as its handles see it.

use crate::written::progress;
use crate::{Iteration, Progress, Report, Result};
use eldest::{Handle, StopToken};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A search as its handles see it.
pub(crate) struct SearchState {
    /// Stops the search, also before it is attached.
    token: StopToken,
    inner: Mutex<Inner>,
    changed: Condvar,
}

#[derive(Default)]
struct Inner {
    /// Reports on the search while it is under way.
    source: Option<Box<dyn Source>>,
    latest: Option<Iteration>,
    /// The progress when it was last reported.
    last: Progress,
    outcome: Option<Result<Report>>,
}

/// Reports on a search, whatever its game.
trait Source: Send {
    fn progress(&self) -> eldest::observe::Progress;
}

impl<M: Send> Source for Handle<M> {
    fn progress(&self) -> eldest::observe::Progress {
        Handle::progress(self)
    }
}

impl SearchState {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Creates the state of a search that has not begun, and that `token` stops.
    pub(crate) fn new(token: &StopToken) -> Arc<Self> {
        let (token, inner, changed) = (token.clone(), Mutex::default(), Condvar::new());
        Arc::new(Self { token, inner, changed })
    }

    /// Attaches the search that has begun.
    pub(crate) fn attach<M: Send + 'static>(&self, handle: &Handle<M>) {
        self.lock().source = Some(Box::new(handle.clone()));
    }

    /// Detaches the search, which has ended.
    pub(crate) fn detach(&self) {
        let mut inner = self.lock();
        inner.last = inner.progress();
        inner.source = None;
    }

    pub(crate) fn stop(&self) {
        self.token.stop();
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
        inner.source = None;
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
        let current = |source: &dyn Source| progress(&source.progress(), depth, value);
        self.source.as_deref().map_or(self.last, current)
    }
}
