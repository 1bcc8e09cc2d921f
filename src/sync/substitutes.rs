//! Replacements for the system in tests: schedulers that run threads in turn, on a clock that
//! stands still (the deterministic one of `verify/schedule`, loom, shuttle), and the machine that
//! simulates time.

#[cfg(loom)]
mod atomics;

pub(crate) use back_end::*;
#[cfg(any(loom, shuttle))]
pub(crate) use unpoisoned::{lock, wait};
#[cfg(not(simulate))]
pub(crate) use untimed::{CachePadded, TableWord, node, probe, share, wait_for, zeroed};

use super::Arc;

/// The deterministic scheduler: threads are coroutines, and it chooses the next one at every step.
#[cfg(schedule)]
mod back_end {
    pub(crate) use eldest_schedule::{
        AtomicBool, AtomicI32, AtomicU32, AtomicU64, Condvar, Mutex, MutexGuard, Thread, lock, now,
        spawn, wait,
    };
}

/// loom: every interleaving of a small model, and every value that a relaxed load may see.
#[cfg(loom)]
mod back_end {
    pub(crate) use super::atomics::{AtomicBool, AtomicI32, AtomicU32, AtomicU64};
    pub(crate) use loom::sync::{Condvar, Mutex, MutexGuard};
    pub(crate) use loom::thread::JoinHandle as Thread;

    use loom::thread::Builder;
    use std::io;
    use std::time::Duration;

    /// No time passes: a model runs the same way whenever it is run.
    pub(crate) fn now() -> Duration {
        Duration::ZERO
    }

    /// Starts a thread that does `work`.
    pub(crate) fn spawn(
        _stack: usize,
        work: impl FnOnce() + Send + 'static,
    ) -> io::Result<Thread<()>> {
        Builder::new().name("eldest".into()).spawn(work)
    }
}

/// shuttle: an independent scheduler, for a second opinion.
#[cfg(shuttle)]
mod back_end {
    pub(crate) use shuttle::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64};
    pub(crate) use shuttle::sync::{Condvar, Mutex, MutexGuard};
    pub(crate) use shuttle::thread::JoinHandle as Thread;

    use shuttle::thread::Builder;
    use std::io;
    use std::time::Duration;

    /// No time passes.
    pub(crate) fn now() -> Duration {
        Duration::ZERO
    }

    /// Starts a thread that does `work`; shuttle's configuration sets the size of stacks.
    pub(crate) fn spawn(
        _stack: usize,
        work: impl FnOnce() + Send + 'static,
    ) -> io::Result<Thread<()>> {
        Builder::new().name("eldest".into()).spawn(work)
    }
}

/// The machine that simulates time: every thread is a processor with a clock, and access to shared
/// data has a cost.
#[cfg(simulate)]
mod back_end {
    pub(crate) use crossbeam_utils::CachePadded;
    pub(crate) use eldest_schedule::Thread;
    pub(crate) use eldest_schedule::timed::{
        AtomicBool, AtomicI32, AtomicU32, AtomicU64, Condvar, Mutex, MutexGuard, lock, node, now,
        probe, spawn, wait, wait_for,
    };
    pub(crate) use std::sync::atomic::AtomicU64 as TableWord;

    use crate::sync::Arc;

    /// Clones a reference to a value that many threads refer to: its count is a word that they all
    /// write.
    pub(crate) fn share<T: ?Sized>(shared: &Arc<T>) -> Arc<T> {
        eldest_schedule::timed::count(shared);
        Arc::clone(shared)
    }

    /// Allocates `words` words of a table, all zero; `None` if the memory cannot be allocated.
    pub(crate) fn zeroed(words: usize) -> Option<Box<[TableWord]>> {
        bytemuck::try_zeroed_slice_box(words).ok()
    }
}

/// Locks of the standard library's kind, which a panic of the holder poisons, used without
/// poisoning: a panic of an earlier holder does not matter to data that are consistent at every
/// step.
#[cfg(any(loom, shuttle))]
mod unpoisoned {
    use super::{Condvar, Mutex, MutexGuard};
    use std::sync::PoisonError;

    /// Locks `mutex`.
    pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Blocks on `condvar` until it is notified; the lock of `guard` is released meanwhile.
    pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        condvar.wait(guard).unwrap_or_else(PoisonError::into_inner)
    }
}

/// The common part of all schedulers: nothing has a cost, and waiting takes no time.
#[cfg(not(simulate))]
mod untimed {
    use super::{AtomicU64, Condvar, MutexGuard, wait};
    use crate::sync::Arc;
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

    /// A word of a table.
    pub(crate) type TableWord = AtomicU64;

    /// A node is visited.
    pub(crate) fn node() {}

    /// The table that all threads share is probed.
    pub(crate) fn probe() {}

    /// Clones a reference to a value that many threads refer to.
    pub(crate) fn share<T: ?Sized>(shared: &Arc<T>) -> Arc<T> {
        Arc::clone(shared)
    }

    /// Allocates `words` words of a table, all zero.
    pub(crate) fn zeroed(words: usize) -> Option<Box<[TableWord]>> {
        Some((0..words).map(|_| TableWord::new(0)).collect())
    }

    /// Blocks on `condvar` as if the time were unlimited: no time passes in a model, so a lost
    /// wake-up shows as a deadlock instead of being repaired by the clock. So no thread may rely on
    /// the time alone.
    pub(crate) fn wait_for<'a, T>(
        condvar: &Condvar,
        guard: MutexGuard<'a, T>,
        _most: Duration,
    ) -> MutexGuard<'a, T> {
        wait(condvar, guard)
    }
}

/// Does not spin: here the scheduler decides about time.
pub(crate) fn look(_threads: usize, _is_called: impl Fn() -> bool) {}

/// Allocates `count` counters, all zero.
pub(crate) fn zeroes(count: usize) -> Arc<[AtomicI32]> {
    (0..count).map(|_| AtomicI32::new(0)).collect()
}

/// Returns one; a simulation sets its number of processors itself.
pub(crate) fn cores() -> usize {
    1
}

/// Runs `work(0)` to `work(workers - 1)`, one after the other: tables are zeroed before a search,
/// and the order of these steps is not of interest.
pub(crate) fn team(workers: usize, work: impl Fn(usize) + Sync) {
    (0..workers).for_each(work);
}
