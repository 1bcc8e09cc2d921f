//! [`Place`]: a game, its positions as callers name them, and the moves that are reported.

use crate::convert;
use crate::error::{OrRaise, raised};
use crate::rules::PyRules;
use crate::state::PyState;
use crate::style::Style;
use eldest_bindings::{Error, Failure, Game, Move, Position, Rules, State};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

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
        let game = Game::of(Arc::clone(&rules) as Arc<dyn Rules>).or_raise(py)?;
        Ok(Self { game, rules: Some(rules) })
    }

    /// Returns the number of owners of the rules of a game written in Python.
    pub(crate) fn owners(&self) -> usize {
        self.rules.as_ref().map_or(0, Arc::strong_count)
    }

    /// Shows what the rules refer to to the garbage collector.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.rules.as_ref().map_or(Ok(()), |rules| rules.traverse(visit))
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

    /// Returns the root after a move, at `position`.
    pub(crate) fn after(&self, py: Python<'_>, mv: &Move, position: &Position) -> PyResult<Self> {
        let Some((object, style)) = &self.own else {
            return Ok(Self { text: position.text().or_raise(py)?, own: None });
        };
        let mut state = PyState::copy_of(object.bind(py), style).or_raise(py)?;
        state.play(mv.number).or_raise(py)?;
        let object = state.object().or_raise(py)?;
        style.note_class(object.bind(py))?;
        Self::of(object.bind(py), style)
    }

    /// Returns the root at a position of a game written in Python, which nothing else changes.
    fn of(object: &Bound<'_, PyAny>, style: &Arc<Style>) -> PyResult<Self> {
        let text = match style.has_text {
            true => convert::text("text()", &object.call_method0("text")?)?,
            false => object.repr()?.to_string(),
        };
        Ok(Self { text, own: Some((object.clone().unbind(), Arc::clone(style))) })
    }

    /// Returns what a search takes as this position: text, or an object, which is a copy.
    pub(crate) fn given(&self, py: Python<'_>, position: &Position) -> PyResult<Py<PyAny>> {
        match &self.own {
            Some((object, style)) => Ok(style.copied(object.bind(py))?.unbind()),
            None => Ok(PyString::new(py, &position.text().or_raise(py)?).into_any().unbind()),
        }
    }
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
