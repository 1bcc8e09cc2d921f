//! [`Thread`]: a coroutine that is scheduled like a thread.

use crate::scheduler::Scheduler;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Result;

/// A thread whose end can be waited for.
#[derive(Debug)]
pub struct Thread<T> {
    /// Whether the scheduler's names of tasks are those that this one knows.
    execution: u64,
    task: usize,
    result: Arc<Mutex<Option<Result<T>>>>,
}

/// A thread that does `work` on a stack of `stack` bytes or more.
///
/// # Errors
/// If there is no memory for its stack, or no execution under way.
pub fn spawn<T: Send + 'static>(
    stack: usize,
    work: impl FnOnce() -> T + Send + 'static,
) -> io::Result<Thread<T>> {
    let result = Arc::new(Mutex::new(None));
    let told = Arc::clone(&result);
    Scheduler::with(|scheduler| {
        let task = scheduler.spawn(stack, move || {
            let result = catch_unwind(AssertUnwindSafe(work));
            *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        })?;
        Ok(Thread { execution: scheduler.execution(), task, result })
    })
}

impl<T> Thread<T> {
    /// Blocks until it has ended; its result.
    ///
    /// # Errors
    /// What it has panicked with.
    ///
    /// # Panics
    /// If its execution is over, and has failed before it ended.
    pub fn join(self) -> Result<T> {
        Scheduler::with(|scheduler| {
            if scheduler.is_on() && scheduler.execution() == self.execution {
                scheduler.await_end(self.task);
            }
        });
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner).take();
        result.expect("what has not ended within its execution never ends")
    }
}
