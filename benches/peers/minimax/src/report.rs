//! What is printed: a line for each pair of searches, and the medians.

use crate::Task;
use anyhow::Result;
use serde::Serialize;
use std::fmt;

/// Above the lines.
pub(crate) const HEADING: &str = concat!(
    "                                             eldest                minimax\n",
    "pair position  depth threads   seconds      nodes/s   seconds      nodes/s   ratio",
);

/// What the side to move can bring about within the depth.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Loss,
    /// A draw, or nothing yet.
    Open,
    Win,
}

impl Outcome {
    /// By the sign of a value.
    pub(crate) fn of(value: i32) -> Self {
        match value {
            ..0 => Self::Loss,
            0 => Self::Open,
            1.. => Self::Win,
        }
    }
}

/// A timed search.
#[derive(Copy, Clone, Debug, Serialize)]
pub(crate) struct Run {
    pub(crate) seconds: f64,
    pub(crate) nodes: u64,
    nodes_per_second: f64,
    pub(crate) outcome: Outcome,
}

impl Run {
    pub(crate) fn new(seconds: f64, nodes: u64, outcome: Outcome) -> Self {
        Self { seconds, nodes, nodes_per_second: (nodes as f64 / seconds).round(), outcome }
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>9.3} {:>12.0}", self.seconds, self.nodes_per_second)
    }
}

/// A position searched by both.
#[derive(Debug, Serialize)]
pub(crate) struct Line {
    #[serde(rename = "type")]
    kind: &'static str,
    pair: u16,
    position: &'static str,
    depth: u8,
    threads: u16,
    pub(crate) eldest: Run,
    pub(crate) minimax: Run,
    ratio: f64,
}

impl Line {
    pub(crate) fn new(task: &Task, pair: u16, eldest: Run, minimax: Run) -> Self {
        let &Task { name: position, depth, threads, .. } = task;
        let ratio = eldest.seconds / minimax.seconds;
        Self { kind: "pair", pair, position, depth, threads, eldest, minimax, ratio }
    }
}

/// A row under [`HEADING`].
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>4} {:<9} {:>5} {:>7} ", self.pair, self.position, self.depth, self.threads)?;
        write!(f, "{} {} {:>7.3}", self.eldest, self.minimax, self.ratio)
    }
}

/// For one depth and number of threads.
#[derive(Debug, Serialize)]
pub(crate) struct Summary {
    #[serde(rename = "type")]
    kind: &'static str,
    depth: u8,
    threads: u16,
    pairs: u16,
    median_ratio: f64,
}

impl Summary {
    /// `ratios` are those of all pairs.
    pub(crate) fn new(depth: u8, threads: u16, pairs: u16, ratios: Vec<f64>) -> Self {
        Self { kind: "summary", depth, threads, pairs, median_ratio: median(ratios) }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, threads, pairs, median_ratio, .. } = self;
        let about = format!("depth {depth}, threads {threads}");
        write!(f, "{about}: median ratio over {pairs} pairs: {median_ratio:.3}")
    }
}

/// The ratio of the times for all positions together.
pub(crate) fn ratio_of_sums(lines: &[Line]) -> f64 {
    let sum = |run: fn(&Line) -> Run| lines.iter().map(|line| run(line).seconds).sum::<f64>();
    sum(|line| line.eldest) / sum(|line| line.minimax)
}

/// There is at least one pair.
fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Writes a line: an object, or a row.
pub(crate) fn put<T: fmt::Display + Serialize>(json: bool, line: &T) -> Result<()> {
    if json {
        println!("{}", serde_json::to_string(line)?);
    } else {
        println!("{line}");
    }
    Ok(())
}
