//! Threads, atomics, locks and time: the only file of the crate that names them, with those below it
//! and the models that run over loom.
//!
//! Everything that threads share goes through here, so that one `cfg` puts another back end under the
//! unmodified search: the deterministic scheduler of `crates/schedule`, its machine of a thousand processors, loom, or
//! shuttle. Who sets it are the packages under `verify/backends/` and `verify/simulate/core`, which compile these same
//! sources once more; a Cargo feature would reach users' builds.
//!
//! An idle worker blocks. Only for a moment does it look by itself ([`look`]).

#[cfg(any(schedule, loom, shuttle))]
mod in_turn;
#[cfg(loom)]
mod modelled;
#[cfg(loom)]
pub mod models;
#[cfg(not(any(schedule, simulate, loom, shuttle)))]
mod native;
#[cfg(any(loom, shuttle))]
mod poisoned;
#[cfg(schedule)]
mod scheduled;
#[cfg(shuttle)]
mod shuttled;
#[cfg(simulate)]
mod simulated;

#[cfg(any(schedule, loom, shuttle))]
pub(crate) use in_turn::*;
#[cfg(loom)]
pub(crate) use modelled::*;
#[cfg(not(any(schedule, simulate, loom, shuttle)))]
pub(crate) use native::*;
#[cfg(any(loom, shuttle))]
pub(crate) use poisoned::*;
#[cfg(schedule)]
pub(crate) use scheduled::*;
#[cfg(shuttle)]
pub(crate) use shuttled::*;
#[cfg(simulate)]
pub(crate) use simulated::*;

pub(crate) use std::sync::atomic::Ordering;
pub(crate) use std::sync::{Arc, Weak};

use std::collections::VecDeque;
use std::sync::PoisonError;
use std::{fmt, io};

/// A word of a table. It is a type of its own for the machine that simulates time: there a look at the table is
/// part of a node.
#[cfg(not(simulate))]
pub(crate) type TableWord = AtomicU64;

/// A node is being visited: whoever simulates time hears of it.
#[cfg(not(simulate))]
#[inline(always)]
pub(crate) fn node() {}

/// The table that all threads share is being asked: whoever simulates time hears of it.
#[cfg(not(simulate))]
#[inline(always)]
pub(crate) fn probe() {}

/// Whoever is about to block looks by itself first: here time is somebody else's.
#[cfg(any(schedule, simulate, loom, shuttle))]
pub(crate) fn look(_threads: usize, _is_called: impl Fn() -> bool) {}

/// Another reference to what many threads refer to: whoever simulates time hears of it.
#[cfg(not(simulate))]
pub(crate) fn share<T: ?Sized>(shared: &Arc<T>) -> Arc<T> {
    Arc::clone(shared)
}

/// So many words of a table, all zero, in pages that nobody has written yet; `None` if they are not to be had.
#[cfg(not(any(schedule, loom, shuttle)))]
pub(crate) fn zeroed(words: usize) -> Option<Box<[TableWord]>> {
    bytemuck::try_zeroed_slice_box(words).ok()
}

/// So many words of a table, all zero.
#[cfg(any(schedule, loom, shuttle))]
pub(crate) fn zeroed(words: usize) -> Option<Box<[TableWord]>> {
    Some((0..words).map(|_| TableWord::new(0)).collect())
}

/// So many numbers, all zero, that threads count in.
#[cfg(not(any(schedule, simulate, loom, shuttle)))]
pub(crate) fn zeroes(count: usize) -> Arc<[AtomicI32]> {
    bytemuck::zeroed_slice_box(count).into()
}

/// So many numbers, all zero, that threads count in.
#[cfg(any(schedule, simulate, loom, shuttle))]
pub(crate) fn zeroes(count: usize) -> Arc<[AtomicI32]> {
    (0..count).map(|_| AtomicI32::new(0)).collect()
}

/// Where threads leave what somebody takes when they have gone. No step of a search depends on it: so no back end
/// orders it, and none asks a price for it.
#[derive(Debug, Default)]
pub(crate) struct Drawer<T>(std::sync::Mutex<T>);

impl<T> Drawer<T> {
    /// Does what `change` says with what is in it.
    pub(crate) fn open<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What a thread is given to do.
pub(crate) type Job = Box<dyn FnOnce() + Send>;

/// A thread that runs one job after another and blocks in between. It ends when this is dropped.
pub(crate) struct Background {
    inbox: Arc<Inbox>,
    thread: Option<Thread<()>>,
    stack: usize,
}

/// What a thread has to do. Whoever holds this does not hold the thread, whose end must not be awaited on itself.
pub(crate) struct Inbox {
    jobs: Mutex<Jobs>,
    wake_up: Condvar,
}

struct Jobs {
    waiting: VecDeque<Job>,
    /// No more will come.
    closed: bool,
}

impl Inbox {
    /// The next job; `None` when there will be no more.
    fn next(&self) -> Option<Job> {
        let mut jobs = lock(&self.jobs);
        while jobs.waiting.is_empty() && !jobs.closed {
            jobs = wait(&self.wake_up, jobs);
        }
        jobs.waiting.pop_front()
    }

    /// As [`Background::run`]; once no more jobs are wanted, `job` is dropped here. A job that nothing takes out
    /// would keep what it refers to for ever: this inbox, often.
    pub(crate) fn run(&self, job: Job) {
        let late = self.change(|jobs| {
            if jobs.closed {
                return Some(job);
            }
            jobs.waiting.push_back(job);
            None
        });
        drop(late);
    }

    fn change<R>(&self, change: impl FnOnce(&mut Jobs) -> R) -> R {
        let changed = change(&mut lock(&self.jobs));
        self.wake_up.notify_one();
        changed
    }
}

impl Background {
    /// A thread with a stack of `stack` bytes.
    pub(crate) fn new(stack: usize) -> io::Result<Self> {
        let jobs = Jobs { waiting: VecDeque::new(), closed: false };
        let inbox = Arc::new(Inbox { jobs: Mutex::new(jobs), wake_up: Condvar::new() });
        let mine = Arc::clone(&inbox);
        let work = move || std::iter::from_fn(|| mine.next()).for_each(|job| job());
        Ok(Self { inbox, thread: Some(spawn(stack, work)?), stack })
    }

    /// The size of its stack in bytes.
    pub(crate) fn stack(&self) -> usize {
        self.stack
    }

    /// Runs `job` after those that were given before. Jobs do not panic.
    pub(crate) fn run(&self, job: Job) {
        self.inbox.run(job);
    }

    /// It ends after the jobs that it has been given, without being waited for. Nothing is run after that.
    pub(crate) fn close(&self) {
        self.inbox.change(|jobs| jobs.closed = true);
    }

    /// Where it finds its jobs.
    pub(crate) fn inbox(&self) -> Arc<Inbox> {
        Arc::clone(&self.inbox)
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.close();
        let ended = self.thread.take().map(Thread::join);
        debug_assert!(!matches!(ended, Some(Err(_))), "jobs do not panic");
    }
}

impl fmt::Debug for Inbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Inbox").finish_non_exhaustive()
    }
}

impl fmt::Debug for Background {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Background").field("stack", &self.stack).finish_non_exhaustive()
    }
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn jobs_that_come_before_the_end_are_run_and_later_ones_are_dropped() {
        let (thread, ran) =
            (Background::new(1 << 16).expect("a thread"), Arc::new(AtomicU32::new(0)));
        let inbox = thread.inbox();
        let job = || -> Job {
            let (inbox, ran) = (Arc::clone(&inbox), Arc::clone(&ran));
            Box::new(move || {
                ran.fetch_add(1, Ordering::Relaxed);
                drop(inbox);
            })
        };
        thread.run(job());
        thread.close();
        inbox.run(job());
        drop(thread);
        inbox.run(job());
        assert_eq!(ran.load(Ordering::Relaxed), 1);
        assert_eq!((Arc::strong_count(&ran), Arc::strong_count(&inbox)), (1, 1));
    }
}
