//! [`Search`]: a search under way.

use crate::error::{OrRaise, failure, refuse_wait};
use crate::place::Root;
use crate::report;
use crate::rules::drop_detached;
use eldest_bindings::{Handle, OnIteration};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;
use std::time::Duration;

/// Returns a callback of the core that calls a Python function.
pub(crate) fn observer(callback: Py<PyAny>, root: Arc<Root>) -> OnIteration {
    Box::new(move |iteration| {
        Python::attach(|py| {
            let called = report::iteration(py, iteration, &root)
                .and_then(|fields| callback.call1(py, (fields,)));
            called.map(drop).map_err(|error| failure("on_iteration()", error))
        })
    })
}

/// A search under way, or one that has ended.
#[pyclass(frozen, module = "eldest._eldest")]
pub(crate) struct Search {
    /// Present until it is dropped.
    handle: Option<Handle>,
    root: Arc<Root>,
}

impl Search {
    pub(crate) fn new(handle: Handle, root: Arc<Root>) -> Self {
        Self { handle: Some(handle), root }
    }

    fn handle(&self) -> &Handle {
        self.handle.as_ref().expect("it is present until it is dropped")
    }
}

#[pymethods]
impl Search {
    /// Waits for the end of the search, at most this number of seconds. Returns its report, or
    /// `None` if it has not ended.
    fn wait<'py>(&self, py: Python<'py>, seconds: f64) -> PyResult<Option<Bound<'py, PyDict>>> {
        refuse_wait("wait()", self.handle().is_calling())?;
        match py.detach(|| self.handle().wait(Some(at_most(seconds)))) {
            None => Ok(None),
            Some(ended) => report::report(py, &ended.or_raise(py)?, &self.root).map(Some),
        }
    }

    /// Waits as `wait`; returns whether the search has ended, and never raises its error.
    fn ended(&self, py: Python<'_>, seconds: f64) -> PyResult<bool> {
        refuse_wait("close()", self.handle().is_calling())?;
        Ok(py.detach(|| self.handle().wait(Some(at_most(seconds)))).is_some())
    }

    /// Stops the search.
    fn stop(&self, py: Python<'_>) {
        py.detach(|| self.handle().stop());
    }

    /// Whether the search has ended.
    fn is_finished(&self) -> bool {
        self.handle().is_finished()
    }

    /// Returns its progress.
    fn progress<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        report::progress(py, &py.detach(|| self.handle().progress()))
    }
}

fn at_most(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds.max(0.0)).unwrap_or(Duration::MAX)
}

impl Drop for Search {
    fn drop(&mut self) {
        drop_detached(self.handle.take());
    }
}
