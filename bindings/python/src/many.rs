//! [`Many`]: many positions, solved side by side.

use crate::error::{OrRaise, failure, refuse_wait};
use crate::place::{Place, Root};
use crate::report;
use crate::rules::drop_detached;
use eldest_bindings::{
    CallerCheck, Engine, Error, Position, Result, SearchLimits, SolvedPositions, StopToken,
};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The positions under way, in their order; `None` in the place of one that could not be read.
type Roots = Arc<Mutex<VecDeque<Option<Root>>>>;

/// Solves many positions side by side.
#[pyclass(frozen, module = "eldest._eldest")]
pub(crate) struct Many {
    solved: Mutex<Option<SolvedPositions>>,
    stop: StopToken,
    caller: CallerCheck,
    roots: Roots,
}

impl Many {
    pub(crate) fn start(
        py: Python<'_>,
        engine: &Engine,
        place: &Place,
        positions: Py<PyAny>,
        limits: &SearchLimits,
    ) -> PyResult<Self> {
        let positions = positions.bind(py).try_iter()?.unbind();
        let roots = Roots::default();
        let inputs = Inputs { place: place.clone(), positions, roots: Arc::clone(&roots) };
        let solved = py.detach(|| engine.solve_many(Box::new(inputs), limits)).or_raise(py)?;
        let (stop, caller) = (solved.stop_token().clone(), engine.caller_check());
        Ok(Self { solved: Mutex::new(Some(solved)), stop, caller, roots })
    }
}

#[pymethods]
impl Many {
    /// Waits for the next report, at most this number of seconds. Returns whether there was an
    /// outcome, and the report; without one there are no more positions.
    fn next<'py>(
        &self,
        py: Python<'py>,
        seconds: f64,
    ) -> PyResult<(bool, Option<Bound<'py, PyDict>>)> {
        refuse_wait("next()", self.caller.is_within())?;
        let most = Duration::from_secs_f64(seconds.clamp(0.0, 1e6));
        let waited = py.detach(|| {
            let mut solved = self.solved.lock().unwrap_or_else(PoisonError::into_inner);
            solved.as_mut().map(|solved| solved.next_within(most))
        });
        let outcome = match waited {
            Some(Err(_)) => return Ok((false, None)),
            None | Some(Ok(None)) => return Ok((true, None)),
            Some(Ok(Some(outcome))) => outcome,
        };
        let root = self.roots.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let solved = outcome.or_raise(py)?;
        let root = root.flatten().expect("a solved position was read");
        Ok((true, Some(report::report(py, &solved, &root)?)))
    }

    /// Stops the searches under way, and all that follow.
    fn stop(&self) {
        self.stop.stop();
    }

    /// Stops, and frees the engine.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        refuse_wait("close()", self.caller.is_within())?;
        py.detach(|| drop(self.solved.lock().unwrap_or_else(PoisonError::into_inner).take()));
        Ok(())
    }
}

impl Drop for Many {
    fn drop(&mut self) {
        drop_detached(self.solved.get_mut().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// The positions of a Python iterator.
struct Inputs {
    place: Place,
    positions: Py<PyIterator>,
    roots: Roots,
}

impl Inputs {
    /// Returns the next position; an error where the iterator or the position is wrong.
    fn read(&self, py: Python<'_>) -> Option<Result<(Position, Root)>> {
        let given = self.positions.bind(py).clone().next()?;
        let read = given.and_then(|given| self.place.position(&given));
        Some(read.map_err(|error| Error::Foreign(failure("the iterator of positions", error))))
    }
}

impl Iterator for Inputs {
    type Item = Result<Position>;

    fn next(&mut self) -> Option<Result<Position>> {
        let read = Python::attach(|py| self.read(py))?;
        let (position, root) = match read {
            Ok((position, root)) => (Ok(position), Some(root)),
            Err(error) => (Err(error), None),
        };
        self.roots.lock().unwrap_or_else(PoisonError::into_inner).push_back(root);
        Some(position)
    }
}
