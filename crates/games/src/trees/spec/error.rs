//! [`SpecError`]: why a text is no recipe.

/// What is wrong with the text of a [`Spec`](super::Spec).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No such kind of tree.
    #[error("no kind of tree is called {0:?}; there are uniform, uneven, dag and ordered")]
    UnknownKind(String),
    /// A part that is not `key=value`.
    #[error("expected key=value, found {0:?}")]
    NotAPair(String),
    /// A key that this kind does not have.
    #[error("{kind} trees have no {key:?}; they have {known}")]
    UnknownKey {
        /// The kind of tree.
        kind: &'static str,
        /// The key found.
        key: String,
        /// The keys there are.
        known: String,
    },
    /// A value that is no number, or out of bounds.
    #[error("{key}={value}: expected a number from {least} to {most}")]
    BadNumber {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// The least number allowed.
        least: u64,
        /// The greatest number allowed.
        most: u64,
    },
    /// `quarter` below `first`.
    #[error("quarter={quarter} is below first={first}, but the first move is in the first quarter")]
    QuarterBelowFirst {
        /// Odds of the first move.
        first: u8,
        /// Odds of the first quarter.
        quarter: u8,
    },
    /// Values of an ordered tree may grow by its spread at each ply.
    #[error("spread times (depth + 1), plus tempo, is at most 4000000")]
    SpreadTooLarge,
}
