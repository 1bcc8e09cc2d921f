//! [`Mutex`] and [`Condvar`], which charge waiting processors.

use super::account::Cause;
use super::machine::{Machine, clock};
use crate::mutex::take;
use std::any::type_name;
use std::ops::{Deref, DerefMut};
use std::sync;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A mutex without poisoning.
#[derive(Debug, Default)]
pub struct Mutex<T> {
    value: sync::Mutex<T>,
    /// When it was last released, which may be in the future of processors that are behind.
    free_at: AtomicU64,
}

/// A locked [`Mutex`]. Dropping it releases the lock.
#[derive(Debug)]
pub struct MutexGuard<'a, T> {
    // Dropped in this order: first the lock is released, then a waiting processor is woken.
    held: sync::MutexGuard<'a, T>,
    release: Release<'a, T>,
}

#[derive(Debug)]
struct Release<'a, T>(&'a Mutex<T>);

impl<T> Drop for Release<'_, T> {
    fn drop(&mut self) {
        Machine::with(|machine| {
            if machine.is_on() {
                self.0.free_at.store(clock(), Ordering::Relaxed);
                machine.wake_up(self.0.name(), clock(), 0);
            }
        });
    }
}

impl<T> Mutex<T> {
    /// Returns a mutex with `value`.
    pub const fn new(value: T) -> Self {
        Self { value: sync::Mutex::new(value), free_at: AtomicU64::new(0) }
    }

    /// Returns the name under which processors wait for it.
    fn name(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }
}

/// Locks `mutex`; blocks while it is held.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    Machine::with(|machine| {
        let cause = Cause::Lock(type_name::<T>());
        machine.turn();
        let costs = machine.costs.get();
        let held = take(&mutex.value, machine.is_on(), || {
            machine.block(mutex.name(), cause, None);
            machine.charge(cause, costs.hand_over.into());
        });
        if machine.is_on() {
            let free_at = mutex.free_at.load(Ordering::Relaxed);
            let waited = free_at.saturating_sub(clock());
            let hand_over = if waited > 0 { costs.hand_over } else { 0 };
            machine.charge(cause, waited + u64::from(hand_over + costs.lock));
        }
        MutexGuard { held, release: Release(mutex) }
    })
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

/// A condition variable. The processor that has waited the longest is woken first.
#[derive(Debug, Default)]
pub struct Condvar {
    /// Gives it an address of its own.
    _address: u8,
}

impl Condvar {
    /// Returns a condition variable without waiting processors.
    #[must_use]
    pub const fn new() -> Self {
        Self { _address: 0 }
    }

    /// Wakes one waiting processor.
    pub fn notify_one(&self) {
        Machine::with(|machine| {
            machine.turn();
            self.notify(machine);
        });
    }

    /// Wakes all waiting processors.
    pub fn notify_all(&self) {
        Machine::with(|machine| {
            machine.turn();
            while self.notify(machine) {}
        });
    }

    /// Wakes one waiting processor. Returns whether there was one.
    fn notify(&self, machine: &Machine) -> bool {
        if !machine.is_awaited(self.name()) {
            return false;
        }
        let costs = machine.costs.get();
        machine.charge(Cause::Waking, costs.notify.into());
        machine.wake_up(self.name(), clock(), costs.wake_up.into())
    }

    fn name(&self) -> usize {
        std::ptr::from_ref(self).addr()
    }
}

/// Blocks on `condvar` until it is notified, and releases the lock of `guard` meanwhile.
///
/// # Panics
/// Outside of a run, where no other processor could notify.
pub fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    wait_until(condvar, guard, None)
}

/// Blocks like [`wait`], but for at most `most`.
///
/// # Panics
/// Outside of a run, where no time passes.
pub fn wait_for<'a, T>(
    condvar: &Condvar,
    guard: MutexGuard<'a, T>,
    most: Duration,
) -> MutexGuard<'a, T> {
    let most = u64::try_from(most.as_nanos()).unwrap_or(u64::MAX);
    wait_until(condvar, guard, Some(clock().saturating_add(most)))
}

fn wait_until<'a, T>(
    condvar: &Condvar,
    guard: MutexGuard<'a, T>,
    deadline: Option<u64>,
) -> MutexGuard<'a, T> {
    let mutex = guard.release.0;
    Machine::with(|machine| {
        assert!(machine.is_on(), "no processor can notify outside of a run");
        drop(guard);
        machine.block(condvar.name(), Cause::Nothing, deadline);
    });
    lock(mutex)
}
