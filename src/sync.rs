//! Threads, atomics, locks and time: the only file of the crate that names them, with those below it
//! and the models that run over loom.
//!
//! Everything that threads share goes through here, so that one `cfg` puts another back end under the
//! unmodified search: the deterministic scheduler of `crates/schedule`, its machine of a thousand processors, loom, or
//! shuttle. Who sets it are the packages under `verify/backends/` and `verify/simulate/core`, which compile these same
//! sources once more; a Cargo feature would reach users' builds.
//!
//! An idle worker blocks. Only for a moment does it look by itself ([`look`]).

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
use std::sync::PoisonError;
use std::{fmt, io};

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
pub(crate) type Thunk = Box<dyn FnOnce() + Send>;

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
    waiting: VecDeque<Thunk>,
    /// No more will come.
    closed: bool,
}

impl Inbox {
    /// The next job; `None` when there will be no more.
    fn next(&self) -> Option<Thunk> {
        let mut jobs = lock(&self.jobs);
        while jobs.waiting.is_empty() && !jobs.closed {
            jobs = wait(&self.wake_up, jobs);
        }
        jobs.waiting.pop_front()
    }

    /// As [`Background::run`]; once no more jobs are wanted, `job` is dropped here. A job that nothing takes out
    /// would keep what it refers to for ever: this inbox, often.
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
    pub(crate) fn run(&self, job: Thunk) {
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

/// Models of a job that comes while its thread ends.
#[cfg(loom)]
pub mod models {
    use super::{Arc, Background, Inbox, lock};
    use loom::thread::spawn;

    /// It is run, or dropped: nothing keeps it, nor the inbox that it refers to.
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
        let thread = Background::new(0).expect("a thread");
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
    fn jobs_that_come_before_the_end_are_run_and_later_ones_are_dropped() {
        let (thread, ran) =
            (Background::new(1 << 16).expect("a thread"), Arc::new(AtomicU32::new(0)));
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
