//! [`Handle`]: a search in the background.

use crate::gate::Gate;
use crate::state::SearchState;
use crate::{Iteration, Progress, Report, Result, Work};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A search in the background. Clones are handles of the same search; when the last one is dropped,
/// the search is stopped, but not waited for.
#[derive(Clone)]
pub struct Handle(Arc<Owner>);

/// Stops the search when it is dropped.
struct Owner {
    state: Arc<SearchState>,
    gate: Arc<Gate>,
}

impl Owner {
    fn stop(&self) {
        if !self.state.is_finished() {
            self.gate.is_ending();
            self.state.stop();
        }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Handle {
    pub(crate) fn new(state: Arc<SearchState>, gate: Arc<Gate>) -> Self {
        Self(Arc::new(Owner { state, gate }))
    }

    /// Stops the search at once, without waiting for its end. Its report has what it has found so
    /// far. A call of foreign code is not interrupted.
    pub fn stop(&self) {
        self.0.stop();
    }

    /// Waits for the end of the search, `most` at most; for ever without it. Returns `None` if the
    /// search still goes on, else its outcome, each time;
    /// [`Error::Deadlock`](crate::Error::Deadlock) if the search, or one that it waits for, has
    /// called the caller: its callback, or the rules of its game.
    #[must_use]
    pub fn wait(&self, most: Option<Duration>) -> Option<Result<Report>> {
        if self.is_finished() {
            return self.0.state.wait(None);
        }
        let waited = self.work().awaited(|| self.0.state.wait(most));
        waited.unwrap_or_else(|refused| Some(Err(refused)))
    }

    /// Returns the searches of its engine, as what waits for them sees them.
    #[must_use]
    pub fn work(&self) -> &Work {
        &self.0.gate.work
    }

    /// Whether the search has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.0.state.is_finished()
    }

    /// Returns the progress, or that at the end of the search.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.0.state.progress()
    }

    /// Returns the last completed iteration, if there is one. A search to the end has none.
    #[must_use]
    pub fn latest(&self) -> Option<Iteration> {
        self.0.state.latest()
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Handle").field("is_finished", &self.is_finished()).finish_non_exhaustive()
    }
}
