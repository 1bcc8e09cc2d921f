//! [`Running`]: a search under way.

#[cfg(loom)]
pub mod models;

use super::{Error, Report};
use crate::search::control::{Control, Limits, StopToken};
use crate::search::observer::{Iteration, Observer, Progress};
use crate::search::root_moves::RootMove;
use crate::sync::{Arc, Condvar, Mutex, lock, now, wait, wait_for};
use crate::{Bounds, Depth};
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

/// What the searching thread tells the one that waits.
#[derive(Debug)]
pub(super) struct Shared<M> {
    state: Mutex<State<M>>,
    ended: Condvar,
}

#[derive(Debug)]
struct State<M> {
    latest: Option<Iteration<M>>,
    progress: Progress,
    outcome: Option<Result<Report<M>, Error>>,
    ended: bool,
}

impl<M> Shared<M> {
    pub(super) fn new() -> Arc<Self> {
        let state =
            State { latest: None, progress: Progress::default(), outcome: None, ended: false };
        Arc::new(Self { state: Mutex::new(state), ended: Condvar::new() })
    }

    /// The search has ended.
    pub(super) fn end(&self, outcome: Result<Report<M>, Error>) {
        let mut state = lock(&self.state);
        (state.outcome, state.ended) = (Some(outcome), true);
        self.ended.notify_all();
    }

    /// Blocks until the search has ended; its outcome, to whoever asks first.
    fn wait(&self) -> Option<Result<Report<M>, Error>> {
        let mut state = lock(&self.state);
        while !state.ended {
            state = wait(&self.ended, state);
        }
        state.outcome.take()
    }

    /// Blocks until the search has ended, or `most` has passed: whether it has ended.
    fn wait_timeout(&self, most: Duration) -> bool {
        let until = now().saturating_add(most);
        let mut state = lock(&self.state);
        while !state.ended {
            let left = until.saturating_sub(now());
            if left.is_zero() {
                return false;
            }
            state = wait_for(&self.ended, state, left);
        }
        true
    }
}

/// Notes what [`Running::poll`] shows, and passes everything on.
pub(super) struct Watch<M> {
    pub(super) shared: Arc<Shared<M>>,
    pub(super) next: Box<dyn Observer<M> + Send>,
}

impl<M: Clone> Observer<M> for Watch<M> {
    fn iteration(&mut self, iteration: &Iteration<M>) {
        let mut state = lock(&self.shared.state);
        (state.latest, state.progress) = (Some(iteration.clone()), iteration.progress);
        drop(state);
        self.next.iteration(iteration);
    }

    fn root_move(&mut self, searched: &RootMove<M>) {
        self.next.root_move(searched);
    }

    fn line(&mut self, better: &RootMove<M>) {
        self.next.line(better);
    }

    fn bounds(&mut self, depth: Depth, known: Bounds) {
        self.next.bounds(depth, known);
    }

    fn progress(&mut self, progress: &Progress) {
        lock(&self.shared.state).progress = *progress;
        self.next.progress(progress);
    }
}

/// A search under way. Dropping it stops the search and waits for its end.
///
/// ```
/// use eldest::{Engine, Limits};
/// # use eldest::doc::Countdown;
///
/// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
/// let running = engine.query(&Countdown::new(200)).start()?;
/// running.change_limits(&Limits::new().depth(6));
/// let report = running.wait()?;
/// assert!(report.depth.is_some());
/// # Ok::<(), eldest::Error>(())
/// ```
#[must_use = "dropping it stops the search"]
pub struct Running<'e, M> {
    pub(super) shared: Arc<Shared<M>>,
    pub(super) control: Arc<Control>,
    /// The engine does one search at a time.
    pub(super) engine: PhantomData<&'e mut ()>,
}

impl<M: Clone> Running<'_, M> {
    /// The last completed iteration, if there is one yet.
    #[must_use]
    pub fn poll(&self) -> Option<Iteration<M>> {
        lock(&self.shared.state).latest.clone()
    }

    /// Where the search stands; a tenth of a second old at most.
    #[must_use]
    pub fn progress(&self) -> Progress {
        lock(&self.shared.state).progress
    }

    /// Whether the search has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        lock(&self.shared.state).ended
    }

    /// Depth, nodes and time become those of `limits`, counted from the start of the search. Its
    /// token stays the one it was started with.
    pub fn change_limits(&self, limits: &Limits) {
        self.control.change(limits);
    }

    /// The switch that stops this search, and no other: it is thrown with the token among the limits,
    /// which stays as it is when this one is thrown. A limit that ends the search throws it too.
    #[must_use]
    pub fn stop_token(&self) -> &StopToken {
        self.control.token()
    }

    /// Stops the search at once. [`wait`](Self::wait) then gives what it has found.
    pub fn stop(&self) {
        self.control.token().stop();
    }

    /// Blocks until the search ends, but no longer than `most`: whether it has ended. It goes on if it
    /// has not. Its outcome is [`wait`](Self::wait)'s to give.
    pub fn wait_timeout(&self, most: Duration) -> bool {
        self.shared.wait_timeout(most)
    }

    /// Blocks until the search ends.
    ///
    /// # Errors
    /// [`Error::Panicked`] and [`Error::TooDeep`].
    ///
    /// # Panics
    /// Never: a search ends once.
    pub fn wait(self) -> Result<Report<M>, Error> {
        self.shared.wait().expect("a search ends once, and only this call takes its outcome")
    }
}

impl<M> Drop for Running<'_, M> {
    fn drop(&mut self) {
        if !lock(&self.shared.state).ended {
            self.control.token().stop();
            drop(self.shared.wait());
        }
    }
}

impl<M> fmt::Debug for Running<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ended = lock(&self.shared.state).ended;
        f.debug_struct("Running").field("ended", &ended).finish_non_exhaustive()
    }
}
