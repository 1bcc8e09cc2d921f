//! What stands in for the system in tests: schedulers that run threads in turn, on a clock that stands
//! still (the deterministic one of `crates/schedule`, loom, shuttle), and the machine that simulates time.

#[cfg(loom)]
mod atomics;

pub(crate) use back_end::*;
#[cfg(any(loom, shuttle))]
pub(crate) use unpoisoned::{lock, wait};
#[cfg(not(simulate))]
pub(crate) use untimed::{CachePadded, TableWord, node, probe, share, wait_for, zeroed};

use super::Arc;

/// The deterministic scheduler: threads are coroutines, and it decides at every step which goes on.
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

    /// A thread that does `work`.
    pub(crate) fn spawn(
        _stack: usize,
        work: impl FnOnce() + Send + 'static,
    ) -> io::Result<Thread<()>> {
        Builder::new().name("eldest".into()).spawn(work)
    }
}

/// shuttle: a scheduler from elsewhere, for a second opinion.
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

    /// A thread that does `work`; shuttle's configuration sets the size of stacks.
    pub(crate) fn spawn(
        _stack: usize,
        work: impl FnOnce() + Send + 'static,
    ) -> io::Result<Thread<()>> {
        Builder::new().name("eldest".into()).spawn(work)
    }
}

/// The machine that simulates time: every thread is a processor with a clock, and what threads share
/// has its price.
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

    /// Another reference to a value that many threads refer to: its count is a word that they all write.
    pub(crate) fn share<T: ?Sized>(shared: &Arc<T>) -> Arc<T> {
        eldest_schedule::timed::count(shared);
        Arc::clone(shared)
    }

    /// `words` words of a table, all zero; `None` if the memory is not to be had.
    pub(crate) fn zeroed(words: usize) -> Option<Box<[TableWord]>> {
        bytemuck::try_zeroed_slice_box(words).ok()
    }
}

/// Locks as the standard library has them, which a panic of the holder poisons, used as if they were
/// not: a panic of an earlier holder does not matter to data that is whole at every step.
#[cfg(any(loom, shuttle))]
mod unpoisoned {
    use super::{Condvar, Mutex, MutexGuard};
    use std::sync::PoisonError;

    /// Locks `mutex`.
    pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Blocks on `condvar` until a thread notifies it, with the lock of `guard` given up meanwhile.
    pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        condvar.wait(guard).unwrap_or_else(PoisonError::into_inner)
    }
}

/// What all schedulers share: nothing has a price, and waiting takes no time.
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

    /// Another reference to a value that many threads refer to.
    pub(crate) fn share<T: ?Sized>(shared: &Arc<T>) -> Arc<T> {
        Arc::clone(shared)
    }

    /// `words` words of a table, all zero.
    pub(crate) fn zeroed(words: usize) -> Option<Box<[TableWord]>> {
        Some((0..words).map(|_| TableWord::new(0)).collect())
    }

    /// Blocks on `condvar` as if the time were long: no time passes in a model, and wake-ups that get lost
    /// show as a deadlock there, not mended by the clock. So no thread may wait for the time alone.
    pub(crate) fn wait_for<'a, T>(
        condvar: &Condvar,
        guard: MutexGuard<'a, T>,
        _most: Duration,
    ) -> MutexGuard<'a, T> {
        wait(condvar, guard)
    }
}

/// A thread that is about to block does not look by itself first: here the scheduler decides on time.
pub(crate) fn look(_threads: usize, _is_called: impl Fn() -> bool) {}

/// `count` numbers, all zero, that threads count in.
pub(crate) fn zeroes(count: usize) -> Arc<[AtomicI32]> {
    (0..count).map(|_| AtomicI32::new(0)).collect()
}

/// One; a simulation sets its number of processors itself.
pub(crate) fn cores() -> usize {
    1
}

/// Runs `work(0)` to `work(workers - 1)`, one after the other: tables are zeroed before a search, and
/// there is no order of steps to look for in that.
pub(crate) fn team(workers: usize, work: impl Fn(usize) + Sync) {
    (0..workers).for_each(work);
}
