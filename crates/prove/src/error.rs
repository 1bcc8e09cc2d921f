//! [`Error`]: why a proof cannot go on.

use crate::store::StoreError;
use eldest::Bounds;
use std::fmt;

/// Why a proof cannot go on. What was proved before is kept.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Nothing can be proved of the positions of this game; why.
    #[error("{0}")]
    Refused(String),
    /// The rules cannot read a position, or say what follows.
    #[error("position '{position}': {reason}")]
    Position {
        /// The position.
        position: String,
        /// What is wrong with it.
        reason: String,
    },
    /// Searches of a position fail again and again.
    #[error("position '{position}' could not be searched: {reason}")]
    Job {
        /// The position.
        position: String,
        /// What the last of them told.
        reason: String,
    },
    /// Jobs come to nothing, and nobody says why.
    #[error("{lost} jobs were lost one after the other; is anybody there who does them?")]
    Lost {
        /// So many in turn.
        lost: u64,
    },
    /// Two results cannot both be true.
    #[error("{0}")]
    Contradiction(Box<Contradiction>),
    /// The store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store tells of a position that a proof of its root does not reach.
    #[error(
        "result {number} of the store is about '{position}', which the results before it do not lead to: the store is \
         damaged, or the rules have changed without their fingerprint"
    )]
    Stranger {
        /// Which result, counted from 0.
        number: u64,
        /// The position.
        position: String,
    },
}

/// Two results that cannot both be true: a machine has failed, a worker has lied, two positions share a key, or the
/// rules have changed. Nothing is overwritten; which of them is wrong shows when both are searched again.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction {
    /// Where they meet.
    pub position: String,
    /// What was proved there before.
    pub known: Bounds,
    /// What contradicts it.
    pub found: Bounds,
    /// The result before; `None` if it is the rules themselves.
    pub before: Option<NamedResult>,
    /// The result that contradicts it.
    pub now: Option<NamedResult>,
}

/// A result by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NamedResult {
    /// Its number in the store, from 0 on.
    pub number: u64,
    /// The position that was searched.
    pub position: String,
    /// What was proved of it.
    pub bounds: Bounds,
    /// The name of the worker that has given it, if it has one.
    pub by: Option<String>,
}

impl NamedResult {
    pub(crate) fn new(number: u64, position: &str, bounds: Bounds, by: Option<&str>) -> Self {
        Self { number, position: position.to_owned(), bounds, by: by.map(str::to_owned) }
    }
}

impl Contradiction {
    /// The names of the workers that have given the two results, as far as they have names.
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
