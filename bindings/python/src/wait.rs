//! [`wait`]: a wait without the interpreter's lock, during which Ctrl-C is noticed.

use crate::exit::detached;
use pyo3::prelude::*;
use std::time::{Duration, Instant};

/// The time between two looks for Ctrl-C.
const STEP: Duration = Duration::from_millis(50);

/// Waits by `within`, which waits at most the given time for an outcome, until there is one.
/// Returns `None` after this number of seconds; without one, it waits for ever.
///
/// # Errors
/// What the handler of a signal raised, such as `KeyboardInterrupt`.
pub(crate) fn wait<T: Send>(
    py: Python<'_>,
    seconds: Option<f64>,
    mut within: impl FnMut(Duration) -> Option<T> + Send,
) -> PyResult<Option<T>> {
    let most = seconds.map(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)));
    let until = most.and_then(|most| Instant::now().checked_add(most.unwrap_or(Duration::MAX)));
    let left = || until.map(|until| until.saturating_duration_since(Instant::now()));
    loop {
        let step = left().map_or(STEP, |left| left.min(STEP));
        if let Some(outcome) = detached(py, || within(step)) {
            return Ok(Some(outcome));
        }
        py.check_signals()?;
        if left().is_some_and(|left| left.is_zero()) {
            return Ok(None);
        }
    }
}
