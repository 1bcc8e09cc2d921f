//! `eldest bench`: a fixed list of searches, whose nodes add up to the signature.
//!
//! Each entry has an engine of its own with a table of a fixed size, so with one thread every run on
//! every machine visits the same nodes. With `--scaling`, how algorithms [scale](scaling).

mod args;
mod row;
mod scaling;
mod suite;
mod suites;

use crate::args::mib;
use crate::games::{Game, GameArg, Visitor};
use crate::output::Output;
use crate::progress;
use crate::status::Status;
use crate::stop::Interrupt;
use crate::table::dense;
use crate::value::Value;
use anyhow::{Result, anyhow, ensure};
pub(crate) use args::BenchArgs;
use eldest::{Engine, Limits, Report, Table};
use serde::Serialize;
use std::fmt;
use std::time::Duration;
use suite::{Entry, SUITE, Work};

/// Does what `args` ask for.
pub(crate) fn run(args: &BenchArgs, interrupt: &Interrupt) -> Result<Status> {
    if args.scaling { scaling::run(args, interrupt) } else { sign(args, interrupt) }
}

/// Searches the suite, or the entries that `args` name.
fn sign(args: &BenchArgs, interrupt: &Interrupt) -> Result<Status> {
    let entries = chosen(&args.entries)?;
    let bar = progress::bar(Some(entries.len() as u64));
    let output = Output::new(args.format.into(), bar.clone());
    output.heading("entry                   nodes    seconds    nodes/s")?;
    let mut sum = Tally::default();
    for entry in entries {
        let game: GameArg = entry.game.parse()?;
        let tally = game.visit(Bench { entry, bytes: mib(args.table_mib), interrupt })?;
        if interrupt.is_raised() {
            return Ok(Status::Interrupted);
        }
        output.put(&EntryRecord::new(entry.name, tally))?;
        sum.add(tally);
        bar.inc(1);
    }
    output.put(&SignatureRecord { kind: "signature", signature: sum.nodes })?;
    let wanted = args.check.unwrap_or(sum.nodes);
    ensure!(wanted == sum.nodes, "the signature is {}, not {wanted}", sum.nodes);
    Ok(Status::Done)
}

/// The entries of these names; all if there is none.
fn chosen(names: &[String]) -> Result<Vec<&'static Entry>> {
    if names.is_empty() {
        return Ok(SUITE.iter().collect());
    }
    names.iter().map(|name| named(name)).collect()
}

fn named(name: &str) -> Result<&'static Entry> {
    SUITE.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let names: Vec<&str> = SUITE.iter().map(|entry| entry.name).collect();
        anyhow!("no entry is called '{name}'; there are {}", names.join(", "))
    })
}

/// What it took.
#[derive(Copy, Clone, Debug, Default)]
struct Tally {
    nodes: u64,
    time: Duration,
}

impl Tally {
    fn of<M>(report: &Report<M>) -> Self {
        Self { nodes: report.progress.nodes, time: report.progress.time }
    }

    fn add(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

struct Bench<'a> {
    entry: &'a Entry,
    bytes: usize,
    interrupt: &'a Interrupt,
}

impl Visitor for Bench<'_> {
    type Output = Result<Tally>;

    fn visit<G: Game>(self, game: &G) -> Result<Tally> {
        let (start, _) = game.start();
        let builder = Engine::<G::Position>::builder().evaluator(game.evaluator());
        let shared = builder.table_bytes(self.bytes);
        match self.entry.work {
            Work::Depth(plies) => {
                let mut engine = shared.build()?;
                let limits = self.limits().depth(plies);
                Ok(Tally::of(&engine.search(&start, &limits)?))
            }
            Work::Solve { lines, count } => match dense(self.bytes, &start)? {
                Some(table) => {
                    let engine = shared.table(table).options(game.options()).build()?;
                    self.solve(game, engine, lines.lines().take(count))
                }
                None => {
                    let engine = shared.options(game.options()).build()?;
                    self.solve(game, engine, lines.lines().take(count))
                }
            },
        }
    }
}

impl Bench<'_> {
    fn limits(&self) -> Limits {
        Limits::new().stop(self.interrupt.token())
    }

    fn solve<G: Game, T: Table + 'static>(
        &self,
        game: &G,
        mut engine: Engine<G::Position, G::Evaluator, T>,
        lines: impl Iterator<Item = &'static str>,
    ) -> Result<Tally> {
        let mut sum = Tally::default();
        for line in lines {
            let (text, score) = line.split_once(' ').unwrap_or((line, ""));
            let position = game.parse(text)?;
            let report = engine.solve(&position, &self.limits())?;
            let found = Value::from(report.bounds).to_string();
            let right = score.is_empty() || score == found || self.interrupt.is_raised();
            ensure!(right, "{}: {text} is worth {score}, not {found}", self.entry.name);
            sum.add(Tally::of(&report));
        }
        Ok(sum)
    }
}

/// An entry and what it took.
#[derive(Debug, Serialize)]
struct EntryRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    entry: &'static str,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
}

impl EntryRecord {
    fn new(entry: &'static str, tally: Tally) -> Self {
        let seconds = tally.time.as_secs_f64();
        let nodes_per_second = (tally.nodes as f64 / seconds.max(1e-9)).round();
        Self { kind: "entry", entry, nodes: tally.nodes, seconds, nodes_per_second }
    }
}

impl fmt::Display for EntryRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entry, nodes, seconds, nodes_per_second, .. } = self;
        write!(f, "{entry:<16} {nodes:>12} {seconds:>10.3} {nodes_per_second:>10.0}")
    }
}

/// The sum of all nodes.
#[derive(Debug, Serialize)]
struct SignatureRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    signature: u64,
}

impl fmt::Display for SignatureRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "signature {:>19}", self.signature)
    }
}
