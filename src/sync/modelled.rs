//! loom: every interleaving of a small model, and every value that a relaxed load may see.

mod atomics;

pub(crate) use atomics::{AtomicBool, AtomicI32, AtomicU32, AtomicU64};
pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use loom::thread::JoinHandle as Thread;

use loom::thread::Builder;
use std::io;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// No time passes: a model runs the same way whenever it is run.
pub(crate) fn now() -> Duration {
    Duration::ZERO
}

/// One: what is done on all of them is not what models are about.
pub(crate) fn cores() -> usize {
    1
}

/// Runs `work(0)` to `work(workers - 1)`, one after the other.
pub(crate) fn crew(workers: usize, work: impl Fn(usize) + Sync) {
    (0..workers).for_each(work);
}

/// So many words of zero.
pub(crate) fn zeroed(words: usize) -> Option<Box<[AtomicU64]>> {
    Some((0..words).map(|_| AtomicU64::new(0)).collect())
}

/// Locks `mutex`.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Blocks on `condvar` until somebody notifies it, with the lock of `guard` given up meanwhile.
pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condvar.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

/// A thread that does `work`.
pub(super) fn spawn(_stack: usize, work: impl FnOnce() + Send + 'static) -> io::Result<Thread<()>> {
    Builder::new().name("eldest".into()).spawn(work)
}
