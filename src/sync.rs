//! Threads, atomics, locks and time: the only file of the crate that names them.
//!
//! Everything that threads share goes through here, so that one `--cfg` can put another back end
//! under the unmodified search. Nothing that spins is exported, on purpose: an idle worker blocks.

pub(crate) use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU32, AtomicU64, Ordering};
pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, Weak};

use std::io;
use std::num::NonZero;
use std::sync::mpsc::{Sender, channel};
use std::sync::{OnceLock, PoisonError};
use std::thread::{self, Builder, JoinHandle};
use std::time::{Duration, Instant};

/// Time since the first call, from a clock that never goes back.
pub(crate) fn now() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// How many threads the machine runs at once.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Runs `work(0)` to `work(workers - 1)` side by side, the first on the calling thread, and returns
/// when all have ended.
pub(crate) fn crew(workers: usize, work: impl Fn(usize) + Sync) {
    thread::scope(|scope| {
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

/// Locks `mutex`; a panic of an earlier holder does not matter to data that is whole at every step.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Blocks on `condvar` until somebody notifies it, with the lock of `guard` given up meanwhile.
pub(crate) fn wait<'a, T>(condvar: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
    condvar.wait(guard).unwrap_or_else(PoisonError::into_inner)
}

type Job = Box<dyn FnOnce() + Send>;

/// A thread that runs one job after another and blocks in between. It ends when this is dropped.
#[derive(Debug)]
pub(crate) struct Background {
    jobs: Option<Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    stack: usize,
}

impl Background {
    /// A thread with a stack of `stack` bytes.
    pub(crate) fn new(stack: usize) -> io::Result<Self> {
        let (jobs, inbox) = channel::<Job>();
        let thread = Builder::new()
            .name("eldest".into())
            .stack_size(stack)
            .spawn(move || inbox.into_iter().for_each(|job| job()))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread), stack })
    }

    /// The size of its stack in bytes.
    pub(crate) fn stack(&self) -> usize {
        self.stack
    }

    /// Runs `job` after those that were given before. Jobs do not panic.
    pub(crate) fn run(&self, job: impl FnOnce() + Send + 'static) {
        let sent = self.jobs.as_ref().map(|jobs| jobs.send(Box::new(job)));
        debug_assert!(matches!(sent, Some(Ok(()))), "the thread outlives its jobs");
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.jobs = None;
        let ended = self.thread.take().map(JoinHandle::join);
        debug_assert!(!matches!(ended, Some(Err(_))), "jobs do not panic");
    }
}
