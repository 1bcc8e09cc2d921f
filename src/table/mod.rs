//! Transposition tables: what has been found out about a position is not searched again.
//!
//! An engine takes any [`Table`]; these are here:
//!
//! | table | an entry | for |
//! |---|---|---|
//! | [`SharedTable`] | 16 bytes, one bound, xor-validated | every search, every game |
//! | [`OneWordTable`] | 8 bytes, both bounds, fully verified | searches to the end, unique keys of up to about 56 bits |
//! | [`MapTable`] | unbounded, both bounds, fully verified | proofs and oracles |
//! | [`NoTable`] | none | comparisons |
//!
//! [`KeyKind`](crate::KeyKind) is what a game says of its keys, and decides which of them serve it. Who writes another
//! table answers an [`Entry`] and keeps a [`NewEntry`]. With [`Persist`] a table is saved and loaded again.

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

/// What a table knows about a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Entry {
    /// Where the value at [`depth`](Self::depth) lies.
    pub bounds: Bounds,
    /// The remaining depth that the bounds are true for.
    pub depth: Depth,
    /// The move code of the best move; 0 if none is known. A hint, never trusted.
    pub move_code: u16,
    /// Whether no horizon lies below: the bounds hold for the game itself.
    pub proved: bool,
}

impl Entry {
    /// Where the value at `depth` lies; no move is known, and nothing is proved.
    #[must_use]
    #[inline]
    pub const fn new(bounds: Bounds, depth: Depth) -> Self {
        Self { bounds, depth, move_code: 0, proved: false }
    }

    /// This entry, but for what `change` changes.
    #[must_use]
    #[inline]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// What a search has found out about a position.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NewEntry {
    /// The fail-soft value.
    pub value: Score,
    /// What the value says about the true one.
    pub bound: Bound,
    /// The remaining depth it was searched to.
    pub depth: Depth,
    /// The move code of the move that gave the value; 0 if none did.
    pub move_code: u16,
    /// Whether no horizon lies below.
    pub proved: bool,
    /// Nodes that were visited to find it: what it would cost to lose it.
    pub work: u64,
}

impl NewEntry {
    /// A fail-soft `value` at `depth`; no move gave it, nothing is proved, and it took one node.
    #[must_use]
    #[inline]
    pub const fn new(value: Score, bound: Bound, depth: Depth) -> Self {
        Self { value, bound, depth, move_code: 0, proved: false, work: 1 }
    }

    /// This entry, but for what `change` changes.
    #[must_use]
    #[inline]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// A table is held by a search with other findings, or is being loaded: it cannot be [bound](Table::bind).
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the table is in use: a search with other findings (another game, evaluator, rules or depth match) is under way on it, or it is being saved or loaded; wait for its end, or give each engine a table of its own"
)]
pub struct TableInUse;

/// Why a table could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The memory is not to be had.
    #[error("a table of {bytes} bytes could not be allocated; ask for less")]
    OutOfMemory {
        /// What was asked for.
        bytes: usize,
    },
    /// Not even one bucket fits.
    #[error("a table of {bytes} bytes is too small; it needs at least {least}")]
    TooSmall {
        /// What was asked for.
        bytes: usize,
        /// The least that works.
        least: usize,
    },
    /// The one-word table needs unique keys.
    #[error(
        "the one-word table needs a unique key (Position::key_kind), and this game's is hashed; use the shared table"
    )]
    HashedKey,
    /// A key has 1 to 64 bits.
    #[error("a unique key has 1 to 64 bits, and Position::key_kind says {bits}")]
    KeyBits {
        /// What the game says.
        bits: u32,
    },
    /// The one-word table has one byte for each bound.
    #[error(
        "the one-word table holds at most 256 different values, and Position::range spans {span}; use the shared table"
    )]
    RangeTooWide {
        /// How many values the range spans.
        span: u32,
    },
}

/// A bucket, and the part of a key that is told apart there. One is added to the bucket's number, so
/// that an `Option` of it still travels in two registers.
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

/// The bucket of `mixed` among `buckets`, without a division (Lemire 2019).
#[inline]
pub(crate) const fn bucket(mixed: u64, buckets: usize) -> usize {
    ((mixed as u128 * buckets as u128) >> 64) as usize
}

/// How many bits `work` has: the cost of an entry in doublings, 0 to 64.
#[inline]
pub(crate) const fn doublings(work: u64) -> u32 {
    u64::BITS - work.leading_zeros()
}
