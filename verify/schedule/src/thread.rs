//! [`Thread`]: a coroutine that is scheduled like a thread.

use crate::scheduler::Scheduler;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Result;
use std::{fmt, io};

/// A thread that can be joined.
pub struct Thread<T> {
    /// Blocks until it has ended, or returns at once if its execution is over.
    await_end: AwaitEnd,
    result: Arc<Mutex<Option<Result<T>>>>,
}

/// A function that waits for the end of a thread.
pub(crate) type AwaitEnd = Box<dyn FnOnce() + Send + Sync>;

/// Spawns a thread that does `work` on a stack of at least `stack` bytes.
///
/// # Errors
/// If there is no memory for its stack, or no execution under way.
pub fn spawn<T: Send + 'static>(
    stack: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Thread<T>> {
    Thread::new(work, |work| {
        Scheduler::with(|scheduler| {
            let (execution, task) = (scheduler.execution(), scheduler.spawn(stack, work)?);
            let join = move || Scheduler::with(|scheduler| scheduler.join(execution, task));
            Ok(Box::new(join) as AwaitEnd)
        })
    })
}

impl<T: Send + 'static> Thread<T> {
    /// Creates a thread that does `work` by `spawn`.
    pub(crate) fn new(
        work: impl FnOnce() -> T + Send + 'static,
        spawn: impl FnOnce(Box<dyn FnOnce()>) -> io::Result<AwaitEnd>,
    ) -> io::Result<Self> {
        let result = Arc::new(Mutex::new(None));
        let output = Arc::clone(&result);
        let await_end = spawn(Box::new(move || {
            let result = catch_unwind(AssertUnwindSafe(work));
            *output.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        }))?;
        Ok(Self { await_end, result })
    }
}

impl<T> Thread<T> {
    /// Blocks until it has ended. Returns its result.
    ///
    /// # Errors
    /// The payload of its panic.
    ///
    /// # Panics
    /// If its execution has failed before it ended.
    pub fn join(self) -> Result<T> {
        (self.await_end)();
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner).take();
        result.expect("the thread has not ended within its execution")
    }
}

impl<T> fmt::Debug for Thread<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thread").finish_non_exhaustive()
    }
}
