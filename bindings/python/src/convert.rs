//! What the methods of a Python game return, as numbers of the search.

use eldest_bindings::{Score, Side};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyInt, PyList, PySet, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of the bit from which on a move's number holds its code.
const CODE: u32 = 32;

/// Returns the side that `side()` returned.
pub(crate) fn side(value: &Bound<'_, PyAny>) -> PyResult<Side> {
    match value.extract::<u8>() {
        Ok(0) => Ok(Side::First),
        Ok(1) => Ok(Side::Second),
        _ => Err(wrong("side()", value, "0 or 1")),
    }
}

/// Returns the key that `key()` returned: an integer of 64 bits as it is, anything else hashed.
pub(crate) fn key(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(key) = value.extract::<u64>() {
        return Ok(key);
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        return Ok(hashed(bytes.as_bytes()));
    }
    if value.is_instance_of::<PyInt>() {
        let bits: usize = value.call_method0("bit_length")?.extract()?;
        let kwargs = pyo3::types::PyDict::new(value.py());
        kwargs.set_item("signed", true)?;
        let bytes = value.call_method("to_bytes", (bits / 8 + 1, "little"), Some(&kwargs))?;
        return Ok(hashed(bytes.cast::<PyBytes>()?.as_bytes()));
    }
    let expected = "an int or bytes; hash(x) makes an int of a hashable x";
    Err(wrong("key()", value, expected))
}

/// Returns the score that `over()` returned.
pub(crate) fn over(value: &Bound<'_, PyAny>) -> PyResult<Option<Score>> {
    if value.is_none() {
        return Ok(None);
    }
    let found = scored(value).ok_or_else(|| wrong("over()", value, "None, WIN, LOSS or points"))?;
    Ok(Some(found))
}

/// Returns the score that `method` returned.
pub(crate) fn score(method: &str, value: &Bound<'_, PyAny>) -> PyResult<Score> {
    scored(value).ok_or_else(|| wrong(method, value, "WIN, LOSS or points within ±4,000,000"))
}

/// Returns the points that `method` returned.
pub(crate) fn points(method: &str, value: &Bound<'_, PyAny>) -> PyResult<i32> {
    let found = scored(value)
        .map(Score::get)
        .filter(|points| points.unsigned_abs() <= Score::MAX_VALUE.get().unsigned_abs());
    found.ok_or_else(|| wrong(method, value, "points within ±4,000,000"))
}

/// Returns a score; `None` for anything else, as for a truth value, which is an integer in Python.
fn scored(value: &Bound<'_, PyAny>) -> Option<Score> {
    let points = value.extract::<i32>().ok().filter(|points| is_score(*points))?;
    (!value.is_instance_of::<PyBool>()).then(|| Score::new(points))
}

/// Returns the position that `method` returned; a method without a `return` returns `None`.
pub(crate) fn position<'py>(method: &str, value: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    if value.is_none() { Err(wrong(method, &value, "a position")) } else { Ok(value) }
}

/// Returns the plies that `plies_left()` returned; `None` if there is no bound.
pub(crate) fn plies(value: &Bound<'_, PyAny>) -> PyResult<Option<u32>> {
    value.extract().map_err(|_| wrong("plies_left()", value, "an int from 0 to 2**32 - 1"))
}

/// Returns the text that `method` returned.
pub(crate) fn text(method: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    value.extract().map_err(|_| wrong(method, value, "a str that UTF-8 can encode"))
}

fn is_score(points: i32) -> bool {
    let most = Score::WIN.get();
    points.checked_abs().is_some_and(|points| {
        let distant = most - Score::MAX_DISTANCE as i32;
        points <= Score::MAX_VALUE.get() || (distant..=most).contains(&points)
    })
}

/// Returns what `moves()` returned as a list that the game cannot change.
pub(crate) fn list<'py>(value: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
    match value.cast_into::<PyList>() {
        Ok(list) => Ok(list.get_slice(0, list.len())),
        Err(other) => {
            let value = other.into_inner();
            let items = value.try_iter().map_err(|_| wrong("moves()", &value, "a sequence"))?;
            let items = items.collect::<PyResult<Vec<_>>>()?;
            PyList::new(value.py(), items)
        }
    }
}

/// Whether moves are different, as far as their hashes show it at once.
pub(crate) fn are_distinct(list: &Bound<'_, PyList>) -> bool {
    PySet::new(list.py(), list).is_ok_and(|distinct| distinct.len() == list.len())
}

/// Returns the number of the move in this place of a list: the place, and above it the code under
/// which killers and history remember the move.
pub(crate) fn number(place: usize, mv: &Bound<'_, PyAny>) -> u64 {
    (u64::from(code(mv).unwrap_or((place as u16).wrapping_add(1))) << CODE) | place as u64
}

/// Returns the code of a move.
pub(crate) fn code_of(number: u64) -> u16 {
    (number >> CODE) as u16
}

/// Returns the place of a move in the list of its position.
pub(crate) fn place(number: u64) -> usize {
    (number & u64::from(u32::MAX)) as usize
}

/// Returns a code that a move has at all positions, if one can be computed without calling Python
/// code: not 0, the same in every run.
fn code(mv: &Bound<'_, PyAny>) -> Option<u16> {
    code_within(mv, DEEPEST)
}

/// The most tuples within each other in a move that has a code: it may have any number of them.
const DEEPEST: u32 = 8;

fn code_within(mv: &Bound<'_, PyAny>, deepest: u32) -> Option<u16> {
    if mv.is_instance_of::<PyInt>() {
        return mv.extract::<u16>().ok()?.checked_add(1);
    }
    if let Ok(text) = mv.cast::<PyString>() {
        return Some(hashed(text.to_str().ok()?.as_bytes()) as u16 | 1);
    }
    let parts = mv.cast::<PyTuple>().ok()?;
    let mut hasher = DefaultHasher::new();
    for part in parts.iter() {
        code_within(&part, deepest.checked_sub(1)?)?.hash(&mut hasher);
    }
    Some(hasher.finish() as u16 | 1)
}

fn hashed(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

/// Returns the exception for a method that returned `value` instead of what is `expected`.
pub(crate) fn wrong(method: &str, value: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    let shown = value.repr().map_or_else(|_| "an object".to_owned(), |text| text.to_string());
    let message = format!("{method} returned {shown}; expected {expected}");
    if value.is_instance_of::<PyInt>() {
        PyValueError::new_err(message)
    } else {
        PyTypeError::new_err(message)
    }
}
