//! [`BorrowedPool`]: helpers on the threads of a pool that the user lends.

use crate::sync::{Arc, Mutex, Thunk, lock};
use rayon::ThreadPool;
use std::collections::VecDeque;

/// Threads that the user lends.
///
/// A pool may be busy with something else for as long as it likes, and what it has been given cannot be
/// taken back. So it is given errands only, which hold nothing: whoever runs one looks for a job here. An
/// errand that comes too late finds none, or one of a later search, which then needs no errand of its own.
#[derive(Debug)]
pub(super) struct BorrowedPool {
    threads: Arc<ThreadPool>,
    /// Bytes of stack that each of them has.
    pub(super) stack: usize,
    waiting: Mutex<PoolQueue>,
}

#[derive(Default)]
struct PoolQueue {
    jobs: VecDeque<Thunk>,
    /// Errands that the pool has not begun: as many as there are jobs at least.
    errands: usize,
}

impl BorrowedPool {
    pub(super) fn new(threads: Arc<ThreadPool>, stack: usize) -> Arc<Self> {
        Arc::new(Self { threads, stack, waiting: Mutex::default() })
    }

    /// Runs `job` when a thread has time, unless it is [withdrawn](Self::withdraw) before.
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

    /// The jobs that have not begun, and will not.
    pub(super) fn withdraw(&self) -> VecDeque<Thunk> {
        std::mem::take(&mut lock(&self.waiting).jobs)
    }

    /// The number of jobs that have not begun.
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
            lent.run(Box::new(move || done.send(()).expect("somebody counts")));
        }
        free.send(()).expect("it waits");
        drop(done);
        assert_eq!(all_done.iter().count(), 4);
    }
}
