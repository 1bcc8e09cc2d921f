//! [`Hands`]: the threads of an engine.

use super::Error;
use crate::search::options::Options;
use crate::sync::{Arc, Background};

/// The threads of an engine: they stay between searches, and block when there is nothing to do.
#[derive(Debug, Default)]
pub(super) struct Hands {
    // Dropped first: its search is the one that the others help.
    main: Option<Arc<Background>>,
    helpers: Vec<Arc<Background>>,
}

impl Hands {
    /// Sees to it that there are threads for `workers`, with stacks of `stack` bytes at least.
    pub(super) fn hire(&mut self, workers: usize, stack: usize) -> Result<(), Error> {
        if workers > Options::MOST_THREADS {
            return Err(Error::TooManyThreads { threads: workers });
        }
        let is_small = |thread: &Arc<Background>| thread.stack() < stack;
        if self.main.as_ref().is_some_and(is_small) || self.helpers.iter().any(is_small) {
            *self = Self::default();
        }
        let thread = || {
            let thread = Background::new(stack).map(Arc::new);
            thread.map_err(|source| Error::Thread { stack, source })
        };
        if self.main.is_none() {
            self.main = Some(thread()?);
        }
        while self.helpers.len() + 1 < workers {
            self.helpers.push(thread()?);
        }
        Ok(())
    }

    /// The thread of worker 0.
    ///
    /// # Panics
    /// If nobody has been hired.
    pub(super) fn main(&self) -> &Background {
        self.main.as_ref().expect("a search is prepared before it is launched")
    }

    /// Threads for `count` helpers.
    pub(super) fn helpers(&self, count: usize) -> Vec<Arc<Background>> {
        self.helpers.iter().take(count).cloned().collect()
    }
}
