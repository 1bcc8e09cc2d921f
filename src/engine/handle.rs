//! [`Handle`]: what steers a search under way.

use super::shared::{SearchOutcome, SearchState};
use crate::search::control::Limits;
use crate::search::observer::{Iteration, Progress};
use crate::search::stop::StopToken;
use crate::sync::Arc;
use std::fmt;
use std::time::Duration;

/// Steers a search under way, from any thread, and shows how it gets on.
///
/// Clones are handles of the same search, and keep none alive: the search ends with the
/// [`BorrowedSearch`] or [`OwnedSearch`] that they come from, if not before. After its end they do
/// no harm, and show what was last.
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
    /// Stops the search at once, with what it has found so far. Does nothing after its end.
    pub fn stop(&self) {
        self.stop_token().stop();
    }

    /// The switch that stops this search, and no other: it is thrown with the token among the limits,
    /// which stays as it is when this one is thrown. A limit that ends the search throws it too.
    #[must_use]
    pub fn stop_token(&self) -> &StopToken {
        self.shared.control.token()
    }

    /// Depth, nodes and times become those of `limits`, counted from the start of the search; what
    /// `limits` does not name has no limit any longer. The token stays the one it was started with.
    pub fn change_limits(&self, limits: &Limits) {
        self.shared.control.change(limits);
    }

    /// The same, but times count from now. So a search that has thought in the opponent's time gets
    /// the time that is its own (`docs/engine-loop.md`).
    ///
    /// ```
    /// use eldest::{Engine, Limits};
    /// use std::time::Duration;
    /// # use eldest::doc::Countdown;
    ///
    /// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
    /// let pondering = engine.query(&Countdown::new(200)).start()?;
    /// // The opponent has made the move that was expected. From here on the clock is ours.
    /// let limits = Limits::new().soft_time(Duration::from_millis(2)).time(Duration::from_millis(5));
    /// pondering.handle().change_limits_from_now(&limits);
    /// assert!(pondering.wait()?.best_move.is_some());
    /// # Ok::<(), eldest::Error>(())
    /// ```
    pub fn change_limits_from_now(&self, limits: &Limits) {
        self.shared.control.change_from_now(limits);
    }

    /// Where the search stands. Nodes and time are those of now: each thread tells of its nodes about
    /// every millisecond, or every 1,024. How full the table is was told a tenth of a second ago. After
    /// the end, what the report says; if there is none, where the search stood when it ended.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.shared.progress()
    }

    /// Whether the search has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.shared.has_ended()
    }

    /// Blocks until the search ends, but no longer than `most`: whether it has ended. If it has not,
    /// it goes on. [`Duration::MAX`] is as long as it takes.
    ///
    /// The search has not ended before its observer and what is called
    /// [when it is finished](crate::Query::when_finished) have returned: neither may wait for it.
    pub fn wait_timeout(&self, most: Duration) -> bool {
        self.shared.wait_timeout(most)
    }

    /// Blocks until the search ends; what came of it. To be asked once.
    pub(super) fn outcome(&self) -> SearchOutcome<M> {
        self.shared.wait().expect("a search ends once, and only this call takes its outcome")
    }
}

impl<M: Clone> Handle<M> {
    /// The last completed iteration, if there is one yet.
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
