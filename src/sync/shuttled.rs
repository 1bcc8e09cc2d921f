//! shuttle: another scheduler that is not our own, for a second opinion.

pub(crate) use shuttle::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64};
pub(crate) use shuttle::sync::{Condvar, Mutex, MutexGuard};
pub(crate) use shuttle::thread::JoinHandle as Thread;

use shuttle::thread::Builder;
use std::io;
use std::sync::PoisonError;
use std::time::Duration;

/// No time passes.
pub(crate) fn now() -> Duration {
    Duration::ZERO
}

/// Tables are zeroed before anybody searches: there is no schedule to look for in that.
pub(crate) fn cores() -> usize {
    1
}

/// Runs `work(0)` to `work(workers - 1)`, one after the other.
pub(crate) fn crew(workers: usize, work: impl Fn(usize)) {
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

/// A thread that does `work`; how large stacks are is a matter of shuttle's configuration.
pub(super) fn spawn(_stack: usize, work: impl FnOnce() + Send + 'static) -> io::Result<Thread<()>> {
    Builder::new().name("eldest".into()).spawn(work)
}
