//! [`SolvedPositions`]: many positions, solved side by side.

use crate::{Position, Progress, Report, Result};
use std::time::Duration;

/// The positions to solve. An error in the place of a position is its outcome.
pub type Inputs = Box<dyn Iterator<Item = Result<Position>> + Send>;

/// Solves many positions side by side, and returns the outcomes in the order of the positions.
/// Dropping it stops the searches under way.
#[derive(Debug)]
pub struct SolvedPositions {}

impl SolvedPositions {
    /// Stops the searches under way, and all that follow; their outcomes are still returned.
    pub fn stop(&self) {}

    /// Waits for the next outcome, `most` at most. `Ok(None)` if there are no more positions.
    ///
    /// # Errors
    /// [`Waiting`] if the time is over first.
    pub fn next_within(&mut self, _most: Duration) -> Result<Option<Result<Report>>, Waiting> {
        Ok(None)
    }

    /// Returns the nodes and the time of all positions so far.
    #[must_use]
    pub fn progress(&self) -> Progress {
        Progress::default()
    }
}

impl Iterator for SolvedPositions {
    type Item = Result<Report>;

    fn next(&mut self) -> Option<Self::Item> {
        None
    }
}

/// The next outcome is not known yet.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Waiting;
