//! The Python module of `eldest`.
#![forbid(unsafe_code)]

use pyo3::prelude::*;

/// The module.
#[pymodule]
fn eldest(_module: &Bound<'_, PyModule>) -> PyResult<()> {
    Ok(())
}
