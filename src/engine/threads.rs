//! [`Threads`]: the threads of an engine.

use super::Error;
#[cfg(feature = "rayon")]
use super::pool::BorrowedPool;
use crate::search::options::Options;
use crate::search::stack::Cap;
use crate::sync::{Arc, Background, Inbox, Thunk};
use std::collections::VecDeque;

/// The threads of an engine: they stay between searches, and block when there is nothing to do.
#[derive(Debug, Default)]
pub(super) struct Threads {
    // Dropped first: its search is the one that the others help.
    main: Option<Background>,
    helpers: Vec<Background>,
    /// Runs what may wait for no searching thread.
    attendant: Option<Background>,
    /// Threads whose stacks became too small while they were busy. They end by themselves.
    retired: Vec<Background>,
    #[cfg(feature = "rayon")]
    pool: Option<Arc<BorrowedPool>>,
}

/// Bytes of stack for the attendant, which plays no moves below a root: as many as the standard library gives a thread.
const ATTENDANT_STACK: usize = 2 << 20;

/// A thread that runs jobs, one after the other.
#[derive(Clone, Debug)]
pub(super) enum JobThread {
    Own(Arc<Inbox>),
    #[cfg(feature = "rayon")]
    Lent(Arc<BorrowedPool>),
}

impl JobThread {
    /// Runs `job` when the thread has time. Jobs do not panic.
    pub(super) fn run(&self, job: Thunk) {
        match self {
            Self::Own(inbox) => inbox.run(job),
            #[cfg(feature = "rayon")]
            Self::Lent(pool) => pool.run(job),
        }
    }

    /// Whether it is lent, and may be busy with something else for long.
    pub(super) fn is_lent(&self) -> bool {
        !matches!(self, Self::Own(_))
    }

    /// The jobs that have not begun and will not, of threads that may be busy with something else for long.
    pub(super) fn withdraw(&self) -> VecDeque<Thunk> {
        match self {
            // It runs them soon, and finds that no help is wanted any more.
            Self::Own(_) => VecDeque::new(),
            #[cfg(feature = "rayon")]
            Self::Lent(pool) => pool.withdraw(),
        }
    }
}

impl Threads {
    /// Threads of which the helpers' are lent.
    #[cfg(feature = "rayon")]
    pub(super) fn with_pool(pool: Option<Arc<BorrowedPool>>) -> Self {
        Self { pool, ..Self::default() }
    }

    /// Sees to it that there are threads for `workers`, with stacks of `stack` bytes at least, which
    /// `cap` asks for.
    pub(super) fn reserve(&mut self, workers: usize, stack: usize, cap: Cap) -> Result<(), Error> {
        self.retired.clear();
        if self.are_small(stack) {
            self.main = None;
            self.helpers.clear();
        }
        self.fill(workers, stack, cap)
    }

    /// As [`reserve`](Self::reserve), but threads with smaller stacks are not waited for: others take their places at
    /// once, and they end when they are [closed](Self::close_retired). Whether there are other threads now.
    pub(super) fn grow(&mut self, workers: usize, stack: usize, cap: Cap) -> Result<bool, Error> {
        if !self.are_small(stack) {
            return self.fill(workers, stack, cap).map(|()| false);
        }
        // If a thread cannot be had, the present ones stay.
        let mut larger = Self {
            #[cfg(feature = "rayon")]
            pool: self.pool.clone(),
            ..Self::default()
        };
        larger.fill(workers, stack, cap)?;
        let small = self.main.replace(larger.main.take().expect("it was filled"));
        let small = small.into_iter().chain(std::mem::take(&mut self.helpers));
        self.retired.extend(small);
        self.helpers.append(&mut larger.helpers);
        Ok(true)
    }

    /// Threads that others have replaced end after the jobs that they have been given. They must be given no more.
    pub(super) fn close_retired(&self) {
        self.retired.iter().for_each(Background::close);
    }

    /// Waits for the end of threads that others have replaced.
    pub(super) fn join_retired(&mut self) {
        self.retired.clear();
    }

    /// The inbox of a thread that is never busy for long.
    pub(super) fn attendant(&mut self, cap: Cap) -> Result<Arc<Inbox>, Error> {
        if self.attendant.is_none() {
            self.attendant = Some(start(ATTENDANT_STACK, cap)?);
        }
        Ok(self.attendant.as_ref().expect("it was made").inbox())
    }

    /// Starts the threads that are missing.
    fn fill(&mut self, workers: usize, stack: usize, cap: Cap) -> Result<(), Error> {
        if workers > Options::MOST_THREADS {
            return Err(Error::TooManyThreads { threads: workers });
        }
        if self.main.is_none() {
            self.main = Some(start(stack, cap)?);
        }
        #[cfg(feature = "rayon")]
        if let Some(pool) = &self.pool {
            let enough = workers == 1 || pool.stack >= stack;
            return if enough {
                Ok(())
            } else {
                Err(Error::PoolStack { stack: pool.stack, needed: stack })
            };
        }
        while self.helpers.len() + 1 < workers {
            self.helpers.push(start(stack, cap)?);
        }
        Ok(())
    }

    /// Whether there are some, and their stacks have less than `stack` bytes: they would be ended, and others
    /// put in their place.
    pub(super) fn are_small(&self, stack: usize) -> bool {
        self.main.iter().chain(&self.helpers).any(|thread| thread.stack() < stack)
    }

    /// Jobs that wait at the threads that are lent.
    #[cfg(all(test, feature = "rayon"))]
    pub(super) fn waiting_errands(&self) -> usize {
        self.pool.as_ref().map_or(0, |pool| pool.waiting_jobs())
    }

    /// The thread of worker 0.
    ///
    /// # Panics
    /// If nobody has been reserved.
    pub(super) fn main(&self) -> &Background {
        self.main.as_ref().expect("a search is prepared before it is launched")
    }

    /// Threads for `count` helpers, as many as have been reserved.
    pub(super) fn helpers(&self, count: usize) -> Vec<JobThread> {
        #[cfg(feature = "rayon")]
        if let Some(pool) = &self.pool {
            return vec![JobThread::Lent(Arc::clone(pool)); count];
        }
        self.helpers.iter().take(count).map(|own| JobThread::Own(own.inbox())).collect()
    }

    /// The threads of `count` workers, as many as have been reserved, that of worker 0 first.
    pub(super) fn all(&self, count: usize) -> Vec<JobThread> {
        let main = JobThread::Own(self.main().inbox());
        [main].into_iter().chain(self.helpers(count - 1)).collect()
    }
}

/// A thread with a stack of `stack` bytes at least: of the next power of two, if the system has that much. So positions
/// of more and more plies need other threads only a few times.
fn start(stack: usize, cap: Cap) -> Result<Background, Error> {
    let Cap { plies, set_by } = cap;
    let rounded = stack.checked_next_power_of_two().unwrap_or(stack);
    let thread = Background::new(rounded).or_else(|_| Background::new(stack));
    thread.map_err(|source| Error::Thread { stack, plies, set_by, source })
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;
    use crate::search::stack::CapSource;

    const CAP: Cap = Cap { plies: 1, set_by: CapSource::Depth };
    const SMALL: usize = 1 << 16;
    const LARGE: usize = 1 << 18;

    /// The bytes of the stacks that `threads` have after they were reserved, the main thread first.
    fn reserved(threads: &mut Threads, workers: usize, stack: usize) -> Vec<usize> {
        threads.reserve(workers, stack, CAP).expect("threads");
        assert_eq!(threads.all(workers).len(), workers, "one for each worker");
        threads.main.iter().chain(&threads.helpers).map(Background::stack).collect()
    }

    /// Each step reserves threads and stacks in an order in which some threads have small stacks,
    /// others large ones.
    #[test]
    fn every_reserved_thread_has_the_stack_that_is_asked_for() {
        let steps = [(1, SMALL), (1, LARGE), (4, SMALL), (4, LARGE), (2, LARGE), (6, SMALL)];
        for skipped in 0..=steps.len() {
            let mut threads = Threads::default();
            let asked = steps.iter().enumerate().filter(|(at, _)| *at != skipped);
            for (_, &(workers, stack)) in asked {
                let stacks = reserved(&mut threads, workers, stack);
                assert!(stacks.len() >= workers, "{stacks:?} for {workers}");
                assert!(stacks.iter().all(|has| *has >= stack), "{stacks:?} for {stack}");
            }
        }
    }

    #[test]
    fn threads_with_large_enough_stacks_stay() {
        let mut threads = Threads::default();
        assert_eq!(reserved(&mut threads, 3, LARGE), [LARGE; 3]);
        assert_eq!(reserved(&mut threads, 4, SMALL), [LARGE, LARGE, LARGE, SMALL]);
        assert_eq!(reserved(&mut threads, 2, SMALL), [LARGE, LARGE, LARGE, SMALL]);
        assert_eq!(reserved(&mut threads, 4, LARGE), [LARGE; 4]);
    }
}
