//! [`Search`]: a search under way.

use crate::error::{Exception, OrRaise, failure};
use crate::exit::{detached, drop_detached};
use crate::place::Root;
use crate::report;
use crate::wait::wait;
use eldest_bindings::{Error, Failure, Handle, OnIteration, Report, Result};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, OnceLock};

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
    /// The failure that was raised, if it was one: its traceback may lead back to this search.
    raised: OnceLock<Failure>,
}

impl Search {
    pub(crate) fn new(handle: Handle, root: Arc<Root>) -> Self {
        Self { handle: Some(handle), root, raised: OnceLock::new() }
    }

    /// Returns an outcome that is to be raised if it is an error.
    fn noted(&self, outcome: Result<Report>) -> Result<Report> {
        if let Err(Error::Foreign(failure)) = &outcome {
            self.raised.get_or_init(|| failure.clone());
        }
        outcome
    }

    fn handle(&self) -> &Handle {
        self.handle.as_ref().expect("it is present until it is dropped")
    }

    /// Waits for the outcome, at most this number of seconds.
    fn outcome(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<Option<Result<Report>>> {
        let handle = self.handle();
        let outcome = || wait(py, seconds, |most| handle.wait(Some(most)));
        if handle.is_finished() {
            return outcome();
        }
        handle.work().awaited(outcome).or_raise(py)?
    }
}

#[pymethods]
impl Search {
    /// Waits for the end of the search, at most this number of seconds. Returns its report, or
    /// `None` if it has not ended.
    fn wait<'py>(
        &self,
        py: Python<'py>,
        seconds: Option<f64>,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        match self.outcome(py, seconds)? {
            None => Ok(None),
            Some(ended) => {
                let found = self.noted(ended).or_raise(py)?;
                report::report(py, &found, &self.root).map(Some)
            }
        }
    }

    /// Stops the search and waits for its end, whatever it is.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.outcome(py, Some(0.0))?;
        self.stop(py);
        self.outcome(py, None).map(drop)
    }

    /// Stops the search.
    fn stop(&self, py: Python<'_>) {
        detached(py, || self.handle().stop());
    }

    /// Whether the search has ended.
    fn is_finished(&self) -> bool {
        self.handle().is_finished()
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> std::result::Result<(), PyTraverseError> {
        let payload = self.raised.get().and_then(|failure| failure.payload.as_ref());
        let exception = payload.and_then(|payload| payload.downcast_ref::<Exception>());
        exception.map_or(Ok(()), |exception| exception.traverse(&visit))
    }

    /// Returns its progress.
    fn progress<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        report::progress(py, &detached(py, || self.handle().progress()))
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        drop_detached(self.handle.take());
    }
}
