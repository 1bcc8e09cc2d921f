//! [`Ply`]: what it takes to solve Connect Four after so many moves.

use super::super::suite::Entry;
use super::super::work::{self, Tally};
use anyhow::Result;
use eldest_catalog::games::Catalog;
use eldest_terminal::Interrupt;
use serde::Serialize;
use std::fmt;

/// What it takes to solve some positions with so many stones, one after the other with one table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Ply {
    #[serde(rename = "type")]
    kind: &'static str,
    pub(super) stones: &'static str,
    pub(super) positions: usize,
    /// On average, and of the hardest one.
    pub(super) nodes: f64,
    pub(super) most_nodes: u64,
    pub(super) seconds: f64,
    pub(super) most_seconds: f64,
}

impl Ply {
    pub(super) const HEADING: &str =
        "stones positions        nodes        most    seconds       most";

    pub(super) fn measure<C: Catalog>(
        entry: &Entry,
        bytes: usize,
        interrupt: &Interrupt,
    ) -> Result<Self> {
        Ok(Self::new(entry.name, &work::measure::<C>(entry, bytes, interrupt)?))
    }

    /// Of one search or more.
    fn new(stones: &'static str, tallies: &[Tally]) -> Self {
        let sum: Tally = tallies.iter().sum();
        let count = tallies.len() as f64;
        Self {
            kind: "ply",
            stones,
            positions: tallies.len(),
            nodes: sum.nodes as f64 / count,
            most_nodes: tallies.iter().map(|tally| tally.nodes).max().unwrap_or_default(),
            seconds: sum.time.as_secs_f64() / count,
            most_seconds: tallies.iter().map(|tally| tally.time.as_secs_f64()).fold(0.0, f64::max),
        }
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stones, positions, nodes, most_nodes, seconds, most_seconds, .. } = self;
        write!(f, "{stones:>6} {positions:>9} {nodes:>12.0} {most_nodes:>11} ")?;
        write!(f, "{seconds:>10.4} {most_seconds:>10.4}")
    }
}
