//! [`Threads`]: the threads of an engine.

use super::Error;
#[cfg(feature = "rayon")]
use super::lent::Lent;
use crate::search::options::Options;
use crate::search::stack::Cap;
use crate::sync::{Arc, Background, Inbox, Job};
use std::collections::VecDeque;

/// The threads of an engine: they stay between searches, and block when there is nothing to do.
#[derive(Debug, Default)]
pub(super) struct Threads {
    // Dropped first: its search is the one that the others help.
    main: Option<Background>,
    helpers: Vec<Background>,
    #[cfg(feature = "rayon")]
    pool: Option<Arc<Lent>>,
}

/// A thread for a helper.
#[derive(Clone, Debug)]
pub(super) enum HelperThread {
    Own(Arc<Inbox>),
    #[cfg(feature = "rayon")]
    Lent(Arc<Lent>),
}

impl HelperThread {
    /// Runs `job` when the thread has time. Jobs do not panic.
    pub(super) fn run(&self, job: Job) {
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
    pub(super) fn withdraw(&self) -> VecDeque<Job> {
        match self {
            // They run it soon, and find that nobody is wanted any more.
            Self::Own(_) => VecDeque::new(),
            #[cfg(feature = "rayon")]
            Self::Lent(pool) => pool.withdraw(),
        }
    }
}

impl Threads {
    /// Threads of which the helpers' are lent.
    #[cfg(feature = "rayon")]
    pub(super) fn with_pool(pool: Option<Arc<Lent>>) -> Self {
        Self { pool, ..Self::default() }
    }

    /// Sees to it that there are threads for `workers`, with stacks of `stack` bytes at least, which
    /// `cap` asks for.
    pub(super) fn reserve(&mut self, workers: usize, stack: usize, cap: Cap) -> Result<(), Error> {
        if workers > Options::MOST_THREADS {
            return Err(Error::TooManyThreads { threads: workers });
        }
        let is_small = |thread: &Background| thread.stack() < stack;
        if self.main.as_ref().is_some_and(is_small) || self.helpers.iter().any(is_small) {
            self.main = None;
            self.helpers.clear();
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

    /// The thread of worker 0.
    ///
    /// # Panics
    /// If nobody has been reserved.
    pub(super) fn main(&self) -> &Inbox {
        self.main.as_ref().expect("a search is prepared before it is launched").inbox()
    }

    /// Threads for `count` helpers, as many as have been reserved.
    pub(super) fn helpers(&self, count: usize) -> Arc<[HelperThread]> {
        #[cfg(feature = "rayon")]
        if let Some(pool) = &self.pool {
            return vec![HelperThread::Lent(Arc::clone(pool)); count].into();
        }
        let own = |thread: &Background| HelperThread::Own(Arc::clone(thread.inbox()));
        self.helpers.iter().take(count).map(own).collect()
    }
}

fn start(stack: usize, cap: Cap) -> Result<Background, Error> {
    let thread = Background::new(stack);
    let Cap { plies, set_by } = cap;
    thread.map_err(|source| Error::Thread { stack, plies, set_by, source })
}
