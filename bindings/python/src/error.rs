//! Errors of the core as Python exceptions, and exceptions of a game as failures.

use eldest_bindings::{Error, Failure};
use pyo3::exceptions::{PyBaseException, PyRuntimeError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyType;
use std::sync::Arc;

/// Returns the exception for an error. A game's own exception passes through unchanged.
pub(crate) fn raised(py: Python<'_>, error: &Error) -> PyErr {
    if let Error::Foreign(failure) = error
        && let Some(payload) = &failure.payload
        && let Some(Exception(own)) = payload.downcast_ref()
    {
        return PyErr::from_value(own.bind(py).clone().into_any());
    }
    if let Error::Deadlock(message) = error {
        return PyRuntimeError::new_err(message.clone());
    }
    let made = error_type(py).and_then(|ty| ty.call1((error.to_string(), error.code())));
    made.map_or_else(|failed| failed, PyErr::from_value)
}

/// What a method of a game or a callback raised, as the payload of a [`Failure`].
pub(crate) struct Exception(Py<PyBaseException>);

impl Exception {
    /// Shows the exception to the garbage collector.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.0)
    }
}

/// Returns the failure that ends a search because a Python `method` raised `exception`.
pub(crate) fn failure(method: &str, exception: PyErr) -> Failure {
    let failure = Failure::new(format!("{method} raised {exception}"));
    let exception = Python::attach(|py| exception.into_value(py));
    failure.with_payload(Arc::new(Exception(exception)))
}

/// Returns the value of a call of the core, or raises its error.
pub(crate) trait OrRaise<T> {
    /// Raises the error, if it is one.
    fn or_raise(self, py: Python<'_>) -> PyResult<T>;
}

impl<T> OrRaise<T> for Result<T, Error> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|error| raised(py, &error))
    }
}

impl<T> OrRaise<T> for Result<T, Failure> {
    fn or_raise(self, py: Python<'_>) -> PyResult<T> {
        self.map_err(|failure| raised(py, &Error::Foreign(failure)))
    }
}

/// Returns the class `eldest.Error`.
fn error_type<'py>(py: Python<'py>) -> PyResult<&'py Bound<'py, PyType>> {
    static TYPE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    TYPE.import(py, "eldest._errors", "Error")
}
