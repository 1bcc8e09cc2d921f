//! [`Engine`]: an engine of the core, and the searches that it begins.

use crate::error::{OrRaise, raised};
use crate::exit::{detached, drop_detached};
use crate::many::Many;
use crate::options;
use crate::place::Place;
use crate::search::{Search, observer};
use crate::session::Session;
use eldest_bindings as core;
use eldest_bindings::{Error, Work};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, PoisonError};

/// An engine for one game.
#[pyclass(frozen, module = "eldest._eldest")]
pub(crate) struct Engine {
    /// `None` after it was closed.
    engine: Mutex<Option<core::Engine>>,
    place: Place,
    searches: Work,
    /// The owners of the rules while only this engine uses them.
    owners: usize,
}

impl Engine {
    /// Returns the game, unless the engine was closed.
    pub(crate) fn place(&self, py: Python<'_>) -> PyResult<&Place> {
        self.engine(py).map(|_| &self.place)
    }

    /// Returns the engine, unless it was closed.
    pub(crate) fn engine(&self, py: Python<'_>) -> PyResult<core::Engine> {
        let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let reason = "the engine is closed, by close() or in a process made by fork";
        let closed = || raised(py, &Error::Unsupported(reason.to_owned()));
        engine.clone().ok_or_else(closed)
    }
}

#[pymethods]
impl Engine {
    #[new]
    fn new(game: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (py, place) = (game.py(), Place::open(game)?);
        let options = options::engine_options(options)?;
        let engine = detached(py, || core::Engine::new(&place.game, &options)).or_raise(py)?;
        let (searches, owners) = (engine.work().clone(), place.owners());
        Ok(Self { engine: Mutex::new(Some(engine)), place, searches, owners })
    }

    /// Shows the start of a game to the garbage collector: it may refer to this engine. While
    /// others use the rules, it is no garbage.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        if self.place.owners() > self.owners { Ok(()) } else { self.place.traverse(&visit) }
    }

    /// The name of the game, with its variant.
    #[getter]
    fn name(&self) -> String {
        self.place.game.name()
    }

    /// The names of the players.
    #[getter]
    fn players(&self) -> (String, String) {
        self.place.game.players().into()
    }

    /// Begins a search, to the end of the game or within limits.
    fn start(
        &self,
        position: &Bound<'_, PyAny>,
        to_end: bool,
        limits: &Bound<'_, PyDict>,
        on_iteration: Option<Py<PyAny>>,
    ) -> PyResult<Search> {
        let (py, engine) = (position.py(), self.engine(position.py())?);
        let (position, root) = self.place.position(position)?;
        let (limits, root) = (options::limits(limits)?, Arc::new(root));
        let observer = on_iteration.map(|callback| observer(callback, Arc::clone(&root)));
        let handle = detached(py, move || {
            if to_end {
                engine.start_solve(&position, &limits)
            } else {
                engine.start(&position, &limits, observer)
            }
        });
        Ok(Search::new(handle.or_raise(py)?, root))
    }

    /// Begins to solve many positions.
    fn many(&self, positions: Py<PyAny>, limits: &Bound<'_, PyDict>) -> PyResult<Many> {
        let engine = self.engine(limits.py())?;
        Many::start(limits.py(), engine, &self.place, positions, options::limits(limits)?)
    }

    /// Begins a game.
    fn session(&self, position: &Bound<'_, PyAny>) -> PyResult<Session> {
        let (position, root) = self.place(position.py())?.position(position)?;
        Ok(Session::new(position, root))
    }

    /// Forgets what earlier searches have found.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let engine = self.engine(py)?;
        detached(py, move || engine.clear()).or_raise(py)
    }

    /// Whether a search is under way.
    fn is_busy(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.engine(py)?.is_busy())
    }

    /// Leaves the engine as it is, in a process made by `fork`: its threads are in the other one.
    /// Returns whether it was open.
    fn forget(&self) -> bool {
        let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner).take();
        let was_open = engine.is_some();
        std::mem::forget(engine);
        was_open
    }

    /// Frees the table and ends the threads.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let take = || self.engine.lock().unwrap_or_else(PoisonError::into_inner).take();
        detached(py, || self.searches.awaited(|| drop(take()))).or_raise(py)
    }
}

impl Drop for Engine {
    /// Waits for the threads without the interpreter, which they may need to end.
    fn drop(&mut self) {
        let engine = self.engine.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        drop_detached(engine);
    }
}
