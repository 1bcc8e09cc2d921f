//! [`Exclusive`]: a value that one thread uses at a time.

use crate::Result;
use crate::waits::Work;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A value that one thread uses at a time. Others wait, except where the wait would never end.
pub struct Exclusive<T> {
    work: Work,
    value: Mutex<T>,
}

impl<T> Exclusive<T> {
    /// Creates it. Messages call a use of it "another call with" `name`.
    #[must_use]
    pub fn new(name: &str, value: T) -> Self {
        Self { work: Work::new(format!("another call with {name}")), value: Mutex::new(value) }
    }

    /// Calls `call` with the value, which may call foreign code.
    ///
    /// # Errors
    /// [`Error::Deadlock`](crate::Error::Deadlock).
    pub fn with<R>(&self, call: impl FnOnce(&mut T) -> R) -> Result<R> {
        let lock = || self.value.lock().unwrap_or_else(PoisonError::into_inner);
        let mut value = self.work.awaited(lock)?;
        Ok(self.work.run(|| call(&mut value)))
    }

    /// Returns the value of the only owner.
    pub fn get_mut(&mut self) -> &mut T {
        self.value.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> fmt::Debug for Exclusive<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exclusive").field("work", &self.work).finish_non_exhaustive()
    }
}
