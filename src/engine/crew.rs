//! [`Crew`]: the threads of a batch, and what each of them does next.

use super::outcome::caught;
use super::threads::HelperThread;
use crate::sync::{Arc, Condvar, Job, Mutex, lock, wait};
use std::collections::{BTreeSet, VecDeque};

/// Threads that search several positions side by side.
///
/// A thread that has nothing to do begins the next search; if there is none, it helps at one that is under
/// way and has called for help, and stays to its end. It blocks nowhere else than where every thread of an
/// engine does between its jobs: a thread is given an *errand*, which lasts as long as there is something to
/// do.
#[derive(Debug)]
pub(super) struct Crew {
    threads: Vec<HelperThread>,
    work: Mutex<Work>,
    /// Nobody is at work any more.
    rested: Condvar,
}

#[derive(Default)]
struct Work {
    /// Searches that have not begun.
    searches: VecDeque<Job>,
    /// Searches that want help, the oldest first.
    calls: Vec<Call>,
    /// The threads that have no errand.
    idle: BTreeSet<usize>,
    /// So many threads are at work. One of a busy pool may have an errand, and be not.
    at_work: usize,
}

/// A search that wants help.
struct Call {
    search: usize,
    /// What helpers are to do.
    jobs: VecDeque<Job>,
    /// So many have come.
    came: usize,
}

impl Crew {
    /// All of `threads` are idle.
    pub(super) fn new(threads: Vec<HelperThread>) -> Arc<Self> {
        let work = Work { idle: (0..threads.len()).collect(), ..Work::default() };
        Arc::new(Self { threads, work: Mutex::new(work), rested: Condvar::new() })
    }

    /// Runs `search` when a thread has time. Jobs do not panic.
    pub(super) fn begin(self: &Arc<Self>, search: Job) {
        self.add(|work| work.searches.push_back(search));
    }

    /// Runs `job`, which helps at `search`, when a thread has nothing better to do.
    pub(super) fn help(self: &Arc<Self>, search: usize, job: Job) {
        self.add(|work| work.call(search, job));
    }

    /// What nobody has come for of the help that `search` wanted: it wants none any more.
    pub(super) fn withdraw(&self, search: usize) -> VecDeque<Job> {
        let mut work = lock(&self.work);
        let called = work.calls.iter().position(|call| call.search == search);
        called.map(|at| work.calls.remove(at).jobs).unwrap_or_default()
    }

    /// Gives up the searches that have not begun, and waits for the end of those that have: they have been
    /// stopped. Errands that the threads of a busy pool have not begun are taken back.
    pub(super) fn dismiss(&self) {
        let mut work = lock(&self.work);
        let searches = std::mem::take(&mut work.searches);
        while work.at_work > 0 {
            work = wait(&self.rested, work);
        }
        drop(work);
        searches.into_iter().for_each(give_up);
        self.threads.iter().flat_map(HelperThread::withdraw).for_each(give_up);
    }

    /// There is more to do: whoever is idle is sent. The first thread before others, which may be those of a
    /// busy pool.
    fn add(self: &Arc<Self>, add: impl FnOnce(&mut Work)) {
        let mut work = lock(&self.work);
        add(&mut work);
        let sent = work.idle.pop_first();
        drop(work);
        if let Some(thread) = sent {
            let crew = Arc::clone(self);
            self.threads[thread].run(Box::new(move || crew.do_errand(thread)));
        }
    }

    fn do_errand(&self, thread: usize) {
        let mut work = lock(&self.work);
        while let Some(job) = work.next() {
            work.at_work += 1;
            drop(work);
            job();
            work = lock(&self.work);
            work.at_work -= 1;
        }
        work.idle.insert(thread);
        if work.at_work == 0 {
            self.rested.notify_all();
        }
    }
}

/// Drops `job` without having done it. It holds a position, whose end is the game's own code.
fn give_up(job: Job) {
    let dropped = caught(|| {
        drop(job);
        Ok(())
    });
    drop(dropped);
}

impl Work {
    fn call(&mut self, search: usize, job: Job) {
        match self.calls.iter_mut().find(|call| call.search == search) {
            Some(call) => call.jobs.push_back(job),
            None => self.calls.push(Call { search, jobs: VecDeque::from([job]), came: 0 }),
        }
    }

    /// The next search; if there is none, help where the fewest have come.
    fn next(&mut self) -> Option<Job> {
        self.searches.pop_front().or_else(|| {
            let open = self.calls.iter_mut().filter(|call| !call.jobs.is_empty());
            let call = open.min_by_key(|call| call.came)?;
            call.came += 1;
            call.jobs.pop_front()
        })
    }
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (searches, calls) = (self.searches.len(), self.calls.len());
        let mut shown = f.debug_struct("Work");
        shown
            .field("searches", &searches)
            .field("calls", &calls)
            .field("idle", &self.idle)
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;

    fn job() -> Job {
        Box::new(|| ())
    }

    /// The searches that have called, and how many have come to each.
    fn numbered(work: &Work) -> Vec<(usize, usize)> {
        work.calls.iter().map(|call| (call.search, call.came)).collect()
    }

    #[test]
    fn searches_come_before_help_and_help_is_spread() {
        let mut work = Work::default();
        [7, 7, 7, 8, 8].into_iter().for_each(|search| work.call(search, job()));
        work.searches.push_back(job());
        assert!(work.next().is_some());
        assert_eq!((work.searches.len(), numbered(&work)), (0, vec![(7, 0), (8, 0)]));
        let spread = [[(7, 1), (8, 0)], [(7, 1), (8, 1)], [(7, 2), (8, 1)], [(7, 2), (8, 2)]];
        for after in spread.iter().chain(&[[(7, 3), (8, 2)]]) {
            assert!(work.next().is_some());
            assert_eq!(numbered(&work), after);
        }
        assert!(work.next().is_none());
    }

    #[test]
    fn nobody_helps_where_no_help_is_wanted_any_more() {
        let crew = Crew::new(Vec::new());
        (0..3).for_each(|_| crew.help(7, job()));
        assert_eq!((crew.withdraw(8).len(), crew.withdraw(7).len()), (0, 3));
        crew.do_errand(0);
        assert!(lock(&crew.work).idle.contains(&0));
    }
}
