//! The other measurements of `--report`: Connect Four by stones, how full tables get, other
//! solvers.

use super::super::suite::BenchEntry;
use super::super::work::{self, SearchCost};
use anyhow::{Context, Result, ensure};
use eldest_catalog::games::Catalog;
use eldest_catalog::input;
use eldest_terminal::Interrupt;
use eldest_terminal::args::mib;
use serde::{Deserialize, Serialize};
use serde_json::Deserializer;
use std::fmt;
use std::io::BufReader;
use std::path::Path;

/// The cost of solving positions with the same number of stones, one after the other with one
/// table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct StoneEffort {
    #[serde(rename = "type")]
    kind: &'static str,
    pub(super) stones: &'static str,
    pub(super) positions: usize,
    /// The average; `most_nodes` is of the hardest position.
    pub(super) nodes: f64,
    pub(super) most_nodes: u64,
    pub(super) seconds: f64,
    pub(super) most_seconds: f64,
}

impl StoneEffort {
    pub(super) const HEADING: &str =
        "stones positions        nodes        most    seconds       most";

    pub(super) fn measure<C: Catalog>(
        entry: &BenchEntry,
        bytes: usize,
        interrupt: &Interrupt,
    ) -> Result<Self> {
        Ok(Self::new(entry.name, &work::measure::<C>(entry, bytes, interrupt)?))
    }

    /// Summarises one or more searches.
    fn new(stones: &'static str, tallies: &[SearchCost]) -> Self {
        let sum: SearchCost = tallies.iter().sum();
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

impl fmt::Display for StoneEffort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { stones, positions, nodes, most_nodes, seconds, most_seconds, .. } = self;
        write!(f, "{stones:>6} {positions:>9} {nodes:>12.0} {most_nodes:>11} ")?;
        write!(f, "{seconds:>10.4} {most_seconds:>10.4}")
    }
}

/// The number of points of a curve, without its start.
const POINTS: u64 = 12;

/// Returns the given table size in MiB and three smaller ones, the smallest first.
pub(super) fn sizes(table_mib: usize) -> Vec<usize> {
    let mut sizes: Vec<_> = [64, 16, 4, 1].map(|part| (table_mib / part).max(1)).into();
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
    /// Numbers of nodes, and how full the table was by then, in %.
    pub(super) samples: Vec<(u64, f64)>,
}

impl Fullness {
    pub(super) const HEADING: &str = "   MiB        nodes    seconds  full %";

    /// Returns how full the table is at the end, in %.
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

/// Solves the first position of `entry` with a table of `size` MiB. The points of the curve are the
/// same on every machine: for each, the search is repeated up to a part of its nodes.
pub(super) fn measure_fullness<C: Catalog>(
    entry: &BenchEntry,
    size: usize,
    interrupt: &Interrupt,
) -> Result<Fullness> {
    let search = |most| work::measure_first::<C>(entry, mib(size), most, interrupt);
    let whole = search(None)?;
    let mut samples = vec![(0, 0.0)];
    for point in (1..POINTS).take_while(|_| !interrupt.is_raised()) {
        samples.push(sample(search(Some((whole.nodes * point / POINTS).max(1)))?));
    }
    samples.push(sample(whole));
    Ok(Fullness {
        kind: "fullness",
        mib: size,
        nodes: whole.nodes,
        seconds: whole.time.as_secs_f64(),
        samples,
    })
}

/// Returns the nodes of `search`, and how full the table is then, in %.
fn sample(search: SearchCost) -> (u64, f64) {
    (search.nodes, f64::from(search.hashfull) / 10.0)
}

/// The times of eldest and of another solver for the same work.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Peer {
    pub(super) peer: String,
    pub(super) task: String,
    pub(super) pairs: u32,
    /// Medians over all pairs.
    pub(super) eldest_seconds: f64,
    pub(super) peer_seconds: f64,
    /// The median ratio of eldest's time to the other's.
    pub(super) ratio: f64,
}

/// Reads the file at `path`, which has one JSON object per line.
pub(super) fn read_peers(path: &Path) -> Result<Vec<Peer>> {
    let name = || path.display().to_string();
    let file = BufReader::new(input::open(path).with_context(name)?);
    let peers = Deserializer::from_reader(file).into_iter().collect::<Result<Vec<Peer>, _>>();
    let peers = peers.with_context(name)?;
    for Peer { peer, task, eldest_seconds, peer_seconds, ratio, .. } in &peers {
        let all_positive =
            [eldest_seconds, peer_seconds, ratio].iter().all(|number| **number > 0.0);
        ensure!(all_positive, "{}: {peer}, {task}: expected times above zero", path.display());
    }
    Ok(peers)
}
