//! The deterministic scheduler: threads are coroutines, and it decides at every step of theirs who
//! goes on.

pub(crate) use eldest_schedule::{
    AtomicBool, AtomicI32, AtomicU32, AtomicU64, Condvar, Mutex, MutexGuard, Thread, lock, now,
    wait,
};

use std::io;

/// Tables are zeroed before anybody searches: there is no schedule to look for in that.
pub(crate) fn cores() -> usize {
    1
}

/// Runs `work(0)` to `work(workers - 1)`, one after the other.
pub(crate) fn crew(workers: usize, work: impl Fn(usize)) {
    (0..workers).for_each(work);
}

/// A thread with a stack of `stack` bytes that does `work`.
pub(super) fn spawn(stack: usize, work: impl FnOnce() + Send + 'static) -> io::Result<Thread<()>> {
    eldest_schedule::spawn(stack, work)
}
