//! The compiled part of the Python package `eldest`.
//!
//! Python code calls it through `eldest/__init__.py` alone: it takes and returns plain numbers,
//! texts, lists and dictionaries, of which the package makes typed objects.
//!
//! Calls that search release the interpreter; a game written in Python takes it at each of its
//! methods (`state.rs`).
#![forbid(unsafe_code)]

mod convert;
mod database;
mod engine;
mod error;
mod exit;
mod many;
mod options;
mod place;
mod report;
mod rules;
mod search;
mod session;
mod state;
mod style;
mod task;
mod tools;
mod wait;

use pyo3::prelude::*;

/// The compiled part of `eldest`.
#[pymodule]
fn _eldest(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<engine::Engine>()?;
    module.add_class::<search::Search>()?;
    module.add_class::<many::Many>()?;
    module.add_class::<session::Session>()?;
    module.add_class::<task::Task>()?;
    module.add_class::<database::Database>()?;
    module.add_function(wrap_pyfunction!(tools::forget_threads, module)?)?;
    module.add_function(wrap_pyfunction!(tools::games, module)?)?;
    module.add_function(wrap_pyfunction!(tools::algorithms, module)?)?;
    module.add_function(wrap_pyfunction!(tools::begin_exit, module)?)?;
    module.add_function(wrap_pyfunction!(tools::check, module)?)?;
    module.add_function(wrap_pyfunction!(tools::certify, module)?)?;
    module.add_function(wrap_pyfunction!(tools::compare, module)?)?;
    module.add_function(wrap_pyfunction!(tools::conformance, module)?)?;
    module.add_function(wrap_pyfunction!(tools::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(tools::settle, module)?)?;
    module.add_function(wrap_pyfunction!(tools::tree, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
