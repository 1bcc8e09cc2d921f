//! [`Error`]: why a proof cannot continue.

use crate::store::StoreError;
use eldest::Bounds;
use std::fmt;

/// Why a proof cannot continue. Earlier results are kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Positions of this game cannot be proved, for this reason.
    #[error("{0}")]
    Refused(String),
    /// The rules cannot read a position or generate its moves.
    #[error("position '{position}': {reason}")]
    Position {
        /// The position.
        position: String,
        /// Why it is invalid.
        reason: String,
    },
    /// Searches of a position fail repeatedly.
    #[error("position '{position}' could not be searched: {reason}")]
    Job {
        /// The position.
        position: String,
        /// The reason that the last search reported.
        reason: String,
    },
    /// Jobs are lost without a report.
    #[error("{lost} jobs in a row were lost; is any worker running?")]
    Lost {
        /// The number of jobs lost in a row.
        lost: u64,
    },
    /// Two results cannot both be true.
    #[error("{0}")]
    Contradiction(Box<Contradiction>),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store has a result for a position that the proof does not reach.
    #[error(
        "result {number} of the store is for '{position}', which the earlier results do not reach: the store is \
         damaged, or the rules have changed but their fingerprint has not"
    )]
    Stranger {
        /// The number of the result, from 0.
        number: u64,
        /// The position.
        position: String,
    },
}

/// Two results that cannot both be true: a machine failed, a worker sent a false answer, two
/// positions share a key, or the rules have changed. Nothing is overwritten. Search both again to
/// find which one is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction {
    /// The position with contradictory bounds.
    pub position: String,
    /// The bounds proved earlier.
    pub known: Bounds,
    /// The bounds that contradict them.
    pub found: Bounds,
    /// The earlier result; `None` if the bounds are from the rules.
    pub before: Option<NamedResult>,
    /// The result that contradicts it.
    pub now: Option<NamedResult>,
}

/// A result as messages name it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedResult {
    /// Its number in the store, from 0.
    pub number: u64,
    /// The position that was searched.
    pub position: String,
    /// The bounds proved for it.
    pub bounds: Bounds,
    /// The name of the worker that sent it, if workers have names.
    pub by: Option<String>,
}

impl NamedResult {
    pub(crate) fn new(number: u64, position: &str, bounds: Bounds, by: Option<&str>) -> Self {
        Self { number, position: position.to_owned(), bounds, by: by.map(str::to_owned) }
    }
}

impl Contradiction {
    /// Returns the names of the workers that sent the two results, where they have names.
    #[must_use]
    pub fn workers(&self) -> Vec<String> {
        let named = self.before.iter().chain(&self.now);
        named.filter_map(|result| result.by.clone()).collect()
    }
}

impl fmt::Display for NamedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, position, bounds, by } = self;
        let by = by.iter().map(|by| format!(" of worker {by}")).collect::<String>();
        write!(f, "result {number}{by} ('{position}' is {bounds})")
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = |result: &Option<NamedResult>| {
            result.as_ref().map_or_else(|| "the rules".to_owned(), ToString::to_string)
        };
        write!(
            f,
            "contradiction: the value of '{}' is {} by {}, and {} by {}; one of them is wrong, and nothing was \
             overwritten",
            self.position,
            self.known,
            named(&self.before),
            self.found,
            named(&self.now)
        )
    }
}
