//! [`caught`]: a panic is a promise broken too.

use super::violation::Broken;
use crate::panics::panic_message;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What `work` gives. If the game's own code panics in it, that is the promise that is broken: the moves
/// that lead there are for the caller to tell.
pub(super) fn caught<T, M>(work: impl FnOnce() -> Result<T, Broken<M>>) -> Result<T, Broken<M>> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| Err(Broken::Panicked { message: panic_message(&*panic) }))
}
