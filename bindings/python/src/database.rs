//! [`Database`]: all values of a set of positions, for games with cycles.

use crate::error::{OrRaise, failure};
use crate::exit::detached;
use crate::options::{argument, get, set};
use crate::place::Place;
use crate::task::Task;
use eldest_bindings::database::{self, BuildOptions, BuildProgress};
use eldest_bindings::{Failure, Value};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::PathBuf;

/// The open files of a database.
#[pyclass(frozen, module = "eldest._eldest")]
pub(crate) struct Database {
    place: Place,
    database: database::Database,
}

#[pymethods]
impl Database {
    /// Opens all files of a game in a directory.
    #[new]
    fn new(game: &Bound<'_, PyAny>, directory: PathBuf) -> PyResult<Self> {
        let (py, place) = (game.py(), Place::open(game)?);
        let opened = detached(py, || database::Database::open(&place.game, &directory));
        Ok(Self { database: opened.or_raise(py)?, place })
    }

    /// Lists the slices that would be built: name, numbers, bytes of memory, bytes of the file.
    #[staticmethod]
    fn planned(
        game: &Bound<'_, PyAny>,
        given: &Bound<'_, PyDict>,
    ) -> PyResult<Vec<(String, u64, u64, u64)>> {
        let (py, place) = (game.py(), Place::open(game)?);
        let slices = database::slices(&place.game, &build_options(given)?).or_raise(py)?;
        Ok(slices.into_iter().map(row).collect())
    }

    /// Builds a database: the slices.
    #[staticmethod]
    fn build(
        game: &Bound<'_, PyAny>,
        directory: PathBuf,
        given: &Bound<'_, PyDict>,
        on_progress: Option<Py<PyAny>>,
    ) -> PyResult<Task> {
        let (place, options) = (Place::open(game)?, build_options(given)?);
        Ok(Task::begin(move |stop| {
            let report = |progress: &BuildProgress| called(on_progress.as_ref(), progress);
            let built = database::build(&place.game, &directory, &options, &report, stop)?;
            Ok(built.into_iter().map(row).collect::<Vec<_>>())
        }))
    }

    /// The names of the slices.
    fn slices(&self) -> Vec<String> {
        self.database.slices()
    }

    /// The bounds of the value of a position; `None` if it is in no slice.
    fn probe(&self, position: &Bound<'_, PyAny>) -> PyResult<Option<(i32, i32)>> {
        let (py, (position, _)) = (position.py(), self.place.position(position)?);
        let probed = detached(py, || self.database.probe(&position));
        Ok(probed.or_raise(py)?.map(|value| bounds(&value)))
    }

    /// The bounds of the value of each move.
    fn probe_moves(&self, position: &Bound<'_, PyAny>) -> PyResult<Vec<ProbedMove>> {
        let (py, (position, root)) = (position.py(), self.place.position(position)?);
        let probed = detached(py, || self.database.probe_moves(&position)).or_raise(py)?;
        let of_move = |(mv, value): &(eldest_bindings::Move, Option<Value>)| {
            let object = root.moves(py, std::slice::from_ref(mv))?.remove(0);
            Ok((object, value.as_ref().map(bounds)))
        };
        probed.iter().map(of_move).collect()
    }

    /// Verifies the file of a slice by the rules alone.
    fn check(
        &self,
        slice: String,
        threads: &Bound<'_, PyAny>,
        on_progress: Option<Py<PyAny>>,
    ) -> PyResult<Task> {
        let (database, threads) = (self.database.clone(), argument(threads, "threads")?);
        Ok(Task::begin(move |stop| {
            let report = |progress: &BuildProgress| called(on_progress.as_ref(), progress);
            database.check(&slice, threads, &report, stop)
        }))
    }
}

/// A move with the bounds of its value, if they are known.
type ProbedMove = (Py<PyAny>, Option<(i32, i32)>);

fn bounds(value: &Value) -> (i32, i32) {
    (value.lower.get(), value.upper.get())
}

fn row(slice: database::Slice) -> (String, u64, u64, u64) {
    (slice.name, slice.numbers, slice.memory_bytes, slice.file_bytes)
}

fn build_options(given: &Bound<'_, PyDict>) -> PyResult<BuildOptions> {
    let mut options =
        BuildOptions { men: get(given, "men")?, threads: 1, ..BuildOptions::default() };
    set(given, "slices", &mut options.slices)?;
    set(given, "threads", &mut options.threads)?;
    set(given, "memory_mib", &mut options.memory_mib)?;
    Ok(options)
}

/// Calls a Python function, if there is one, with a step of building.
fn called(callback: Option<&Py<PyAny>>, progress: &BuildProgress) -> Result<(), Failure> {
    let Some(callback) = callback else { return Ok(()) };
    let step = (progress.slice.as_str(), progress.task.as_str(), progress.done, progress.all);
    Python::attach(|py| callback.call1(py, step).map(drop))
        .map_err(|error| failure("on_progress()", error))
}
