//! [`PyRules`]: a game written in Python.

use crate::convert;
use crate::error::{OrRaise, failure, raised};
use crate::state::PyState;
use eldest_bindings::{Declared, Error, Failure, Rules, State};
use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Which of the optional methods the class of a position has.
#[derive(Debug)]
pub(crate) struct Style {
    /// Whether a move makes another position, with `child`, instead of changing this one.
    pub(crate) is_copying: bool,
    has_copy: bool,
    pub(crate) has_name: bool,
    pub(crate) has_text: bool,
    pub(crate) has_taken: bool,
    pub(crate) has_plies_left: bool,
    pub(crate) has_bounds: bool,
    pub(crate) has_evaluate: bool,
}

impl Style {
    /// Returns the style of a position, unless methods are missing.
    fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let is_copying = object.hasattr("child")?;
        let own: &[&str] = if is_copying { &["child"] } else { &["play", "undo"] };
        for name in ["side", "key", "over", "moves"].iter().chain(own) {
            if !object.hasattr(*name)? {
                return Err(missing(object, name));
            }
        }
        Ok(Self {
            is_copying,
            has_copy: object.hasattr("copy")?,
            has_name: object.hasattr("name")?,
            has_text: object.hasattr("text")?,
            has_taken: object.hasattr("taken")?,
            has_plies_left: object.hasattr("plies_left")?,
            has_bounds: object.hasattr("bounds")?,
            has_evaluate: object.hasattr("evaluate")?,
        })
    }

    /// Returns a copy of a position, which is another one only if moves change it.
    pub(crate) fn copied<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if self.is_copying {
            Ok(object.clone())
        } else if self.has_copy {
            object.call_method0(intern!(object.py(), "copy"))
        } else {
            object.py().import("copy")?.call_method1("deepcopy", (object,))
        }
    }
}

/// Returns the exception for a class without a method.
fn missing(object: &Bound<'_, PyAny>, name: &str) -> PyErr {
    let class = object.get_type().to_string();
    let message = format!(
        "{class} has no method {name}; a game is a name, as 'connect4', or a position with side, \
         key, over, moves and either child, or play and undo"
    );
    PyTypeError::new_err(message)
}

/// A game written in Python: its position at the start.
pub(crate) struct PyRules {
    start: Py<PyAny>,
    style: Arc<Style>,
    declared: Declared,
}

impl PyRules {
    /// Creates the game that begins at `start`.
    pub(crate) fn new(start: &Bound<'_, PyAny>) -> PyResult<Self> {
        let style = Arc::new(Style::of(start)?);
        let start_copy = style.copied(start)?.unbind();
        Ok(Self { start: start_copy, style, declared: declared(start)? })
    }

    pub(crate) fn style(&self) -> &Arc<Style> {
        &self.style
    }

    /// Returns the position that a caller named: `None` for the start, text that the class parses,
    /// or a position.
    pub(crate) fn position<'py>(&self, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = given.py();
        if given.is_none() {
            return Ok(self.start.bind(py).clone());
        }
        if !given.is_instance_of::<PyString>() {
            Style::of(given)?;
            return Ok(given.clone());
        }
        let read = self.read(py, given.cast::<PyString>()?.to_str()?).or_raise(py)?;
        let unread = || Error::Position(format!("{given} is no position: parse() returned None"));
        read.ok_or_else(|| raised(py, &unread()))
    }

    /// Returns the position that the method `parse` of the class reads.
    fn read<'py>(&self, py: Python<'py>, text: &str) -> Result<Option<Bound<'py, PyAny>>, Failure> {
        let start = self.start.bind(py);
        let read = start.call_method1("parse", (text,)).map_err(|e| failure("parse()", e))?;
        Ok((!read.is_none()).then_some(read))
    }
}

impl Rules for PyRules {
    fn declared(&self) -> Declared {
        self.declared.clone()
    }

    fn start(&self) -> Result<Box<dyn State>, Failure> {
        Python::attach(|py| {
            let state = PyState::copy_of(self.start.bind(py), &self.style)?;
            Ok(Box::new(state) as Box<dyn State>)
        })
    }

    fn parse(&self, text: &str) -> Result<Option<Box<dyn State>>, Failure> {
        Python::attach(|py| {
            let Some(read) = self.read(py, text)? else { return Ok(None) };
            Ok(Some(Box::new(PyState::copy_of(&read, &self.style)?) as Box<dyn State>))
        })
    }

    fn thread(&self, run: &mut (dyn FnMut() + Send)) {
        within_interpreter(run);
    }
}

/// Runs `run` on a thread that the interpreter knows: without a state that stays, each method of a
/// game would create one, which takes longer than most methods.
pub(crate) fn within_interpreter<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    let _present = Present::new();
    Python::attach(|py| py.detach(run))
}

/// The number of threads with a state of the interpreter.
static PRESENT: Mutex<usize> = Mutex::new(0);
static LEFT: Condvar = Condvar::new();

/// Counts a thread while it has a state of the interpreter.
struct Present;

impl Present {
    fn new() -> Self {
        *PRESENT.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        Self
    }
}

impl Drop for Present {
    fn drop(&mut self) {
        *PRESENT.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        LEFT.notify_all();
    }
}

/// Waits until no thread has a state of the interpreter, `most` at most. Threads that return to an
/// interpreter that has ended would end the process.
pub(crate) fn settle(most: Duration) {
    let present = PRESENT.lock().unwrap_or_else(PoisonError::into_inner);
    let waited = LEFT.wait_timeout_while(present, most, |present| *present > 0);
    drop(waited);
}

/// Reads the attributes of the class that declare something about all positions.
fn declared(start: &Bound<'_, PyAny>) -> PyResult<Declared> {
    let mut declared = Declared::new(start.get_type().name()?.to_string());
    if let Some(players) = attribute::<[String; 2]>(start, "PLAYERS")? {
        declared.players = players;
    }
    if let Some(is_dependent) = attribute(start, "PATH_DEPENDENT")? {
        declared.path_dependent = is_dependent;
    }
    declared.unique_key_bits = attribute(start, "KEY_BITS")?;
    declared.max_ply = attribute(start, "MAX_PLIES")?;
    declared.range = attribute(start, "RANGE")?;
    declared.granularity = attribute(start, "GRANULARITY")?.unwrap_or(1);
    declared.endless = match start.getattr_opt("ENDLESS")? {
        Some(worth) => Some(convert::score("ENDLESS", &worth)?.get()),
        None => None,
    };
    Ok(declared)
}

/// Returns the value of an attribute, if there is one.
fn attribute<'py, T>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    let Some(value) = object.getattr_opt(name)? else { return Ok(None) };
    let read = value.extract::<T>().map_err(Into::into);
    read.map(Some).map_err(|error: PyErr| {
        PyTypeError::new_err(format!("the attribute {name} is {value}: {error}"))
    })
}
