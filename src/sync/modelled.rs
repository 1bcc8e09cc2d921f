//! loom: every interleaving of a small model, and every value that a relaxed load may see.

mod atomics;

pub(crate) use atomics::{AtomicBool, AtomicI32, AtomicU32, AtomicU64};
pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use loom::thread::JoinHandle as Thread;

use loom::thread::Builder;
use std::io;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// No time passes: a model runs the same way whenever it is run.
pub(crate) fn now() -> Duration {
    Duration::ZERO
}

/// A thread that does `work`.
pub(super) fn spawn(_stack: usize, work: impl FnOnce() + Send + 'static) -> io::Result<Thread<()>> {
    Builder::new().name("eldest".into()).spawn(work)
}
