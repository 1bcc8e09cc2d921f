//! [`BorrowedSearch`]: a search under way.

use super::{Error, Handle, Report};
use crate::search::control::Limits;
use crate::search::observer::{Iteration, Progress};
use crate::search::stop::StopToken;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

/// A search under way, which borrows its engine: [`OwnedSearch`](crate::background::OwnedSearch)
/// owns it. Dropping it stops the search and waits for its end.
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
pub struct BorrowedSearch<'e, M> {
    handle: Handle<M>,
    /// The engine runs one search at a time.
    engine: PhantomData<&'e mut ()>,
}

impl<M> BorrowedSearch<'_, M> {
    pub(super) fn new(handle: Handle<M>) -> Self {
        Self { handle, engine: PhantomData }
    }

    /// Returns the handle that controls this search.
    #[must_use]
    pub fn handle(&self) -> &Handle<M> {
        &self.handle
    }

    /// Returns the progress, as [`Handle::progress`] does.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.handle.progress()
    }

    /// Whether the search has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.handle.is_finished()
    }

    /// Changes the limits, as [`Handle::change_limits`] does.
    pub fn change_limits(&self, limits: &Limits) {
        self.handle.change_limits(limits);
    }

    /// Returns the stop token, as [`Handle::stop_token`] does.
    #[must_use]
    pub fn stop_token(&self) -> &StopToken {
        self.handle.stop_token()
    }

    /// Stops the search at once. [`wait`](Self::wait) then returns what it has found.
    pub fn stop(&self) {
        self.handle.stop();
    }

    /// Waits like [`Handle::wait_timeout`]. [`wait`](Self::wait) returns the outcome.
    pub fn wait_timeout(&self, most: Duration) -> bool {
        self.handle.wait_timeout(most)
    }

    /// Blocks until the search ends; returns its report.
    ///
    /// # Errors
    /// [`Error::Panicked`], [`Error::BrokenContract`], [`Error::TableInUse`] and
    /// [`Error::TooDeep`].
    ///
    /// # Panics
    /// Never: a search ends once.
    pub fn wait(self) -> Result<Report<M>, Error> {
        self.handle.outcome()
    }
}

impl<M: Clone> BorrowedSearch<'_, M> {
    /// Returns the last completed iteration, if there is one yet.
    #[must_use]
    pub fn poll(&self) -> Option<Iteration<M>> {
        self.handle.poll()
    }
}

impl<M> Drop for BorrowedSearch<'_, M> {
    fn drop(&mut self) {
        if !self.is_finished() {
            self.stop();
            self.wait_timeout(Duration::MAX);
        }
    }
}

impl<M> fmt::Debug for BorrowedSearch<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BorrowedSearch").field("ended", &self.is_finished()).finish_non_exhaustive()
    }
}
