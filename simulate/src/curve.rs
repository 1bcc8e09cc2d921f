//! Speed-up over processors, drawn: the ideal, and a line for each algorithm.

use crate::plot::{Axis, Line, Plot};
use crate::row::Row;
use anyhow::Result;
use plotters::prelude::SeriesLabelPosition;

/// A drawing of `rows`.
pub(crate) fn svg(rows: &[Row]) -> Result<String> {
    let processors = |row: &Row| f64::from(row.processors).log2();
    let ideal = rows.iter().map(|row| (processors(row), f64::from(row.processors)));
    let mut lines = vec![Line::new("ideal", ideal)];
    let mut algorithms: Vec<_> = rows.iter().map(|row| row.algorithm).collect();
    algorithms.dedup();
    lines.extend(algorithms.into_iter().map(|algorithm| {
        let its = rows.iter().filter(|row| row.algorithm == algorithm);
        Line::new(algorithm, its.map(|row| (processors(row), row.speedup)))
    }));
    let plot = Plot {
        x: Axis { name: "processors", write: |power| format!("{:.0}", power.exp2()) },
        y: Axis { name: "speed-up", write: |speedup| speedup.to_string() },
        is_logarithmic: true,
        names: SeriesLabelPosition::UpperLeft,
        lines,
    };
    plot.draw()
}
