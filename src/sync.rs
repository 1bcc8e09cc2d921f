//! Threads, atomics, locks and time: only this file, the files below it and the models that run
//! with loom name them.
//!
//! Everything that threads share goes through here, so that a `cfg` replaces the back end under the
//! unmodified search: by the deterministic scheduler of `verify/schedule`, its machine of a
//! thousand processors, loom, or shuttle. The packages under `verify/backends/` and
//! `verify/simulate/core` set it, and compile these same sources again; a Cargo feature would reach
//! users' builds.
//!
//! An idle worker blocks, after spinning only for a moment ([`look`]).

#[cfg(not(any(schedule, simulate, loom, shuttle)))]
mod native;
#[cfg(any(schedule, simulate, loom, shuttle))]
mod substitutes;

#[cfg(not(any(schedule, simulate, loom, shuttle)))]
pub(crate) use native::*;
#[cfg(any(schedule, simulate, loom, shuttle))]
pub(crate) use substitutes::*;

pub(crate) use std::sync::atomic::Ordering;
pub(crate) use std::sync::{Arc, Weak};

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::{fmt, io};

/// Data that threads leave behind for a later reader. No step of a search depends on it: so no back
/// end schedules it, and none assigns it a cost.
#[derive(Debug, Default)]
pub(crate) struct Collector<T>(std::sync::Mutex<T>);

impl<T> Collector<T> {
    /// Runs `change` on the contents.
    pub(crate) fn with<R>(&self, change: impl FnOnce(&mut T) -> R) -> R {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A job for a thread.
pub(crate) type Thunk = Box<dyn FnOnce() + Send>;

/// Runs all jobs of a thread, which are its argument.
pub(crate) type ThreadScope = Arc<dyn Fn(&mut (dyn FnMut() + Send)) + Send + Sync>;

/// A thread that runs one job after another and blocks in between. Dropping this ends it.
pub(crate) struct Background {
    inbox: Arc<Inbox>,
    thread: Option<Thread<()>>,
    stack: usize,
}

/// The queue of a thread's jobs. Holding this does not keep the thread alive, because a thread must
/// not wait for its own end.
pub(crate) struct Inbox {
    jobs: Mutex<Jobs>,
    wake_up: Condvar,
}

struct Jobs {
    waiting: VecDeque<Thunk>,
    /// Whether no more jobs will come.
    closed: bool,
}

impl Inbox {
    /// Returns the next job; `None` when there will be no more.
    fn next(&self) -> Option<Thunk> {
        let mut jobs = lock(&self.jobs);
        while jobs.waiting.is_empty() && !jobs.closed {
            jobs = wait(&self.wake_up, jobs);
        }
        jobs.waiting.pop_front()
    }

    /// Queues a job, as [`Background::run`] does; after the queue is closed, drops `job` here. A
    /// job that is never taken out would keep what it refers to forever, often this inbox itself.
    pub(crate) fn run(&self, job: Thunk) {
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
    /// Starts a thread with a stack of `stack` bytes, all of whose jobs run within `scope`, if
    /// given.
    pub(crate) fn new(stack: usize, scope: Option<ThreadScope>) -> io::Result<Self> {
        let jobs = Jobs { waiting: VecDeque::new(), closed: false };
        let inbox = Arc::new(Inbox { jobs: Mutex::new(jobs), wake_up: Condvar::new() });
        let mine = Arc::clone(&inbox);
        let mut run_all = move || std::iter::from_fn(|| mine.next()).for_each(|job| job());
        let work = move || {
            if let Some(scope) = scope {
                drop(catch_unwind(AssertUnwindSafe(|| scope(&mut run_all))));
            }
            // Nothing is left to do here, unless the scope did not run its argument to the end.
            run_all();
        };
        Ok(Self { inbox, thread: Some(spawn(stack, work)?), stack })
    }

    /// Returns the size of the stack in bytes.
    pub(crate) fn stack(&self) -> usize {
        self.stack
    }

    /// Runs `job` after those queued before. Jobs do not panic.
    pub(crate) fn run(&self, job: Thunk) {
        self.inbox.run(job);
    }

    /// Ends the thread after the jobs queued so far, without waiting for it. No job is run after
    /// that.
    pub(crate) fn close(&self) {
        self.inbox.change(|jobs| jobs.closed = true);
    }

    /// Returns the queue of its jobs.
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

/// Models of a job that is queued while its thread ends.
#[cfg(loom)]
pub mod models {
    use super::{Arc, Background, Inbox, lock};
    use loom::thread::spawn;

    /// The job is run, or dropped: nothing keeps it, nor the inbox that it refers to.
    pub fn a_late_job_is_run_or_dropped() {
        give_while_it_ends(|inbox, held| inbox.run(Box::new(move || drop(held))));
    }

    /// The same, if it were put into the inbox whether its thread has ended or not.
    pub fn wrong_without_a_look_at_the_end() {
        give_while_it_ends(|inbox, held| {
            let job = Box::new(move || drop(held));
            lock(&inbox.jobs).waiting.push_back(job);
            inbox.wake_up.notify_one();
        });
    }

    fn give_while_it_ends(give: fn(&Inbox, Arc<Inbox>)) {
        let thread = Background::new(0, None).expect("a thread");
        let inbox = thread.inbox();
        let theirs = Arc::clone(&inbox);
        let other = spawn(move || give(&theirs, Arc::clone(&theirs)));
        drop(thread);
        other.join().unwrap();
        assert_eq!(Arc::strong_count(&inbox), 1, "the job is kept");
    }
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;

    #[test]
    fn jobs_are_run_within_the_scope_or_after_it() {
        let scopes: [fn(&mut (dyn FnMut() + Send)); 3] =
            [|run| run(), |_| (), |_| std::panic::resume_unwind(Box::new(()))];
        for scope in scopes {
            let thread = Background::new(1 << 16, Some(Arc::new(scope))).expect("a thread");
            let ran = Arc::new(AtomicU32::new(0));
            let counted = Arc::clone(&ran);
            thread.run(Box::new(move || {
                counted.fetch_add(1, Ordering::Relaxed);
            }));
            drop(thread);
            assert_eq!(ran.load(Ordering::Relaxed), 1);
        }
    }

    #[test]
    fn jobs_that_come_before_the_end_are_run_and_later_ones_are_dropped() {
        let (thread, ran) =
            (Background::new(1 << 16, None).expect("a thread"), Arc::new(AtomicU32::new(0)));
        let inbox = thread.inbox();
        let job = || -> Thunk {
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
