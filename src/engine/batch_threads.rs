//! [`BatchThreads`]: the threads of a batch, and the task that each takes next.

mod work;

pub(super) use work::BatchSearch;

use super::outcome::caught;
use super::threads::JobThread;
use crate::sync::{Arc, Condvar, Inbox, Mutex, MutexGuard, Thunk, lock, wait};
use std::collections::VecDeque;
use work::{BatchTask, Work};

/// Threads that search several positions in parallel.
///
/// An idle thread begins the next search; if none may begin, it helps a search under way that has
/// called for help, and stays until its end. No thread waits for searches with other rules to end.
/// A thread blocks only where every thread of an engine does, between its jobs: it is given an
/// *errand*, which lasts as long as there is something to do.
///
/// A search that is stopped before it begins needs none of these threads, which may all be busy for
/// long: the attendant ends it at once.
#[derive(Debug)]
pub(super) struct BatchThreads {
    threads: Mutex<Vec<JobThread>>,
    /// The inbox of a thread that never searches.
    attendant: Arc<Inbox>,
    work: Mutex<Work>,
    /// Notified when no thread is at work any more.
    rested: Condvar,
}

impl BatchThreads {
    /// Creates the state for `threads`, all of which are idle.
    pub(super) fn new(threads: Vec<JobThread>, attendant: Arc<Inbox>) -> Arc<Self> {
        let work = Mutex::new(Work::of(threads.len()));
        Arc::new(Self { threads: Mutex::new(threads), attendant, work, rested: Condvar::new() })
    }

    /// Replaces the present threads by as many others, each after its present job. The present ones
    /// receive no errand after that.
    pub(super) fn replace(&self, threads: Vec<JobThread>) {
        let mut work = lock(&self.work);
        *lock(&self.threads) = threads;
        work.term += 1;
    }

    /// Runs `search` when a thread is free, or at once when it is stopped. Jobs do not panic.
    pub(super) fn begin(self: &Arc<Self>, search: BatchSearch) {
        let stop = search.stop.clone();
        self.add(|work| work.add(search));
        // A bell that rang before the search was queued had no effect.
        if stop.is_stopped() {
            self.ring();
        }
    }

    /// Runs `job`, which helps `search`, when a thread has nothing better to do.
    pub(super) fn help(self: &Arc<Self>, search: usize, job: Thunk) {
        self.add(|work| work.call(search, job));
    }

    /// Withdraws the help that `search` has called and that has not begun; returns the jobs.
    pub(super) fn withdraw(&self, search: usize) -> VecDeque<Thunk> {
        lock(&self.work).withdraw(search)
    }

    /// Lets the attendant end any search that was stopped before it began.
    pub(super) fn ring(self: &Arc<Self>) {
        let crew = Arc::clone(self);
        self.attendant.run(Box::new(move || crew.end_stopped()));
    }

    /// Ends the searches that have not begun, and waits for the end of those that have, all of
    /// which have been stopped. Withdraws errands that a busy pool has not begun.
    pub(super) fn dismiss(self: &Arc<Self>) {
        self.end_stopped();
        let mut work = lock(&self.work);
        while work.at_work > 0 {
            work = wait(&self.rested, work);
        }
        drop(work);
        lock(&self.threads).iter().flat_map(JobThread::withdraw).for_each(give_up);
    }

    /// Ends the searches that were stopped before they began. Others that waited behind them may
    /// begin.
    fn end_stopped(self: &Arc<Self>) {
        let mut work = lock(&self.work);
        let stopped = work.take_stopped();
        work.at_work += 1;
        self.send_if_open(work);
        stopped.into_iter().for_each(|search| (search.run)()());
        self.rest(&mut lock(&self.work));
    }

    /// Adds work, and sends an idle thread.
    fn add(self: &Arc<Self>, add: impl FnOnce(&mut Work)) {
        let mut work = lock(&self.work);
        add(&mut work);
        self.send(work);
    }

    /// Sends an idle thread if a search may begin.
    fn send_if_open(self: &Arc<Self>, work: MutexGuard<'_, Work>) {
        if work.has_search() {
            self.send(work);
        }
    }

    /// Sends an idle thread, if there is one: the first thread before others, which may be those of
    /// a busy pool.
    fn send(self: &Arc<Self>, mut work: MutexGuard<'_, Work>) {
        let Some(place) = work.idle.pop_first() else { return };
        let (crew, term) = (Arc::clone(self), work.term);
        // With the lock held: a thread that is replaced now ends after this errand, not before.
        lock(&self.threads)[place].run(Box::new(move || crew.do_errand(place, term)));
    }

    /// Performs tasks on the thread at `place`. If that thread has been replaced, its successor
    /// goes on.
    fn do_errand(self: &Arc<Self>, place: usize, term: u32) {
        let mut work = lock(&self.work);
        while work.term == term
            && let Some(task) = work.next()
        {
            work.at_work += 1;
            self.send_if_open(work);
            self.perform(task);
            work = lock(&self.work);
            self.rest(&mut work);
        }
        work.idle.insert(place);
        if work.term != term {
            self.send(work);
        }
    }

    fn perform(self: &Arc<Self>, task: BatchTask) {
        match task {
            BatchTask::Help(job) => job(),
            BatchTask::Search(search) => {
                let deliver = (search.run)();
                self.leave();
                deliver();
            }
        }
    }

    /// Notes that a search has released the table: others may be able to begin.
    fn leave(self: &Arc<Self>) {
        let mut work = lock(&self.work);
        work.leave();
        self.send_if_open(work);
    }

    /// Notes that a thread has finished a job.
    fn rest(&self, work: &mut Work) {
        work.at_work -= 1;
        if work.at_work == 0 {
            self.rested.notify_all();
        }
    }
}

/// Drops `job` without running it. It holds a position, and dropping that runs the game's own code.
fn give_up(job: Thunk) {
    let dropped = caught(|| {
        drop(job);
        Ok(())
    });
    drop(dropped);
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;
    use crate::sync::Background;

    #[test]
    fn no_worker_helps_where_no_help_is_wanted_any_more() {
        let attendant = Background::new(1 << 16, None).expect("a thread");
        let crew = BatchThreads::new(Vec::new(), attendant.inbox());
        (0..3).for_each(|_| crew.help(7, Box::new(|| ())));
        assert_eq!((crew.withdraw(8).len(), crew.withdraw(7).len()), (0, 3));
        crew.do_errand(0, 0);
        assert!(lock(&crew.work).idle.contains(&0));
    }
}
