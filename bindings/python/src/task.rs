//! [`Task`]: a call of the core on another thread, so that the caller notices Ctrl-C meanwhile.

use crate::error::OrRaise;
use crate::exit::{token, within_interpreter};
use crate::wait::wait;
use eldest_bindings::{Caller, Error, Result, StopToken};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Makes a Python object of the result of a call.
type Answer = Box<dyn FnOnce(Python<'_>) -> PyResult<Py<PyAny>> + Send>;

/// The outcome of a call, once there is one.
#[derive(Default)]
struct Outcome {
    stage: Mutex<Stage>,
    ended: Condvar,
}

/// How far a call has come.
#[derive(Default)]
enum Stage {
    #[default]
    UnderWay,
    Ended(Result<Answer>),
    /// Its outcome was returned.
    Taken,
}

/// A call of the core on a thread of its own.
#[pyclass(frozen, module = "eldest._eldest")]
pub(crate) struct Task {
    stop: StopToken,
    outcome: Arc<Outcome>,
}

impl Task {
    /// Begins a call.
    pub(crate) fn begin<T>(work: impl FnOnce(&StopToken) -> Result<T> + Send + 'static) -> Self
    where
        T: for<'py> IntoPyObject<'py> + Send + 'static,
    {
        let (stop, outcome) = (token(), Arc::<Outcome>::default());
        let (theirs, token) = (Arc::clone(&outcome), stop.clone());
        let (caller, run) = (Caller::current(), move || caught(|| work(&token)));
        let thread = std::thread::Builder::new().name("eldest".to_owned());
        let begun = thread.spawn(move || theirs.set(within_interpreter(|| caller.run(run))));
        if let Err(error) = begun {
            outcome.set::<()>(Err(Error::of_thread(&error)));
        }
        Self { stop, outcome }
    }
}

impl Drop for Task {
    /// Nothing waits for the outcome any more.
    fn drop(&mut self) {
        self.stop.stop();
    }
}

#[pymethods]
impl Task {
    /// Waits for the end of the call, at most this number of seconds, and returns its result, once;
    /// `None` if it has not ended, or after that.
    #[pyo3(signature = (seconds=None))]
    fn wait(&self, py: Python<'_>, seconds: Option<f64>) -> PyResult<Option<Py<PyAny>>> {
        match wait(py, seconds, |most| self.outcome.take_within(most))? {
            Some(Stage::Ended(answer)) => answer.or_raise(py)?(py).map(Some),
            _ => Ok(None),
        }
    }

    /// Stops the call.
    fn stop(&self) {
        self.stop.stop();
    }
}

impl Outcome {
    fn lock(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set<T>(&self, result: Result<T>)
    where
        T: for<'py> IntoPyObject<'py> + Send + 'static,
    {
        let answer = result.map(|value| -> Answer { Box::new(move |py| value.into_py_any(py)) });
        *self.lock() = Stage::Ended(answer);
        self.ended.notify_all();
    }

    /// Takes the outcome, if there is one within this time.
    fn take_within(&self, most: Duration) -> Option<Stage> {
        let is_under_way = |stage: &mut Stage| matches!(stage, Stage::UnderWay);
        let waited = self.ended.wait_timeout_while(self.lock(), most, is_under_way);
        let mut stage = waited.unwrap_or_else(PoisonError::into_inner).0;
        (!is_under_way(&mut stage)).then(|| std::mem::replace(&mut *stage, Stage::Taken))
    }
}

/// Calls `work`; a panic is an error.
fn caught<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Err(Error::Panic(text.unwrap_or_else(|| "a panic without a message".to_owned())))
    })
}
