//! [`Engine`]: an engine of the core, and the positions that it searches.

use crate::error::{OrRaise, raised};
use crate::many::Many;
use crate::options;
use crate::report;
use crate::rules::{PyRules, Style};
use crate::search::Search;
use crate::session::Session;
use crate::state::PyState;
use eldest_bindings as core;
use eldest_bindings::{Error, Failure, Game, Move, OnIteration, Position, State};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::sync::{Arc, Mutex, PoisonError};

/// An engine for one game.
#[pyclass(frozen, module = "eldest._eldest")]
pub(crate) struct Engine {
    /// `None` after it was closed.
    engine: Mutex<Option<core::Engine>>,
    pub(crate) place: Place,
}

/// A game, and how its positions are read.
#[derive(Clone)]
pub(crate) struct Place {
    pub(crate) game: Game,
    /// The rules, of a game written in Python.
    rules: Option<Arc<PyRules>>,
}

/// The position at the root of a search, whose moves are reported.
pub(crate) struct Root {
    /// The position as text.
    pub(crate) text: String,
    /// The position of a game written in Python, and its style.
    own: Option<(Py<PyAny>, Arc<Style>)>,
}

impl Place {
    /// Opens a game: a shipped one by its name, or one that begins with this position.
    pub(crate) fn open(game: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = game.py();
        if let Ok(name) = game.cast::<PyString>() {
            let game = Game::open(name.to_str()?).or_raise(py)?;
            return Ok(Self { game, rules: None });
        }
        let rules = Arc::new(PyRules::new(game)?);
        let game = Game::of(Arc::clone(&rules) as Arc<dyn core::Rules>).or_raise(py)?;
        Ok(Self { game, rules: Some(rules) })
    }

    /// Returns the position that a caller named: `None` for the start, a text, or a position of a
    /// game written in Python.
    pub(crate) fn position(&self, given: &Bound<'_, PyAny>) -> PyResult<(Position, Root)> {
        let py = given.py();
        let Some(rules) = &self.rules else { return self.shipped(given) };
        let object = rules.position(given)?;
        let state = PyState::copy_of(&object, rules.style()).or_raise(py)?;
        let root = Root::of(&rules.style().copied(&object)?, rules.style())?;
        Ok((self.game.position_of(Box::new(state)).or_raise(py)?, root))
    }

    fn shipped(&self, given: &Bound<'_, PyAny>) -> PyResult<(Position, Root)> {
        let py = given.py();
        let (position, text) = if given.is_none() {
            (self.game.start().or_raise(py)?, "the start".to_owned())
        } else if let Ok(text) = given.cast::<PyString>() {
            let text = text.to_str()?;
            (self.game.position(text).or_raise(py)?, text.to_owned())
        } else {
            let message = format!("the position is {given}; expected text, or None for the start");
            return Err(raised(py, &Error::Position(message)));
        };
        Ok((position, Root { text, own: None }))
    }
}

impl Root {
    /// Returns the moves of a line from here as Python objects: those of the game, or text.
    pub(crate) fn moves(&self, py: Python<'_>, line: &[Move]) -> PyResult<Vec<Py<PyAny>>> {
        Ok(self.lines(py, &[line])?.into_iter().flatten().collect())
    }

    /// Returns the moves of each line from here.
    pub(crate) fn lines(&self, py: Python<'_>, lines: &[&[Move]]) -> PyResult<Vec<Vec<Py<PyAny>>>> {
        let Some((object, style)) = &self.own else {
            let text = |mv: &Move| PyString::new(py, &mv.name).into_any().unbind();
            return Ok(lines.iter().map(|line| line.iter().map(text).collect()).collect());
        };
        let mut state = PyState::copy_of(object.bind(py), style).or_raise(py)?;
        lines.iter().map(|line| objects(&mut state, line).or_raise(py)).collect()
    }
}

impl Root {
    /// Returns the root after a move, at `position`.
    pub(crate) fn after(&self, py: Python<'_>, mv: &Move, position: &Position) -> PyResult<Self> {
        let Some((object, style)) = &self.own else {
            return Ok(Self { text: position.text().or_raise(py)?, own: None });
        };
        let mut state = PyState::copy_of(object.bind(py), style).or_raise(py)?;
        state.play(mv.number).or_raise(py)?;
        let object = state.object().or_raise(py)?;
        Self::of(object.bind(py), style)
    }

    /// Returns the root at a position of a game written in Python, which nothing else changes.
    fn of(object: &Bound<'_, PyAny>, style: &Arc<Style>) -> PyResult<Self> {
        let text =
            if style.has_text { object.call_method0("text")? } else { object.repr()?.into_any() };
        let own = (object.clone().unbind(), Arc::clone(style));
        Ok(Self { text: text.extract()?, own: Some(own) })
    }

    /// Returns what a search takes as this position: text, or an object, which is a copy.
    pub(crate) fn given(&self, py: Python<'_>, position: &Position) -> PyResult<Py<PyAny>> {
        match &self.own {
            Some((object, style)) => Ok(style.copied(object.bind(py))?.unbind()),
            None => Ok(PyString::new(py, &position.text().or_raise(py)?).into_any().unbind()),
        }
    }
}

impl Engine {
    /// Returns the engine, unless it was closed.
    pub(crate) fn engine(&self, py: Python<'_>) -> PyResult<core::Engine> {
        let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let closed = || raised(py, &Error::Unsupported("the engine is closed".to_owned()));
        engine.clone().ok_or_else(closed)
    }
}

#[pymethods]
impl Engine {
    #[new]
    fn new(game: &Bound<'_, PyAny>, options: &Bound<'_, PyDict>) -> PyResult<Self> {
        let (py, place) = (game.py(), Place::open(game)?);
        let options = options::engine_options(options)?;
        let engine = py.detach(|| core::Engine::new(&place.game, &options)).or_raise(py)?;
        Ok(Self { engine: Mutex::new(Some(engine)), place })
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
        let handle = py.detach(|| {
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
        Many::start(limits.py(), &engine, &self.place, positions, &options::limits(limits)?)
    }

    /// Begins a game.
    fn session(&self, position: &Bound<'_, PyAny>) -> PyResult<Session> {
        let (position, root) = self.place.position(position)?;
        Ok(Session::new(position, root))
    }

    /// Forgets what earlier searches have found.
    fn clear(&self, py: Python<'_>) -> PyResult<()> {
        let engine = self.engine(py)?;
        py.detach(|| engine.clear()).or_raise(py)
    }

    /// Whether a search is under way.
    fn is_busy(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.engine(py)?.is_busy())
    }

    /// Frees the table and ends the threads.
    fn close(&self, py: Python<'_>) {
        let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner).take();
        py.detach(|| drop(engine));
    }
}

impl Drop for Engine {
    /// Waits for the threads without the interpreter, which they may need to end.
    fn drop(&mut self) {
        let engine = self.engine.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        drop_detached(engine);
    }
}

/// Drops a value whose threads may need the interpreter. When the interpreter has ended they cannot
/// have it: the value is kept then.
pub(crate) fn drop_detached<T: Send>(value: Option<T>) {
    let Some(value) = value else { return };
    let mut kept = Some(value);
    Python::try_attach(|py| {
        let value = kept.take();
        py.detach(|| drop(value));
    });
    std::mem::forget(kept);
}

/// Returns the moves of a line from `state` as objects of the game, and undoes them.
fn objects(state: &mut PyState, line: &[Move]) -> Result<Vec<Py<PyAny>>, Failure> {
    let mut moves = Vec::with_capacity(line.len());
    for mv in line {
        moves.push(state.object_of(mv.number)?);
        state.play(mv.number)?;
    }
    line.iter().rev().try_for_each(|mv| state.undo(mv.number))?;
    Ok(moves)
}

/// Returns a callback of the core that calls a Python function.
fn observer(callback: Py<PyAny>, root: Arc<Root>) -> OnIteration {
    Box::new(move |iteration| {
        Python::attach(|py| {
            let called = report::iteration(py, iteration, &root)
                .and_then(|fields| callback.call1(py, (fields,)));
            called.map(drop).map_err(|error| crate::error::failure("on_iteration()", error))
        })
    })
}
