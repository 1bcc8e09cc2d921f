//! [`Fullness`]: how full a table gets while a position is solved.

use super::super::suite::Entry;
use super::super::work::{self, Tally};
use crate::args::mib;
use anyhow::Result;
use eldest_catalog::games::Catalog;
use eldest_terminal::Interrupt;
use serde::Serialize;
use std::fmt;
use std::sync::mpsc::channel;

/// The table of so many MiB and two smaller ones, the smallest first.
pub(super) fn sizes(table_mib: usize) -> Vec<usize> {
    let mut sizes: Vec<_> = [16, 4, 1].map(|part| (table_mib / part).max(1)).into();
    sizes.dedup();
    sizes
}

/// How full a table gets while a position is solved.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Fullness {
    #[serde(rename = "type")]
    kind: &'static str,
    pub(super) mib: usize,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    /// After so many nodes, so full, in %.
    pub(super) samples: Vec<(u64, f64)>,
}

impl Fullness {
    pub(super) const HEADING: &str = "   MiB        nodes    seconds  full %";

    /// How full it is at the end, in %.
    pub(super) fn at_the_end(&self) -> f64 {
        self.samples.last().map_or(0.0, |&(_, percent)| percent)
    }
}

impl fmt::Display for Fullness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { mib, nodes, seconds, .. } = self;
        write!(f, "{mib:>6} {nodes:>12} {seconds:>10.3} {:>7.1}", self.at_the_end())
    }
}

/// Solves the first position of `entry` with a table of `size` MiB.
pub(super) fn measure<C: Catalog>(
    entry: &Entry,
    size: usize,
    interrupt: &Interrupt,
) -> Result<Fullness> {
    let (ear, heard) = channel();
    let tally: Tally = work::watch::<C>(&entry.first(), mib(size), interrupt, ear)?.iter().sum();
    let samples = heard.into_iter().map(|at| (at.nodes, f64::from(at.hashfull) / 10.0));
    Ok(Fullness {
        kind: "fullness",
        mib: size,
        nodes: tally.nodes,
        seconds: tally.time.as_secs_f64(),
        samples: [(0, 0.0)].into_iter().chain(samples).collect(),
    })
}
