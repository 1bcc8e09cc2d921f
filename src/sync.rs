//! Threads, atomics, locks and time: the only file of the crate that names them.
//!
//! Everything that threads share goes through here, so that one `--cfg` can put another back end
//! under the unmodified search. Nothing that spins is exported, on purpose: an idle worker blocks.

pub(crate) use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Time since the first call, from a clock that never goes back.
pub(crate) fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}
