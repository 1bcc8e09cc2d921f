//! Options and limits, as keyword arguments give them.

use eldest_bindings::{EngineOptions, Error, SearchLimits};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::time::Duration;

/// The fields of the options of an engine.
pub(crate) const ENGINE_OPTIONS: &[&str] =
    &["threads", "table_mib", "algorithm", "database", "max_plies", "evaluator", "selective"];

/// Checks that a dictionary has only some of these fields.
pub(crate) fn only(given: &Bound<'_, PyDict>, fields: &[&str]) -> PyResult<()> {
    let is_known = |key: &Bound<'_, PyAny>| {
        key.extract::<String>().is_ok_and(|key| fields.contains(&key.as_str()))
    };
    match given.keys().iter().find(|key| !is_known(key)) {
        None => Ok(()),
        Some(key) => {
            let expected = fields.join(", ");
            let message = format!("a player has no option {}; expected {expected}", key.repr()?);
            Err(PyTypeError::new_err(message))
        }
    }
}

/// Reads the options of an engine from a dictionary with some of the [`ENGINE_OPTIONS`].
pub(crate) fn engine_options(given: &Bound<'_, PyDict>) -> PyResult<EngineOptions> {
    let mut options = EngineOptions::default();
    set(given, "threads", &mut options.threads)?;
    set(given, "table_mib", &mut options.table_mib)?;
    set(given, "selective", &mut options.selective)?;
    options.database = get(given, "database")?;
    options.evaluator = get(given, "evaluator")?;
    options.max_ply = get(given, "max_plies")?;
    if let Some(name) = get::<String>(given, "algorithm")? {
        options.algorithm = name.parse().map_err(|error| {
            crate::error::raised(given.py(), &Error::Option(format!("algorithm: {error}")))
        })?;
    }
    Ok(options)
}

/// Reads the limits of a search from a dictionary with some of the fields `depth`, `time` and
/// `soft_time` in seconds, `nodes`, `multi_pv`, `decide` and `moves`.
pub(crate) fn limits(given: &Bound<'_, PyDict>) -> PyResult<SearchLimits> {
    let mut limits = SearchLimits {
        depth: get(given, "depth")?,
        time: duration(given, "time")?,
        soft_time: duration(given, "soft_time")?,
        nodes: get(given, "nodes")?,
        decide: get(given, "at_least")?,
        root_moves: get(given, "root_moves")?,
        ..SearchLimits::default()
    };
    set(given, "multi_pv", &mut limits.multi_pv)?;
    limits.line = get(given, "find_line")?;
    Ok(limits)
}

/// Returns a field that is there and not `None`.
pub(crate) fn get<'py, T>(given: &Bound<'py, PyDict>, name: &str) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    match given.get_item(name)? {
        Some(value) if !value.is_none() => argument(&value, name).map(Some),
        _ => Ok(None),
    }
}

/// Returns an argument; an error that has its name, if it is of another type or out of range.
pub(crate) fn argument<'py, T>(value: &Bound<'py, PyAny>, name: &str) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    value.extract().map_err(Into::into).map_err(|error: PyErr| named(value, name, &error))
}

/// Sets `field` to the field of that name, if it is there.
pub(crate) fn set<'py, T>(given: &Bound<'py, PyDict>, name: &str, field: &mut T) -> PyResult<()>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    if let Some(value) = get(given, name)? {
        *field = value;
    }
    Ok(())
}

fn duration(given: &Bound<'_, PyDict>, name: &str) -> PyResult<Option<Duration>> {
    let Some(seconds) = get::<f64>(given, name)? else { return Ok(None) };
    let read = Duration::try_from_secs_f64(seconds);
    read.map(Some).map_err(|error| {
        let message = format!("{name} is {seconds} seconds: {error}");
        crate::error::raised(given.py(), &Error::Option(message))
    })
}

/// Returns the exception for an invalid argument, with its name.
fn named(value: &Bound<'_, PyAny>, name: &str, error: &PyErr) -> PyErr {
    let message = format!("{name} is {value}: {}", error.value(value.py()));
    crate::error::raised(value.py(), &Error::Option(message))
}
