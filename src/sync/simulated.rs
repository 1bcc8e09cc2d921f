//! The machine that simulates time: every thread is a processor with a clock, and what threads share has its
//! price.

pub(crate) use crossbeam_utils::CachePadded;
pub(crate) use eldest_schedule::Thread;
pub(crate) use eldest_schedule::timed::{
    AtomicBool, AtomicI32, AtomicU32, AtomicU64, Condvar, Mutex, MutexGuard, lock, node, now,
    probe, wait, wait_for,
};
pub(crate) use std::sync::atomic::AtomicU64 as TableWord;

use super::Arc;
use std::io;

/// Another reference to what many threads refer to: its count is a word that they all write.
pub(crate) fn share<T: ?Sized>(shared: &Arc<T>) -> Arc<T> {
    eldest_schedule::timed::count(shared);
    Arc::clone(shared)
}

/// One: whoever simulates says how many processors there are.
pub(crate) fn cores() -> usize {
    1
}

/// Runs `work(0)` to `work(workers - 1)`, one after the other: to zero a table is no part of a search.
pub(crate) fn team(workers: usize, work: impl Fn(usize) + Sync) {
    (0..workers).for_each(work);
}

/// A thread with a stack of `stack` bytes that does `work`.
pub(super) fn spawn(stack: usize, work: impl FnOnce() + Send + 'static) -> io::Result<Thread<()>> {
    eldest_schedule::timed::spawn(stack, work)
}
