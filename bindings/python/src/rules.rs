//! [`PyRules`]: a game written in Python.

use crate::error::{OrRaise, failure, raised};
use crate::exit::within_interpreter;
use crate::state::PyState;
use crate::style::{self, Style};
use eldest_bindings::{Declared, Error, Failure, Rules, State};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

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
        Ok(Self { start: start_copy, style, declared: style::declared(start)? })
    }

    pub(crate) fn style(&self) -> &Arc<Style> {
        &self.style
    }

    /// Shows what the rules refer to to the garbage collector.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.start)?;
        self.style.traverse(visit)
    }

    /// Returns the position that a caller named: `None` for the start, text that the class parses,
    /// or a position.
    pub(crate) fn position<'py>(&self, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = given.py();
        if given.is_none() {
            return Ok(self.start.bind(py).clone());
        }
        if !given.is_instance_of::<PyString>() {
            return self.style.checked(given);
        }
        let read = self.read(py, given.cast::<PyString>()?.to_str()?).or_raise(py)?;
        let unread = || Error::Position(format!("{given} is no position: parse() returned None"));
        read.ok_or_else(|| raised(py, &unread()))
    }

    /// Returns the position that the method `parse` of the class reads.
    fn read<'py>(&self, py: Python<'py>, text: &str) -> Result<Option<Bound<'py, PyAny>>, Failure> {
        let start = self.start.bind(py);
        let read = start.call_method1("parse", (text,)).map_err(|e| failure("parse()", e))?;
        if read.is_none() {
            return Ok(None);
        }
        self.style.note_class(&read).map_err(|e| failure("parse()", e))?;
        Ok(Some(read))
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
