//! [`Condvar`]: who waits goes on when notified, and now and then without it.

use crate::mutex::{MutexGuard, lock};
use crate::scheduler::{Scheduler, point};

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
