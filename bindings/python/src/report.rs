//! Reports as dictionaries.

use crate::place::Root;
use eldest_bindings::{Iteration, Move, MoveReport, Progress, Report, StopReason, Value};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::slice::from_ref;

/// Returns a report as a dictionary; `root` is the position that was searched.
pub(crate) fn report<'py>(
    py: Python<'py>,
    report: &Report,
    root: &Root,
) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    set_value(&fields, &report.value)?;
    set_progress(&fields, &report.progress)?;
    fields.set_item("position", &root.text)?;
    let best = report.best_move.as_slice();
    fields.set_item("best_move", root.moves(py, best)?.into_iter().next())?;
    fields.set_item("line", root.moves(py, &report.line)?)?;
    fields.set_item("moves", root_moves(py, &report.moves, root)?)?;
    fields.set_item("depth", report.depth)?;
    fields.set_item("proved", report.proved)?;
    fields.set_item("exact", report.exact)?;
    fields.set_item("stop_reason", name_of(report.stop_reason))?;
    Ok(fields)
}

/// Returns the name of the reason why a search ended.
fn name_of(reason: StopReason) -> &'static str {
    match reason {
        StopReason::Proved => "proved",
        StopReason::Nodes => "node limit",
        StopReason::Time => "time limit",
        StopReason::Stopped => "stopped",
        StopReason::TooDeep => "too deep",
        StopReason::BeyondPliesLeft => "beyond plies left",
        _ => "complete",
    }
}

/// Returns a completed iteration as a dictionary.
pub(crate) fn iteration<'py>(
    py: Python<'py>,
    iteration: &Iteration,
    root: &Root,
) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    set_value(&fields, &iteration.value)?;
    set_progress(&fields, &iteration.progress)?;
    let moves = root_moves(py, &iteration.moves, root)?;
    fields.set_item("best_move", moves.first().map(|mv| mv.get_item(0)).transpose()?)?;
    fields.set_item("moves", moves)?;
    fields.set_item("depth", iteration.depth)?;
    fields.set_item("proved", iteration.proved)?;
    Ok(fields)
}

/// Returns the progress of a search as a dictionary.
pub(crate) fn progress<'py>(py: Python<'py>, progress: &Progress) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    set_progress(&fields, progress)?;
    set_value(&fields, &progress.value)?;
    fields.set_item("depth", progress.depth)?;
    Ok(fields)
}

/// Returns the moves at the root: the move, its bounds and its line.
fn root_moves<'py>(
    py: Python<'py>,
    moves: &[MoveReport],
    root: &Root,
) -> PyResult<Vec<Bound<'py, PyTuple>>> {
    let firsts: Vec<&[Move]> = moves.iter().map(|found| from_ref(&found.mv)).collect();
    let lines: Vec<&[Move]> = moves.iter().map(|found| &found.line[..]).collect();
    let found = moves.iter().zip(root.lines(py, &firsts)?).zip(root.lines(py, &lines)?);
    let rows = found.map(|((found, first), line)| {
        let (lower, upper) = (found.value.lower.get(), found.value.upper.get());
        (first.into_iter().next(), lower, upper, line).into_pyobject(py)
    });
    rows.collect()
}

fn set_value(fields: &Bound<'_, PyDict>, value: &Value) -> PyResult<()> {
    fields.set_item("lower", value.lower.get())?;
    fields.set_item("upper", value.upper.get())
}

fn set_progress(fields: &Bound<'_, PyDict>, progress: &Progress) -> PyResult<()> {
    fields.set_item("nodes", progress.nodes)?;
    fields.set_item("seconds", progress.seconds)
}
