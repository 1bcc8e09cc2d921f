//! [`Many`]: many positions, solved side by side.

use crate::error::{OrRaise, failure};
use crate::exit::{detached, drop_detached};
use crate::place::{Place, Root};
use crate::report;
use crate::wait::wait;
use eldest_bindings::{
    Engine, Error, Exclusive, NoOutcome, Position, Report, Result, SearchLimits, SolvedPositions,
    StopToken, Work,
};
use pyo3::gc::{PyTraverseError, PyVisit};
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
    solved: Exclusive<Option<SolvedPositions>>,
    stop: StopToken,
    searches: Work,
    roots: Roots,
    /// What the positions are taken from, only while this is used.
    positions: Arc<Py<PyIterator>>,
}

impl Many {
    pub(crate) fn start(
        py: Python<'_>,
        engine: Engine,
        place: &Place,
        positions: Py<PyAny>,
        limits: SearchLimits,
    ) -> PyResult<Self> {
        let positions = Arc::new(positions.bind(py).try_iter()?.unbind());
        let (place, roots) = (place.clone(), Roots::default());
        let inputs = Inputs { place, positions: Arc::clone(&positions), roots: Arc::clone(&roots) };
        let searches = engine.work().clone();
        let solve = move || engine.solve_many(Box::new(inputs), &limits);
        let solved = detached(py, solve).or_raise(py)?;
        let stop = solved.stop_token().clone();
        let solved = Exclusive::new("the reports", Some(solved));
        Ok(Self { solved, stop, searches, roots, positions })
    }
}

/// The outcome of a position, and the position if it could be read.
type Solved = (Result<Report>, Option<Root>);

impl Many {
    /// Returns the next outcome, if it is known within this time; an error where the wait for it
    /// is refused.
    fn next_within(&self, most: Duration) -> Option<Result<Option<Solved>>> {
        // Several threads may wait: each takes an outcome together with its position.
        let next = self.solved.with(|solved| match solved {
            Some(solved) => solved.next_within(most).map(|next| next.map(|found| self.of(found))),
            None => Ok(None),
        });
        match next {
            Ok(Err(NoOutcome::Timeout)) => None,
            Ok(Err(NoOutcome::Refused(refused))) | Err(refused) => Some(Err(refused)),
            Ok(Ok(outcome)) => Some(Ok(outcome)),
        }
    }

    /// Returns the outcome of the first position under way with that position.
    fn of(&self, outcome: Result<Report>) -> Solved {
        let root = self.roots.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        (outcome, root.flatten())
    }
}

#[pymethods]
impl Many {
    /// Waits for the next report; without one there are no more positions.
    fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let outcome = || wait(py, None, |most| self.next_within(most));
        let waited = self.searches.awaited(outcome).or_raise(py)??;
        let Some((outcome, root)) = waited.expect("a wait without an end").or_raise(py)? else {
            return Ok(None);
        };
        let (solved, root) = (outcome.or_raise(py)?, root.expect("a solved position was read"));
        report::report(py, &solved, &root).map(Some)
    }

    /// Stops the searches under way, and all that follow.
    fn stop(&self) {
        self.stop.stop();
    }

    /// Shows the iterator to the garbage collector: it may refer to this.
    fn __traverse__(&self, visit: PyVisit<'_>) -> std::result::Result<(), PyTraverseError> {
        visit.call(&*self.positions)
    }

    /// Stops, and frees the engine.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let close = || self.solved.with(|solved| drop(solved.take()));
        detached(py, || self.searches.awaited(close).flatten()).or_raise(py)
    }
}

impl Drop for Many {
    fn drop(&mut self) {
        drop_detached(self.solved.get_mut().take());
    }
}

/// The positions of a Python iterator.
struct Inputs {
    place: Place,
    positions: Arc<Py<PyIterator>>,
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
