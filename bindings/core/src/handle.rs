//! [`Handle`]: a search in the background.

use crate::{Iteration, Progress, Report, Result};
use std::time::Duration;

/// A search in the background. Clones are handles of the same search; when the last one is dropped,
/// the search is stopped.
#[derive(Clone, Debug)]
pub struct Handle {}

impl Handle {
    /// Stops the search at once. Its report has what it has found so far.
    pub fn stop(&self) {}

    /// Waits for the end of the search, `most` at most; for ever without it. Returns `None` if the
    /// search still goes on, else its outcome, every time.
    #[must_use]
    pub fn wait(&self, _most: Option<Duration>) -> Option<Result<Report>> {
        None
    }

    /// Whether the search has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        false
    }

    /// Returns the progress, or that at the end of the search.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress::default()
    }

    /// Returns the last completed iteration, if there is one.
    #[must_use]
    pub fn latest(&self) -> Option<Iteration> {
        None
    }
}
