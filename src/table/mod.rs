//! Transposition tables, which save searching a position again.
//!
//! An engine takes any [`Table`]; the crate has these:
//!
//! | table | an entry | for |
//! |---|---|---|
//! | [`SharedTable`] | 16 bytes, one bound (to the end two), xor-validated | every search, every game |
//! | [`OneWordTable`] | 8 bytes, both bounds, fully verified | searches to the end, unique keys of up to about 56 bits |
//! | [`MapTable`] | unbounded, both bounds, fully verified | proofs and oracles |
//! | [`NoTable`] | none | comparisons |
//!
//! [`KeyKind`](crate::KeyKind) is what a game declares about its keys; it determines which tables
//! can be used. To write another table, implement [`Table`]: it returns an [`Entry`] and stores a
//! [`NewEntry`]. With [`Persist`] a table is saved and loaded again.

mod fields;
mod header;
pub(crate) mod interface;
mod local;
#[cfg(feature = "map")]
mod map;
#[cfg(loom)]
pub mod models;
mod one_word;
#[cfg(feature = "save")]
mod saved;
pub(crate) mod shared;
mod words;

pub use crate::position::mixed;
pub use interface::NoTable;
pub(crate) use interface::Table;
pub use interface::proved;
pub(crate) use local::LocalTable;
#[cfg(feature = "map")]
pub use map::MapTable;
pub use one_word::OneWordTable;
#[cfg(feature = "save")]
pub use saved::{LoadError, Origin, Persist, SaveError};
pub(crate) use shared::SharedTable;

use crate::{Bound, Bounds, Depth, Score};
use std::num::NonZero;

/// An entry of a table, as returned by a probe.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Bounds on the value at [`depth`](Self::depth).
    pub bounds: Bounds,
    /// The remaining depth that the bounds hold for.
    pub depth: Depth,
    /// The move code of the best move; 0 if unknown. A hint, never trusted.
    pub move_code: u16,
    /// Whether the bounds depend on no horizon: they then hold for the game itself.
    pub proved: bool,
}

impl Entry {
    /// Creates an entry with bounds on the value at `depth`, without a move, not proved.
    #[must_use]
    #[inline]
    pub const fn new(bounds: Bounds, depth: Depth) -> Self {
        Self { bounds, depth, move_code: 0, proved: false }
    }

    /// Returns a copy with a change.
    #[must_use]
    #[inline]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// The result of a search of a position, to be stored.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NewEntry {
    /// The fail-soft value.
    pub value: Score,
    /// The relation of the value to the true value.
    pub bound: Bound,
    /// The remaining depth of the search.
    pub depth: Depth,
    /// The code of the move that gave the value; 0 if none did.
    pub move_code: u16,
    /// Whether the value depends on no horizon. To the end none does, whatever this says.
    pub proved: bool,
    /// Nodes visited to find it: the cost of losing it.
    pub work: u64,
}

impl NewEntry {
    /// Creates a result with a fail-soft `value` at `depth`, without a move, not proved, found in
    /// one node.
    #[must_use]
    #[inline]
    pub const fn new(value: Score, bound: Bound, depth: Depth) -> Self {
        Self { value, bound, depth, move_code: 0, proved: false, work: 1 }
    }

    /// Returns a copy with a change.
    #[must_use]
    #[inline]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// The error for a table that is in use by a search with another fingerprint, or is being saved or
/// loaded: it cannot be [bound](Table::bind).
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the table is in use: a search with other findings (another game, evaluator, rules or depth match) is under way on it, or it is being saved or loaded; wait for its end, or give each engine a table of its own"
)]
pub struct TableInUse;

/// The reason why a table could not be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The memory could not be allocated.
    #[error("a table of {bytes} bytes could not be allocated; ask for less")]
    OutOfMemory {
        /// The requested size.
        bytes: usize,
    },
    /// Not even one bucket fits.
    #[error("a table of {bytes} bytes is too small; it needs at least {least}")]
    TooSmall {
        /// The requested size.
        bytes: usize,
        /// The minimum size.
        least: usize,
    },
    /// The one-word table needs unique keys.
    #[error(
        "the one-word table needs a unique key (Position::key_kind), and this game's is hashed; use the shared table"
    )]
    HashedKey,
    /// A unique key must have 1 to 64 bits.
    #[error("a unique key has 1 to 64 bits, and Position::key_kind returned {bits}")]
    KeyBits {
        /// The number of bits that the game declares.
        bits: u32,
    },
    /// The one-word table has one byte for each bound.
    #[error(
        "the one-word table holds at most 256 different values, and Position::range spans {span}; use the shared table"
    )]
    RangeTooWide {
        /// The number of values in the range.
        span: u32,
    },
}

/// A bucket, and the part of a key that identifies an entry there. The bucket's number is stored
/// plus one, so that an `Option` of it still fits in two registers.
#[derive(Copy, Clone, Debug)]
pub struct Slot {
    number: NonZero<usize>,
    name: u64,
}

impl Slot {
    #[inline(always)]
    fn new(index: usize, name: u64) -> Self {
        Self { number: NonZero::<usize>::MIN.saturating_add(index), name }
    }

    #[inline(always)]
    fn index(self) -> usize {
        self.number.get() - 1
    }
}

/// Returns the bucket of `mixed` among `buckets`, without a division (Lemire 2019).
#[inline]
pub(crate) const fn bucket(mixed: u64, buckets: usize) -> usize {
    ((mixed as u128 * buckets as u128) >> 64) as usize
}

/// Returns the number of bits of `work`: the cost of an entry in doublings, 0 to 64.
#[inline]
pub(crate) const fn doublings(work: u64) -> u32 {
    u64::BITS - work.leading_zeros()
}
