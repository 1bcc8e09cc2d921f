//! [`BorrowedPool`]: helpers on the threads of the user's pool.

use crate::sync::{Arc, Mutex, Thunk, lock};
use rayon::ThreadPool;
use std::collections::VecDeque;

/// The threads of the user's pool.
///
/// A pool may be busy with other work for any length of time, and a closure given to it cannot be
/// withdrawn. So the pool only receives *errands*, which own nothing: a thread that runs one takes
/// a job from the queue here. An errand that runs too late finds no job, or one of a later search,
/// which then needs no errand of its own.
#[derive(Debug)]
pub(super) struct BorrowedPool {
    threads: Arc<ThreadPool>,
    /// The stack size of each thread, in bytes.
    pub(super) stack: usize,
    waiting: Mutex<PoolQueue>,
}

#[derive(Default)]
struct PoolQueue {
    jobs: VecDeque<Thunk>,
    /// Errands that the pool has not begun: at least as many as there are jobs.
    errands: usize,
}

impl BorrowedPool {
    pub(super) fn new(threads: Arc<ThreadPool>, stack: usize) -> Arc<Self> {
        Arc::new(Self { threads, stack, waiting: Mutex::default() })
    }

    /// Runs `job` on the next free thread, unless it is [withdrawn](Self::withdraw) before.
    pub(super) fn run(self: &Arc<Self>, job: Thunk) {
        let mut waiting = lock(&self.waiting);
        waiting.jobs.push_back(job);
        if waiting.errands < waiting.jobs.len() {
            waiting.errands += 1;
            drop(waiting);
            let lent = Arc::clone(self);
            self.threads.spawn(move || lent.do_errand());
        }
    }

    /// Removes and returns the jobs that have not begun.
    pub(super) fn withdraw(&self) -> VecDeque<Thunk> {
        std::mem::take(&mut lock(&self.waiting).jobs)
    }

    /// Returns the number of jobs that have not begun.
    #[cfg(test)]
    pub(super) fn waiting_jobs(&self) -> usize {
        lock(&self.waiting).jobs.len()
    }

    fn do_errand(&self) {
        let mut waiting = lock(&self.waiting);
        waiting.errands -= 1;
        let job = waiting.jobs.pop_front();
        drop(waiting);
        job.into_iter().for_each(|job| job());
    }
}

impl std::fmt::Debug for PoolQueue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let jobs = self.jobs.len();
        f.debug_struct("PoolQueue").field("jobs", &jobs).field("errands", &self.errands).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn a_busy_pool_is_given_no_more_errands_than_there_were_jobs_at_once() {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
        let lent = BorrowedPool::new(Arc::new(pool), 0);
        let (free, is_free) = channel::<()>();
        lent.threads.spawn(move || is_free.recv().expect("it gets free"));
        for _ in 0..1_000 {
            (0..3).for_each(|_| lent.run(Box::new(|| panic!("it is withdrawn"))));
            assert_eq!(lent.withdraw().len(), 3);
            assert_eq!(lock(&lent.waiting).errands, 3);
        }
        let (done, all_done) = channel();
        for _ in 0..4 {
            let done = done.clone();
            lent.run(Box::new(move || done.send(()).expect("the receiver is open")));
        }
        free.send(()).expect("it waits");
        drop(done);
        assert_eq!(all_done.iter().count(), 4);
    }
}
