//! [`Findings`]: the measurements, and the page that shows them.

use super::super::EntryRecord;
use super::super::row::ScalingRow;
use super::effort::{Fullness, Peer, StoneEffort};
use crate::bench::args::BenchArgs;
use anyhow::Result;
use askama::Template;
use eldest_catalog::games::Catalog;
use eldest_catalog::text::several;
use eldest_draw::plot::Corner::{UpperLeft, UpperRight};
use eldest_draw::plot::{Axis, Line, Plot};
use eldest_terminal::progress::short;
use eldest_terminal::typed::typed_as;
use std::env::consts::{ARCH, OS};
use std::thread::available_parallelism;

const SECONDS: Axis = Axis { name: "seconds per position", write: decimal };
const NODES: Axis = Axis { name: "nodes", write: short };
const STONES: Axis = Axis { name: "stones on the board", write: whole };
const THREADS: Axis = Axis { name: "threads", write: whole };
const SPEEDUP: Axis = Axis { name: "speed-up", write: |speedup| format!("{speedup:.1}") };
const FULL: Axis = Axis { name: "full, %", write: |percent| format!("{percent:.0}") };

/// All measurements.
#[derive(Debug)]
pub(super) struct Findings {
    pub(super) plies: Vec<StoneEffort>,
    pub(super) fullness: Vec<Fullness>,
    pub(super) rows: Vec<ScalingRow>,
    pub(super) entries: Vec<EntryRecord>,
    pub(super) peers: Vec<Peer>,
}

/// The settings of the measurements.
#[derive(Debug)]
pub(super) struct About {
    table_mib: usize,
    /// The positions on which the algorithms are compared.
    contest: String,
    rounds: usize,
}

impl About {
    pub(super) fn new<C: Catalog>(args: &BenchArgs) -> Self {
        let contest = match &args.contest.game {
            Some(game) => format!("positions of {}", game.of::<C>().name()),
            None => format!("suite {}", typed_as(args.contest.suite)),
        };
        Self { table_mib: args.table_mib, contest, rounds: args.contest.repeat }
    }

    fn rounds_in_words(&self) -> String {
        if self.rounds == 1 {
            "one round".into()
        } else {
            format!("medians of {} rounds", self.rounds)
        }
    }
}

impl Findings {
    /// Returns the page, in HTML.
    pub(super) fn page(&self, about: &About) -> Result<String> {
        let is_parallel = self.rows.iter().any(|row| row.threads > 1);
        let page = Page {
            version: env!("CARGO_PKG_VERSION"),
            machine: machine(),
            about,
            found: self,
            signature: self.entries.iter().map(|entry| entry.nodes).sum(),
            time: self.time().svg(),
            nodes: self.nodes().svg(),
            speedup: if is_parallel { self.speedup().svg() } else { String::new() },
            full: self.full().svg(),
        };
        Ok(page.render()?)
    }

    fn by_ply(&self, name: &str, number: impl Fn(&StoneEffort) -> f64) -> Line {
        let stones = |ply: &StoneEffort| ply.stones.parse().expect("a number");
        Line::new(name, self.plies.iter().map(|ply| (stones(ply), number(ply))))
    }

    fn time(&self) -> Plot {
        let average = self.by_ply("average", |ply| ply.seconds);
        let lines = vec![average, self.by_ply("the hardest", |ply| ply.most_seconds)];
        Plot {
            x: STONES,
            y: SECONDS,
            is_logarithmic: true,
            names: UpperRight,
            lines,
            has_paper: false,
        }
    }

    fn nodes(&self) -> Plot {
        let average = self.by_ply("average", |ply| ply.nodes);
        let lines = vec![average, self.by_ply("the hardest", |ply| ply.most_nodes as f64)];
        Plot {
            x: STONES,
            y: NODES,
            is_logarithmic: true,
            names: UpperRight,
            lines,
            has_paper: false,
        }
    }

    /// Plots a line for each parallel algorithm, from one thread on, and the ideal speed-up.
    fn speedup(&self) -> Plot {
        let rows = || self.rows.iter().filter(|row| row.threads > 1);
        let mut names: Vec<_> = rows().map(|row| row.algorithm.as_str()).collect();
        names.dedup();
        let most = rows().map(|row| f64::from(row.threads)).fold(1.0, f64::max);
        let of = |name| {
            let rows = rows().filter(|row| row.algorithm == name);
            let points = rows.map(|row| (f64::from(row.threads), row.speedup));
            Line::new(name, std::iter::once((1.0, 1.0)).chain(points))
        };
        let ideal = Line::new("ideal", [(1.0, 1.0), (most, most)].into_iter());
        let lines = names.into_iter().map(of).chain([ideal]).collect();
        Plot {
            x: THREADS,
            y: SPEEDUP,
            is_logarithmic: false,
            names: UpperLeft,
            lines,
            has_paper: false,
        }
    }

    fn full(&self) -> Plot {
        let line = |size: &Fullness| {
            let samples = size.samples.iter().map(|&(nodes, percent)| (nodes as f64, percent));
            Line::new(&format!("{} MiB", size.mib), samples)
        };
        let lines = self.fullness.iter().map(line).collect();
        Plot { x: NODES, y: FULL, is_logarithmic: false, names: UpperLeft, lines, has_paper: false }
    }
}

/// Formats `number` with enough decimals to distinguish it from zero.
fn decimal(number: f64) -> String {
    let decimals = (-number.log10()).ceil().clamp(0.0, 9.0) as usize;
    format!("{number:.decimals$}")
}

/// Formats a whole number; returns an empty string for any other.
fn whole(number: f64) -> String {
    if (number - number.round()).abs() < 1e-6 { format!("{number:.0}") } else { String::new() }
}

fn machine() -> String {
    let cores = available_parallelism().map_or(1, usize::from);
    format!("{ARCH}, {OS}, {}", several(cores, "core", "cores"))
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    version: &'static str,
    machine: String,
    about: &'a About,
    found: &'a Findings,
    signature: u64,
    time: String,
    nodes: String,
    speedup: String,
    full: String,
}
