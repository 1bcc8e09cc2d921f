//! Locks as the standard library has them, which a panic of the holder poisons, used as if they were not:
//! a panic of an earlier holder does not matter to data that is whole at every step.

use super::{Condvar, Mutex, MutexGuard};
use std::sync::PoisonError;

/// Locks `mutex`.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Blocks on `condvar` until somebody notifies it, with the lock of `guard` given up meanwhile.
pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condvar.wait(guard).unwrap_or_else(PoisonError::into_inner)
}
