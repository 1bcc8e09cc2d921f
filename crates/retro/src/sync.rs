//! The tables that threads of a build share, and its parallel loops.
//!
//! `cfg(shuttle)` replaces both by those of a deterministic scheduler; `verify/backends/retro`
//! tests the builder over it.

#[cfg(not(shuttle))]
#[path = "sync/native.rs"]
mod backend;
#[cfg(shuttle)]
#[path = "sync/over_shuttle.rs"]
mod backend;

pub(crate) use backend::{
    AtomicU8, AtomicU16, AtomicU32, AtomicU64, NUMBERS_AT_A_TIME, NUMBERS_IN_A_BLOCK,
    POSITIONS_AT_A_TIME, Zeros, try_for_each, try_map, zeroed,
};
use std::path::Path;

/// Where a table is allocated.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Storage<'a> {
    Memory,
    /// In a file without a name in this directory.
    Disk(&'a Path),
}

impl<'a> Storage<'a> {
    /// Returns the storage for a table, when `bytes` of the `allowed` memory will be in use.
    pub(crate) fn of(bytes: u64, allowed: u64, directory: &'a Path) -> Self {
        if bytes <= allowed { Self::Memory } else { Self::Disk(directory) }
    }
}
