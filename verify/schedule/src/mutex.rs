//! [`Mutex`]: a thread that finds it held blocks, and competes for it again when it is released.

use crate::scheduler::{Scheduler, point};
use std::ops::{Deref, DerefMut};
use std::sync::{self, PoisonError, TryLockError};

/// A mutex without poisoning.
#[derive(Debug, Default)]
pub struct Mutex<T>(sync::Mutex<T>);

/// A locked [`Mutex`]. Dropping it releases the lock.
#[derive(Debug)]
pub struct MutexGuard<'a, T> {
    // Dropped in this order: first the lock is released, then waiting threads are woken.
    held: sync::MutexGuard<'a, T>,
    pub(crate) release: Release<'a, T>,
}

/// Wakes the threads that wait for a lock when it is dropped.
#[derive(Debug)]
pub(crate) struct Release<'a, T>(pub(crate) &'a Mutex<T>);

impl<T> Drop for Release<'_, T> {
    fn drop(&mut self) {
        Scheduler::with(|scheduler| scheduler.wake_all(self.0.name()));
    }
}

impl<T> Mutex<T> {
    /// Returns a mutex with `value`.
    pub const fn new(value: T) -> Self {
        Self(sync::Mutex::new(value))
    }

    /// Returns the name under which threads wait for it.
    fn name(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }
}

/// Locks `mutex`; blocks while it is held.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    point();
    let block = || Scheduler::with(|scheduler| scheduler.block(mutex.name()));
    let held = take(&mutex.0, Scheduler::with(Scheduler::is_on), block);
    MutexGuard { held, release: Release(mutex) }
}

/// Locks `mutex`. While it is held, calls `block` if `in_turn`, and else blocks the thread of the
/// system.
pub(crate) fn take<T>(
    mutex: &sync::Mutex<T>,
    in_turn: bool,
    block: impl Fn(),
) -> sync::MutexGuard<'_, T> {
    loop {
        match mutex.try_lock() {
            Ok(held) => return held,
            Err(TryLockError::Poisoned(poisoned)) => return poisoned.into_inner(),
            Err(TryLockError::WouldBlock) if in_turn => block(),
            Err(TryLockError::WouldBlock) => {
                return mutex.lock().unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

impl<T> Deref for MutexGuard<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.held
    }
}

impl<T> DerefMut for MutexGuard<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.held
    }
}

/// One in this many waits ends without a notification.
const SPURIOUS: usize = 16;

/// A condition variable. Which waiting thread [`notify_one`](Self::notify_one) wakes is a choice.
#[derive(Debug, Default)]
pub struct Condvar {
    /// Gives it an address of its own.
    _address: u8,
}

impl Condvar {
    /// Returns a condition variable without waiting threads.
    #[must_use]
    pub const fn new() -> Self {
        Self { _address: 0 }
    }

    /// Wakes one waiting thread.
    pub fn notify_one(&self) {
        point();
        Scheduler::with(|scheduler| scheduler.wake_one(self.name()));
    }

    /// Wakes all waiting threads.
    pub fn notify_all(&self) {
        point();
        Scheduler::with(|scheduler| scheduler.wake_all(self.name()));
    }

    fn name(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }
}

/// Blocks on `condvar` until it is notified, and releases the lock of `guard` meanwhile. On
/// average, one wait in 16 ends spuriously.
///
/// # Panics
/// Outside of an execution, where no other thread could notify.
pub fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    // A notification before the sleep is lost.
    point();
    let mutex = guard.release.0;
    drop(guard);
    Scheduler::with(|scheduler| {
        assert!(scheduler.is_on(), "no thread can notify outside of an execution");
        if scheduler.choose(SPURIOUS) < SPURIOUS - 1 {
            scheduler.block(condvar.name());
        }
    });
    lock(mutex)
}
