//! [`Style`]: what the class of a position has, its methods and its attributes.

use crate::convert;
use eldest_bindings::Declared;
use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyType;
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    /// The class of the start, and others that its methods have returned.
    classes: Mutex<Vec<Py<PyType>>>,
}

impl Style {
    /// Returns the style of a position, unless methods are missing.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        let is_copying = object.hasattr("child")?;
        require(object, is_copying)?;
        Ok(Self {
            is_copying,
            has_copy: object.hasattr("copy")?,
            has_name: object.hasattr("name")?,
            has_text: object.hasattr("text")?,
            has_taken: object.hasattr("taken")?,
            has_plies_left: object.hasattr("plies_left")?,
            has_bounds: object.hasattr("bounds")?,
            has_evaluate: object.hasattr("evaluate")?,
            classes: Mutex::new(vec![object.get_type().unbind()]),
        })
    }

    fn classes(&self) -> MutexGuard<'_, Vec<Py<PyType>>> {
        self.classes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows the classes to the garbage collector.
    pub(crate) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let Ok(classes) = self.classes.try_lock() else { return Ok(()) };
        classes.iter().try_for_each(|class| visit.call(class))
    }

    /// Returns a position of a caller, unless it is of another class: its keys could equal those of
    /// this game, and mean other values.
    pub(crate) fn checked<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let class = object.get_type();
        if self.classes().iter().any(|known| known.is(&class)) {
            return Ok(object.clone());
        }
        let expected = self.classes()[0].clone_ref(object.py());
        Err(PyTypeError::new_err(format!(
            "the position is of class {}; expected one of class {}, or another engine",
            class.name()?,
            expected.bind(object.py()).name()?
        )))
    }

    /// Notes the class of a position that a method of the game has returned, unless methods are
    /// missing.
    pub(crate) fn note_class(&self, object: &Bound<'_, PyAny>) -> PyResult<()> {
        let class = object.get_type();
        if self.classes().iter().any(|known| known.is(&class)) {
            return Ok(());
        }
        require(object, self.is_copying)?;
        self.classes().push(class.unbind());
        Ok(())
    }

    /// Returns a copy of a position, which is another one only if moves change it.
    pub(crate) fn copied<'py>(&self, object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if self.is_copying {
            Ok(object.clone())
        } else if self.has_copy {
            let copied = object.call_method0(intern!(object.py(), "copy"))?;
            convert::position("copy()", copied)
        } else {
            object.py().import("copy")?.call_method1("deepcopy", (object,))
        }
    }
}

/// Raises an exception unless a position has all methods of its style.
fn require(object: &Bound<'_, PyAny>, is_copying: bool) -> PyResult<()> {
    let own: &[&str] = if is_copying { &["child"] } else { &["play", "undo"] };
    for name in ["side", "key", "over", "moves"].iter().chain(own) {
        if object.is_instance_of::<PyType>() || !object.hasattr(*name)? {
            return Err(missing(object, name));
        }
    }
    Ok(())
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

/// Reads the attributes of the class that declare something about all positions.
pub(crate) fn declared(start: &Bound<'_, PyAny>) -> PyResult<Declared> {
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
    declared.fingerprint = attribute(start, "FINGERPRINT")?.unwrap_or(0);
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
