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
use eldest_draw::plot::{Corner, Line, Plot, Scale};
use eldest_terminal::typed::typed_as;
use std::env::consts::{ARCH, OS};
use std::fs::read_to_string;
use std::process::Command;
use std::thread::available_parallelism;
use time::OffsetDateTime;

const STONES: &str = "stones on the board";

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
            commit: commit(),
            date: OffsetDateTime::now_utc().date().to_string(),
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
        plot((STONES, "seconds per position"), Scale::Decades, UpperRight, lines)
    }

    fn nodes(&self) -> Plot {
        let average = self.by_ply("average", |ply| ply.nodes);
        let lines = vec![average, self.by_ply("the hardest", |ply| ply.most_nodes as f64)];
        plot((STONES, "nodes"), Scale::Decades, UpperRight, lines)
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
        plot(("threads", "speed-up"), Scale::Linear, UpperLeft, lines)
    }

    fn full(&self) -> Plot {
        let line = |size: &Fullness| {
            let samples = size.samples.iter().map(|&(nodes, percent)| (nodes as f64, percent));
            Line::new(&format!("{} MiB", size.mib), samples)
        };
        let lines = self.fullness.iter().map(line).collect();
        plot(("nodes", "full, %"), Scale::Linear, UpperLeft, lines)
    }
}

/// A figure of the page, which has its caption there.
fn plot(
    (x, y): (&'static str, &'static str),
    scale: Scale,
    names: Corner,
    lines: Vec<Line>,
) -> Plot {
    Plot { title: String::new(), x, y, scale, names, lines, has_paper: false }
}

/// The processor, the system, and the number of cores.
fn machine() -> String {
    let cores = available_parallelism().map_or(1, usize::from);
    format!("{}, {OS}, {}", processor(), several(cores, "core", "cores"))
}

/// The name of the processor where Linux has it, otherwise its architecture.
fn processor() -> String {
    let cpus = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpus.lines().find_map(|line| line.strip_prefix("model name")?.split(':').nth(1));
    model.map_or_else(|| ARCH.to_owned(), |name| name.trim().to_owned())
}

/// The commit of the sources that the program was built from, if they are still there.
fn commit() -> String {
    let sources = env!("CARGO_MANIFEST_DIR");
    let args = ["-C", sources, "describe", "--always", "--dirty", "--abbrev=12"];
    let described = Command::new("git").args(args).output().ok();
    let described = described.filter(|output| output.status.success());
    described.map_or_else(
        || "of an unknown commit".to_owned(),
        |output| format!("at commit {}", String::from_utf8_lossy(&output.stdout).trim()),
    )
}

#[derive(Template)]
#[template(path = "report.html")]
struct Page<'a> {
    version: &'static str,
    commit: String,
    date: String,
    machine: String,
    about: &'a About,
    found: &'a Findings,
    signature: u64,
    time: String,
    nodes: String,
    speedup: String,
    full: String,
}
