//! The deterministic scheduler: threads are coroutines, and it decides at every step of theirs who
//! goes on.

pub(crate) use eldest_schedule::{
    AtomicBool, AtomicI32, AtomicU32, AtomicU64, Condvar, Mutex, MutexGuard, Thread, lock, now,
    wait,
};

use std::io;

/// A thread with a stack of `stack` bytes that does `work`.
pub(super) fn spawn(stack: usize, work: impl FnOnce() + Send + 'static) -> io::Result<Thread<()>> {
    eldest_schedule::spawn(stack, work)
}
