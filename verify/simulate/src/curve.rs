//! Plots speed-up over processors: the ideal, and a line for each algorithm.

use crate::row::SpeedupRow;
use anyhow::{Context, Result, ensure};
use eldest_draw::plot::{Corner, Line, Plot, Scale};
use serde::Deserialize;
use std::path::{Path, PathBuf};

/// One point of a line: the columns needed of those that `--format csv` writes.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SpeedupPoint {
    algorithm: String,
    processors: u16,
    speedup: f64,
    /// What was searched; empty for published points.
    #[serde(default)]
    game: String,
}

impl From<&SpeedupRow> for SpeedupPoint {
    fn from(row: &SpeedupRow) -> Self {
        let SpeedupRow { algorithm, processors, speedup, ref game, .. } = *row;
        Self { algorithm: algorithm.to_owned(), processors, speedup, game: game.clone() }
    }
}

/// Reads the points of all `files`, as written by `--format csv`.
pub(crate) fn read(files: &[PathBuf]) -> Result<Vec<SpeedupPoint>> {
    let mut points = Vec::new();
    for file in files {
        points.extend(read_one(file).with_context(|| file.display().to_string())?);
    }
    ensure!(!points.is_empty(), "the files contain no speed-up; expected at least one line");
    Ok(points)
}

fn read_one(file: &Path) -> Result<Vec<SpeedupPoint>> {
    Ok(csv::Reader::from_path(file)?.deserialize().collect::<Result<_, _>>()?)
}

/// Plots `points`, with one line for each name.
pub(crate) fn svg(points: &[SpeedupPoint]) -> String {
    let processors = |point: &SpeedupPoint| f64::from(point.processors);
    let ideal = points.iter().map(|point| (processors(point), processors(point)));
    let mut lines = vec![Line::new("ideal", ideal)];
    let mut names: Vec<&str> = Vec::new();
    for point in points {
        if !names.contains(&&*point.algorithm) {
            names.push(&point.algorithm);
        }
    }
    lines.extend(names.into_iter().map(|name| {
        let its = points.iter().filter(|point| point.algorithm == name);
        Line::new(name, its.map(|point| (processors(point), point.speedup)))
    }));
    let plot = Plot {
        title: title(points),
        x: "processors",
        y: "speed-up",
        scale: Scale::Doublings,
        names: Corner::UpperLeft,
        lines,
        has_paper: true,
    };
    plot.svg()
}

/// The games that were searched, each once.
fn title(points: &[SpeedupPoint]) -> String {
    let mut games: Vec<&str> = points.iter().map(|point| &*point.game).collect();
    games.retain(|game| !game.is_empty());
    games.dedup();
    if games.is_empty() { "Speed-up".into() } else { format!("{}, simulated", games.join("; ")) }
}
