//! Atomics and threads of the standard library, `parking_lot`'s locks and `crossbeam`'s padding: what every
//! user's build has.

pub(crate) use crossbeam_utils::CachePadded;
pub(crate) use parking_lot::{Condvar, MutexGuard};
pub(crate) use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64};
pub(crate) use std::thread::JoinHandle as Thread;

use super::Arc;
use std::hint::spin_loop;
use std::io;
use std::num::NonZero;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::OnceLock;
use std::thread::{Builder, available_parallelism, scope};
use std::time::{Duration, Instant};

/// A lock that a panic of its holder does not poison: data are whole at every step.
#[derive(Debug, Default)]
pub(crate) struct Mutex<T>(parking_lot::Mutex<T>);

// So much the standard library's locks promise, and with them a user's engine that goes through `catch_unwind`.
impl<T> UnwindSafe for Mutex<T> {}
impl<T> RefUnwindSafe for Mutex<T> {}

impl<T> Mutex<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(parking_lot::Mutex::new(value))
    }
}

/// A word of a table. It is a type of its own for the machine that simulates time: there a look at the
/// table is part of a node.
pub(crate) type TableWord = AtomicU64;

/// Cost hook: a node is visited. It does nothing unless time is simulated.
#[inline(always)]
pub(crate) fn node() {}

/// Cost hook: the table that all threads share is probed. It does nothing unless time is simulated.
#[inline(always)]
pub(crate) fn probe() {}

/// Another reference to a value that many threads refer to: a cost hook, as [`node`].
pub(crate) fn share<T: ?Sized>(shared: &Arc<T>) -> Arc<T> {
    Arc::clone(shared)
}

/// `words` words of a table, all zero, in pages that no thread has written yet; `None` if the memory is
/// not to be had.
pub(crate) fn zeroed(words: usize) -> Option<Box<[TableWord]>> {
    bytemuck::try_zeroed_slice_box(words).ok()
}

/// `count` numbers, all zero, that threads count in.
pub(crate) fn zeroes(count: usize) -> Arc<[AtomicI32]> {
    bytemuck::zeroed_slice_box(count).into()
}

/// Locks `mutex`.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.0.lock()
}

/// Blocks on `condvar` until somebody notifies it, with the lock of `guard` given up meanwhile.
pub(crate) fn wait<'a, T>(condvar: &Condvar, mut guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condvar.wait(&mut guard);
    guard
}

/// The same, for `most` at most, or a little longer. It may come back at any time, so whoever waits
/// looks again for what it waits for.
pub(crate) fn wait_for<'a, T>(
    condvar: &Condvar,
    mut guard: MutexGuard<'a, T>,
    most: Duration,
) -> MutexGuard<'a, T> {
    condvar.wait_for(&mut guard, most);
    guard
}

/// Time since the first call, from a clock that never goes back.
pub(crate) fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// Some five times what it takes to wake a thread. 50 microseconds are worse, two milliseconds no better
/// (`docs/parallel.md`).
const LOOK: Duration = Duration::from_micros(400);

/// Whoever is about to block looks by itself first: work to share is small, and there is more of it soon. (Karlin, Li,
/// Manasse and Owicki 1991, "Empirical Studies of Competitive Spinning for a Shared-Memory Multiprocessor", look for as
/// long as waking takes, and lose at most twice what is lost at best. They count a core that looks as lost; one that
/// nobody else asks for is not.)
/// But where there are more `threads` than cores, another one needs this core.
pub(crate) fn look(threads: usize, is_called: impl Fn() -> bool) {
    static CORES: OnceLock<usize> = OnceLock::new();
    if threads > *CORES.get_or_init(cores) {
        return;
    }
    let begun = now();
    while !is_called() && now().saturating_sub(begun) < LOOK {
        spin_loop();
    }
}

/// How many threads the machine runs at once.
pub(crate) fn cores() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}

/// Runs `work(0)` to `work(workers - 1)` side by side, the first on the calling thread, and returns
/// when all have ended.
pub(crate) fn team(workers: usize, work: impl Fn(usize) + Sync) {
    scope(|scope| {
        for worker in 1..workers {
            let work = &work;
            // Without a thread to be had, the work is done here.
            if Builder::new().spawn_scoped(scope, move || work(worker)).is_err() {
                work(worker);
            }
        }
        work(0);
    });
}

/// No address space has room for a larger stack. Some systems refuse the number itself, and the
/// standard library panics then.
const MOST_STACK: usize = usize::MAX / 4;

/// A thread with a stack of `stack` bytes that does `work`.
pub(super) fn spawn(stack: usize, work: impl FnOnce() + Send + 'static) -> io::Result<Thread<()>> {
    if stack > MOST_STACK {
        return Err(io::ErrorKind::OutOfMemory.into());
    }
    Builder::new().name("eldest".into()).stack_size(stack).spawn(work)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_larger_than_all_memory_is_an_error() {
        for stack in [MOST_STACK, MOST_STACK + 1, usize::MAX] {
            assert!(spawn(stack, || ()).is_err(), "{stack}");
        }
    }
}
