//! [`Handle`]: controls a search under way.

use super::shared::{SearchOutcome, SearchState};
use crate::search::control::Limits;
use crate::search::observer::{Iteration, Progress};
use crate::search::stop::StopToken;
use crate::sync::Arc;
use std::fmt;
use std::time::Duration;

/// Controls a search under way, from any thread, and reports its progress.
///
/// Clones are handles of the same search. A handle does not keep its search alive: the search ends
/// with the [`BorrowedSearch`] or [`OwnedSearch`] that it comes from, if not before. After the end
/// a handle has no effect and returns the final state.
///
/// [`BorrowedSearch`]: crate::background::BorrowedSearch
/// [`OwnedSearch`]: crate::background::OwnedSearch
///
/// ```
/// use eldest::report::StopReason;
/// use eldest::{Depth, Engine};
/// # use eldest::doc::Countdown;
///
/// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
/// let running = engine.query(&Countdown::new(200)).start()?;
/// let handle = running.handle().clone();
/// std::thread::spawn(move || handle.stop());
/// let stop_reason = running.wait()?.stop_reason;
/// assert!(stop_reason == StopReason::Stopped || stop_reason == StopReason::Proved);
/// # Ok::<(), eldest::Error>(())
/// ```
pub struct Handle<M> {
    pub(super) shared: Arc<SearchState<M>>,
}

impl<M> Handle<M> {
    /// Stops the search at once; its report has what it has found so far. Does nothing after the
    /// end.
    pub fn stop(&self) {
        self.stop_token().stop();
    }

    /// Returns the token that stops this search alone. The token in the limits stops it too, but
    /// not the other way round. A limit that ends the search also stops this token.
    #[must_use]
    pub fn stop_token(&self) -> &StopToken {
        self.shared.control.token()
    }

    /// Replaces the depth, node and time limits by those of `limits`, with times counted from the
    /// start of the search. Limits that `limits` does not set are removed. The stop token stays the
    /// one that the search was started with.
    pub fn change_limits(&self, limits: &Limits) {
        self.shared.control.change(limits);
    }

    /// Replaces the limits like [`change_limits`](Self::change_limits), but counts times from now.
    /// A search that has pondered in the opponent's time thus gets its own time
    /// (`docs/engine-loop.md`).
    ///
    /// ```
    /// use eldest::{Engine, Limits};
    /// use std::time::Duration;
    /// # use eldest::doc::Countdown;
    ///
    /// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
    /// let pondering = engine.query(&Countdown::new(200)).start()?;
    /// // The opponent has made the expected move. From here on our clock runs.
    /// let limits = Limits::new().soft_time(Duration::from_millis(2)).time(Duration::from_millis(5));
    /// pondering.handle().change_limits_from_now(&limits);
    /// assert!(pondering.wait()?.best_move.is_some());
    /// # Ok::<(), eldest::Error>(())
    /// ```
    pub fn change_limits_from_now(&self, limits: &Limits) {
        self.shared.control.change_from_now(limits);
    }

    /// Returns the progress of the search. Nodes and time are current: each thread reports its
    /// nodes about every millisecond, or every 1,024 nodes. The fill of the table is at most a
    /// tenth of a second old. After the end, returns the progress in the report; if there is no
    /// report, the progress at the end.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.shared.progress()
    }

    /// Whether the search has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.shared.has_ended()
    }

    /// Blocks until the search ends, or `most` has passed; returns whether it has ended. If it has
    /// not, it goes on. [`Duration::MAX`] waits without a limit.
    ///
    /// The search ends only after its observer and the callback of
    /// [`when_finished`](crate::Query::when_finished) have returned: neither may wait for it.
    pub fn wait_timeout(&self, most: Duration) -> bool {
        self.shared.wait_timeout(most)
    }

    /// Blocks until the search ends, and returns its outcome. Called once.
    pub(super) fn outcome(&self) -> SearchOutcome<M> {
        self.shared.wait().expect("a search ends once, and only this call takes its outcome")
    }
}

impl<M: Clone> Handle<M> {
    /// Returns the last completed iteration, if there is one yet.
    #[must_use]
    pub fn poll(&self) -> Option<Iteration<M>> {
        self.shared.latest()
    }
}

impl<M> Clone for Handle<M> {
    fn clone(&self) -> Self {
        Self { shared: Arc::clone(&self.shared) }
    }
}

impl<M> fmt::Debug for Handle<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").field("ended", &self.is_finished()).finish_non_exhaustive()
    }
}
