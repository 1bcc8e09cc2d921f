//! Atomics and threads of the standard library, locks of `parking_lot` and padding of `crossbeam`:
//! the back end of every user's build.

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

/// A lock that is not poisoned by a panic of its holder: the data are consistent at every step.
#[derive(Debug, Default)]
pub(crate) struct Mutex<T>(parking_lot::Mutex<T>);

// The standard library's locks guarantee the same, and users' engines that pass through
// `catch_unwind` rely on it.
impl<T> UnwindSafe for Mutex<T> {}
impl<T> RefUnwindSafe for Mutex<T> {}

impl<T> Mutex<T> {
    pub(crate) const fn new(value: T) -> Self {
        Self(parking_lot::Mutex::new(value))
    }
}

/// A word of a table. It is a separate type for the machine that simulates time: there an access to
/// the table is part of the cost of a node.
pub(crate) type TableWord = AtomicU64;

/// Cost hook: a node is visited. A no-op unless time is simulated.
#[inline(always)]
pub(crate) fn node() {}

/// Cost hook: the table that all threads share is probed. A no-op unless time is simulated.
#[inline(always)]
pub(crate) fn probe() {}

/// Clones a reference to a value that many threads refer to: a cost hook, like [`node`].
pub(crate) fn share<T: ?Sized>(shared: &Arc<T>) -> Arc<T> {
    Arc::clone(shared)
}

/// Allocates `words` words of a table, all zero, in pages that no thread has written yet; `None` if
/// the memory cannot be allocated.
pub(crate) fn zeroed(words: usize) -> Option<Box<[TableWord]>> {
    bytemuck::try_zeroed_slice_box(words).ok()
}

/// Allocates `count` counters, all zero.
pub(crate) fn zeroes(count: usize) -> Arc<[AtomicI32]> {
    bytemuck::zeroed_slice_box(count).into()
}

/// Locks `mutex`.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.0.lock()
}

/// Blocks on `condvar` until it is notified; the lock of `guard` is released meanwhile.
pub(crate) fn wait<'a, T>(condvar: &Condvar, mut guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condvar.wait(&mut guard);
    guard
}

/// The same, for at most `most` or a little longer. It may return at any time, so callers check
/// their condition again.
pub(crate) fn wait_for<'a, T>(
    condvar: &Condvar,
    mut guard: MutexGuard<'a, T>,
    most: Duration,
) -> MutexGuard<'a, T> {
    condvar.wait_for(&mut guard, most);
    guard
}

/// Returns the time since the first call, from a monotonic clock.
pub(crate) fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// About five times the time to wake a thread. 50 microseconds are worse, two milliseconds no
/// better (`docs/parallel.md`).
const LOOK: Duration = Duration::from_micros(400);

/// Spins for a moment before a thread blocks: shared tasks are small, and new ones come soon.
/// (Karlin, Li, Manasse and Owicki 1991, "Empirical Studies of Competitive Spinning for a
/// Shared-Memory Multiprocessor", spin as long as waking takes, and lose at most twice the minimum.
/// They count a spinning core as lost; a core that no other thread needs is not.) If there are more
/// `threads` than cores, another thread needs this core, so it does not spin.
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

/// Returns the number of threads that the machine runs at once.
pub(crate) fn cores() -> usize {
    available_parallelism().map_or(1, NonZero::get)
}

/// Runs `work(0)` to `work(workers - 1)` in parallel, the first on the calling thread, and returns
/// when all have ended.
pub(crate) fn team(workers: usize, work: impl Fn(usize) + Sync) {
    scope(|scope| {
        for worker in 1..workers {
            let work = &work;
            // If no thread can be started, the work is done here.
            if Builder::new().spawn_scoped(scope, move || work(worker)).is_err() {
                work(worker);
            }
        }
        work(0);
    });
}

/// No address space has room for a larger stack. Some systems reject the number itself, and the
/// standard library then panics.
const MOST_STACK: usize = usize::MAX / 4;

/// Starts a thread with a stack of `stack` bytes that does `work`.
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
