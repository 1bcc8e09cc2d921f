//! The atomics that threads of a build share, and its parallel loops.
//!
//! `cfg(shuttle)` replaces both by those of a deterministic scheduler; `verify/backends/retro` tests
//! the builder over it.

#[cfg(not(shuttle))]
#[path = "sync/native.rs"]
mod backend;
#[cfg(shuttle)]
#[path = "sync/over_shuttle.rs"]
mod backend;

pub(crate) use backend::{
    AtomicU8, AtomicU16, AtomicU32, AtomicU64, NUMBERS_AT_A_TIME, NUMBERS_IN_A_BLOCK,
    POSITIONS_AT_A_TIME, try_for_each, try_map, zeroed,
};
