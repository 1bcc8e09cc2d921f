//! [`Thread`]: a coroutine that is scheduled like a thread.

use crate::scheduler::Scheduler;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Result;

/// A thread whose end can be waited for.
#[derive(Debug)]
pub struct Thread<T> {
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
    let task = Scheduler::with(|scheduler| {
        scheduler.spawn(stack, move || {
            let result = catch_unwind(AssertUnwindSafe(work));
            *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(result);
        })
    })?;
    Ok(Thread { task, result })
}

impl<T> Thread<T> {
    /// Blocks until it has ended; its result.
    ///
    /// # Errors
    /// What it has panicked with.
    ///
    /// # Panics
    /// Never: what has ended has a result.
    pub fn join(self) -> Result<T> {
        Scheduler::with(|scheduler| scheduler.await_end(self.task));
        let result = self.result.lock().unwrap_or_else(PoisonError::into_inner).take();
        result.expect("it has ended")
    }
}
