//! [`Mutex`]: whoever finds it held blocks, and competes for it again when it is given back.

use crate::scheduler::{Scheduler, point};
use std::ops::{Deref, DerefMut};
use std::sync::{self, PoisonError, TryLockError};

/// A lock on a value. It knows no poisoning.
#[derive(Debug, Default)]
pub struct Mutex<T>(sync::Mutex<T>);

/// What holds a [`Mutex`], until it is dropped.
#[derive(Debug)]
pub struct MutexGuard<'a, T> {
    // Dropped in this order: first the lock is given back, then the others hear of it.
    held: sync::MutexGuard<'a, T>,
    pub(crate) release: Release<'a, T>,
}

/// Tells those who wait for a lock that it has been given back.
#[derive(Debug)]
pub(crate) struct Release<'a, T>(pub(crate) &'a Mutex<T>);

impl<T> Drop for Release<'_, T> {
    fn drop(&mut self) {
        Scheduler::with(|scheduler| scheduler.wake_all(self.0.name()));
    }
}

impl<T> Mutex<T> {
    /// A lock on `value`.
    pub const fn new(value: T) -> Self {
        Self(sync::Mutex::new(value))
    }

    /// What those who wait for it wait for.
    fn name(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }
}

/// Blocks until `mutex` is free, and holds it then.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    point();
    let block = || Scheduler::with(|scheduler| scheduler.block(mutex.name()));
    let held = take(&mutex.0, Scheduler::with(Scheduler::is_on), block);
    MutexGuard { held, release: Release(mutex) }
}

/// Takes `mutex`, once it is free. Until then those who run in turn `block`, others as the system has it.
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

/// One wait in so many ends by itself.
const SPURIOUS: usize = 16;

/// A place to wait for news. Which of those who wait hears of them is a choice.
#[derive(Debug, Default)]
pub struct Condvar {
    /// It needs an address of its own.
    _address: u8,
}

impl Condvar {
    /// Nobody waits.
    #[must_use]
    pub const fn new() -> Self {
        Self { _address: 0 }
    }

    /// One of those who wait goes on.
    pub fn notify_one(&self) {
        point();
        Scheduler::with(|scheduler| scheduler.wake_one(self.name()));
    }

    /// All who wait go on.
    pub fn notify_all(&self) {
        point();
        Scheduler::with(|scheduler| scheduler.wake_all(self.name()));
    }

    fn name(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }
}

/// Blocks on `condvar` until somebody notifies it, with the lock of `guard` given up meanwhile; or
/// not so long, as the rules for such waits allow.
///
/// # Panics
/// Outside of an execution, where nobody could notify.
pub fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    // News that come before the sleep are lost.
    point();
    let mutex = guard.release.0;
    drop(guard);
    Scheduler::with(|scheduler| {
        assert!(scheduler.is_on(), "nobody can notify outside of an execution");
        if scheduler.choose(SPURIOUS) < SPURIOUS - 1 {
            scheduler.block(condvar.name());
        }
    });
    lock(mutex)
}
