//! [`Fault`]: the first failure of a search. [`guard`]: lets no panic out of a call.

use crate::{Error, Failure, Result};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, PoisonError};

/// The first failure of foreign code in a search. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fault(Arc<Mutex<Option<Failure>>>);

impl Fault {
    /// Records the failure, if it is the first, and unwinds up to the search, which ends. No panic
    /// hook is called.
    #[cold]
    #[inline(never)]
    pub(crate) fn raise(&self, failure: Failure) -> ! {
        self.record(failure.clone());
        resume_unwind(Box::new(failure))
    }

    /// Records the failure, if it is the first.
    pub(crate) fn record(&self, failure: Failure) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
    }

    /// Returns the failure, if there was one.
    pub(crate) fn first(&self) -> Option<Failure> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the result of a call; the failure, if there was one.
    pub(crate) fn instead<T>(&self, found: Result<T>) -> Result<T> {
        match self.first() {
            Some(failure) => Err(Error::Foreign(failure)),
            None => found,
        }
    }
}

/// Calls `call`, and returns its failure or panic as an error.
pub(crate) fn guard<T>(call: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| Err(caught(&*panic)))
}

/// Returns the error of a panic with this payload.
pub(crate) fn caught(panic: &(dyn Any + Send)) -> Error {
    if let Some(failure) = panic.downcast_ref::<Failure>() {
        return Error::Foreign(failure.clone());
    }
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    Error::Panic(format!("panicked: {}", text.as_deref().unwrap_or("(no message)")))
}
