//! What all schedulers share: their threads run in turn, on a clock that stands still.

use super::{Condvar, MutexGuard, wait};
use std::ops::Deref;
use std::time::Duration;

/// A word, unpadded: threads that run in turn do not contend for lines of a cache.
#[derive(Debug, Default)]
pub(crate) struct CachePadded<T>(T);

impl<T> CachePadded<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(value)
    }
}

impl<T> Deref for CachePadded<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

/// Blocks on `condvar` as if the time were long: no time passes in a model, and wake-ups that get lost shall
/// be found as a deadlock there, not mended by the clock. So nobody may wait for the time alone.
pub(crate) fn wait_for<'a, T>(
    condvar: &Condvar,
    guard: MutexGuard<'a, T>,
    _most: Duration,
) -> MutexGuard<'a, T> {
    wait(condvar, guard)
}

/// One.
pub(crate) fn cores() -> usize {
    1
}

/// Runs `work(0)` to `work(workers - 1)`, one after the other: tables are zeroed before anybody searches,
/// and there is no order of steps to look for in that.
pub(crate) fn team(workers: usize, work: impl Fn(usize) + Sync) {
    (0..workers).for_each(work);
}
