//! [`Threads`]: the threads of an engine.

use super::Error;
#[cfg(feature = "rayon")]
use super::pool::BorrowedPool;
use crate::search::options::Options;
use crate::search::stack::Cap;
use crate::sync::{Arc, Background, Inbox, ThreadScope, Thunk};
use std::collections::VecDeque;
use std::fmt;

/// The threads of an engine: they persist between searches, and block when there is nothing to do.
#[derive(Default)]
pub(super) struct Threads {
    // Dropped first: the others help its search.
    main: Option<Background>,
    helpers: Vec<Background>,
    /// Runs short jobs that must not wait for a searching thread.
    attendant: Option<Background>,
    /// Threads whose stacks became too small while they were busy. They end when closed.
    retired: Vec<Background>,
    /// Each thread does its work within this.
    scope: Option<ThreadScope>,
    #[cfg(feature = "rayon")]
    pool: Option<Arc<BorrowedPool>>,
}

/// The stack size of the attendant, in bytes; it does not search. The standard library's default.
const ATTENDANT_STACK: usize = 2 << 20;

/// A thread that runs jobs, one after the other.
#[derive(Clone, Debug)]
pub(super) enum JobThread {
    Own(Arc<Inbox>),
    #[cfg(feature = "rayon")]
    Lent(Arc<BorrowedPool>),
}

impl JobThread {
    /// Runs `job` when the thread is free. Jobs do not panic.
    pub(super) fn run(&self, job: Thunk) {
        match self {
            Self::Own(inbox) => inbox.run(job),
            #[cfg(feature = "rayon")]
            Self::Lent(pool) => pool.run(job),
        }
    }

    /// Whether the thread is from a pool, and may be busy with other work for a long time.
    pub(super) fn is_lent(&self) -> bool {
        !matches!(self, Self::Own(_))
    }

    /// Removes and returns the jobs that have not begun, for a thread of a pool.
    pub(super) fn withdraw(&self) -> VecDeque<Thunk> {
        match self {
            // It runs them soon, and they find that no help is needed any more.
            Self::Own(_) => VecDeque::new(),
            #[cfg(feature = "rayon")]
            Self::Lent(pool) => pool.withdraw(),
        }
    }
}

impl Threads {
    /// Creates threads that do their work within `scope`, if given.
    pub(super) fn within(scope: Option<ThreadScope>) -> Self {
        Self { scope, ..Self::default() }
    }

    /// Runs the helpers on `pool`, if given.
    #[cfg(feature = "rayon")]
    pub(super) fn with_pool(self, pool: Option<Arc<BorrowedPool>>) -> Self {
        Self { pool, ..self }
    }

    /// Ensures that there are threads for `workers`, with stacks of at least `stack` bytes, which
    /// `cap` requires.
    pub(super) fn reserve(&mut self, workers: usize, stack: usize, cap: Cap) -> Result<(), Error> {
        self.retired.clear();
        if self.are_small(stack) {
            self.main = None;
            self.helpers.clear();
        }
        self.fill(workers, stack, cap)
    }

    /// Ensures the same as [`reserve`](Self::reserve) without waiting for threads with smaller
    /// stacks: others take their places at once, and the old ones end when they are
    /// [closed](Self::close_retired). Returns whether threads were replaced.
    pub(super) fn grow(&mut self, workers: usize, stack: usize, cap: Cap) -> Result<bool, Error> {
        if !self.are_small(stack) {
            return self.fill(workers, stack, cap).map(|()| false);
        }
        // If a thread cannot be started, the present ones stay.
        let mut larger = Self {
            #[cfg(feature = "rayon")]
            pool: self.pool.clone(),
            ..Self::within(self.scope.clone())
        };
        larger.fill(workers, stack, cap)?;
        let small = self.main.replace(larger.main.take().expect("it was filled"));
        let small = small.into_iter().chain(std::mem::take(&mut self.helpers));
        self.retired.extend(small);
        self.helpers.append(&mut larger.helpers);
        Ok(true)
    }

    /// Lets replaced threads end after the jobs they have received. They must receive no more.
    pub(super) fn close_retired(&self) {
        self.retired.iter().for_each(Background::close);
    }

    /// Waits for the end of replaced threads.
    pub(super) fn join_retired(&mut self) {
        self.retired.clear();
    }

    /// Returns the inbox of a thread that is never busy for long.
    pub(super) fn attendant(&mut self, cap: Cap) -> Result<Arc<Inbox>, Error> {
        if self.attendant.is_none() {
            self.attendant = Some(self.start(ATTENDANT_STACK, cap)?);
        }
        Ok(self.attendant.as_ref().expect("it was made").inbox())
    }

    /// Starts the missing threads.
    fn fill(&mut self, workers: usize, stack: usize, cap: Cap) -> Result<(), Error> {
        if workers > Options::MOST_THREADS {
            return Err(Error::TooManyThreads { threads: workers });
        }
        if self.main.is_none() {
            self.main = Some(self.start(stack, cap)?);
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
            self.helpers.push(self.start(stack, cap)?);
        }
        Ok(())
    }

    /// Whether there are threads whose stacks have less than `stack` bytes, so that they must be
    /// replaced.
    pub(super) fn are_small(&self, stack: usize) -> bool {
        self.main.iter().chain(&self.helpers).any(|thread| thread.stack() < stack)
    }

    /// Returns the number of jobs that wait for threads of the pool.
    #[cfg(all(test, feature = "rayon"))]
    pub(super) fn waiting_errands(&self) -> usize {
        self.pool.as_ref().map_or(0, |pool| pool.waiting_jobs())
    }

    /// Returns the thread of worker 0.
    ///
    /// # Panics
    /// If no thread has been reserved.
    pub(super) fn main(&self) -> &Background {
        self.main.as_ref().expect("a search is prepared before it is launched")
    }

    /// Returns the threads of `count` helpers, at most as many as are reserved.
    pub(super) fn helpers(&self, count: usize) -> Vec<JobThread> {
        #[cfg(feature = "rayon")]
        if let Some(pool) = &self.pool {
            return vec![JobThread::Lent(Arc::clone(pool)); count];
        }
        self.helpers.iter().take(count).map(|own| JobThread::Own(own.inbox())).collect()
    }

    /// Returns the threads of `count` workers, at most as many as are reserved, that of worker 0
    /// first.
    pub(super) fn all(&self, count: usize) -> Vec<JobThread> {
        let main = JobThread::Own(self.main().inbox());
        [main].into_iter().chain(self.helpers(count - 1)).collect()
    }

    /// Starts a thread with a stack of at least `stack` bytes: rounded up to a power of two, if the
    /// system grants it. So a rising number of plies replaces threads only a few times.
    fn start(&self, stack: usize, cap: Cap) -> Result<Background, Error> {
        let Cap { plies, set_by } = cap;
        let rounded = stack.checked_next_power_of_two().unwrap_or(stack);
        let thread = Background::new(rounded, self.scope.clone())
            .or_else(|_| Background::new(stack, self.scope.clone()));
        thread.map_err(|source| Error::Thread { stack, plies, set_by, source })
    }
}

impl fmt::Debug for Threads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Threads")
            .field("main", &self.main)
            .field("helpers", &self.helpers)
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;
    use crate::search::stack::CapSource;

    const CAP: Cap = Cap { plies: 1, set_by: CapSource::Depth };
    const SMALL: usize = 1 << 16;
    const LARGE: usize = 1 << 18;

    /// Returns the stack sizes of `threads` after a reservation, the main thread first.
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
