//! [`Session`]: a position on which moves are played.

use crate::error::OrRaise;
use crate::options::argument;
use crate::place::Root;
use crate::task::Task;
use eldest_bindings::{Move, Position, Score, Side};
use pyo3::prelude::*;

/// A position of any game, and its moves.
#[pyclass(frozen, module = "eldest._eldest")]
pub(crate) struct Session {
    position: Position,
    root: Root,
}

impl Session {
    pub(crate) fn new(position: Position, root: Root) -> Self {
        Self { position, root }
    }
}

#[pymethods]
impl Session {
    /// The side to move: 0 or 1.
    fn side(&self, py: Python<'_>) -> PyResult<u8> {
        Ok(u8::from(self.position.side().or_raise(py)? == Side::Second))
    }

    /// The score for the side to move, if the game is over.
    fn over(&self, py: Python<'_>) -> PyResult<Option<i32>> {
        Ok(self.position.over().or_raise(py)?.map(Score::get))
    }

    /// The legal moves: the names, and the moves themselves.
    fn moves(&self, py: Python<'_>) -> PyResult<Vec<(String, Py<PyAny>)>> {
        let moves = self.position.moves().or_raise(py)?;
        let named = |mv: &Move| {
            let objects = self.root.moves(py, std::slice::from_ref(mv))?;
            Ok((mv.name.clone(), objects.into_iter().next().expect("one for each move")))
        };
        moves.iter().map(named).collect()
    }

    /// The position after a move.
    fn after(&self, py: Python<'_>, name: &str) -> PyResult<Self> {
        let mv = self.position.find(name).or_raise(py)?;
        let position = self.position.after(&mv).or_raise(py)?;
        let root = self.root.after(py, &mv, &position)?;
        Ok(Self { position, root })
    }

    /// What a search takes as this position.
    fn given(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.root.given(py, &self.position)
    }

    /// The position in several lines.
    fn drawing(&self, py: Python<'_>) -> PyResult<String> {
        self.position.drawing().or_raise(py)
    }

    /// Counts the games of this number of plies.
    fn perft(&self, plies: &Bound<'_, PyAny>) -> PyResult<Task> {
        let position = self.position.copy().or_raise(plies.py())?;
        let plies = argument(plies, "plies")?;
        Ok(Task::begin(move |stop| eldest_bindings::conformance::perft(&position, plies, stop)))
    }
}
