//! [`Open`]: a job that is not answered.

use std::time::{Duration, Instant};

/// A job that is not answered, and what is known of it.
#[derive(Debug)]
pub(super) struct Open {
    /// What the cluster calls it.
    pub(super) number: usize,
    /// The only worker that may answer it, if it checks an answer of another one.
    pub(super) only: Option<String>,
    /// When it was last known to be in the stream, or to be done by somebody. `None` while it is on its way into the
    /// stream, which may take as long as there is no server.
    heard: Option<Instant>,
    is_begun: bool,
    withdrawn: Option<Instant>,
}

impl Open {
    pub(super) fn new(number: usize, only: Option<String>) -> Self {
        Self { number, only, heard: None, is_begun: false, withdrawn: None }
    }

    /// Whether an answer from the worker of this name counts.
    pub(super) fn may_answer(&self, name: &str) -> bool {
        self.only.as_deref().is_none_or(|only| only == name)
    }

    pub(super) fn is_in_stream(&mut self) {
        self.heard = Some(Instant::now());
    }

    /// Somebody does it. Returns whether it is wanted.
    pub(super) fn is_done_by_somebody(&mut self) -> bool {
        (self.is_begun, self.heard) = (true, Some(Instant::now()));
        self.withdrawn.is_none()
    }

    /// Nobody wants it any more. Returns whether somebody may tell what he has found so far.
    pub(super) fn withdraw(&mut self) -> bool {
        self.withdrawn.get_or_insert_with(Instant::now);
        self.is_begun
    }

    /// Whether nobody has heard of it for a `lease`.
    pub(super) fn is_missing(&self, lease: Duration) -> bool {
        self.heard.is_some_and(|heard| heard.elapsed() > lease)
    }

    /// Whether it was withdrawn, and nobody has told anything since.
    pub(super) fn is_late(&self, grace: Duration) -> bool {
        self.withdrawn.is_some_and(|withdrawn| withdrawn.elapsed() > grace)
    }
}
