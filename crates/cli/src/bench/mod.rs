//! `eldest bench`: a fixed list of searches, whose total node count is the signature.
//!
//! Each entry has its own engine with a table of fixed size, so with one thread every run on every
//! machine visits the same nodes. `--scaling` measures how algorithms [scale](scaling), and
//! `--report` draws all measurements on a [page](report).

pub(crate) mod args;
mod copies;
mod report;
mod row;
mod scaling;
mod setting;
mod sheet;
pub(crate) mod suite;
mod suites;
mod work;

use crate::bench::args::{BenchArgs, BenchFormat};
use anyhow::{Result, anyhow, ensure};
use clap::error::ErrorKind;
use eldest_catalog::games::Catalog;
use eldest_terminal::args::mib;
use eldest_terminal::typed::refuse;
use eldest_terminal::{Interrupt, Status};
use serde::Serialize;
use sheet::Sheet;
use std::fmt;
use suite::{BenchEntry, SUITE};
use work::SearchCost;

/// Runs the bench that `args` choose.
pub(crate) fn run<C: Catalog>(args: &BenchArgs, interrupt: &Interrupt) -> Result<Status> {
    if let Some(game) = C::only()
        && (args.contest.input.is_empty() || !args.scaling)
    {
        refuse::<BenchArgs>(
            "bench",
            ErrorKind::MissingRequiredArgument,
            format_args!(
                "the suite has no positions of {game}; expected --scaling --game {game} --input FILE"
            ),
        )
    }
    match &args.report {
        Some(_) if args.format == BenchFormat::Csv => {
            // Clap requires --scaling, but not when --report excludes it.
            refuse::<BenchArgs>(
                "bench",
                ErrorKind::ArgumentConflict,
                "csv is available only with --scaling",
            )
        }
        Some(path) => report::run::<C>(args, path, interrupt),
        None if args.scaling => scaling::run::<C>(args, interrupt),
        None => sign::<C>(args, interrupt),
    }
}

/// Searches the suite, or the entries that `args` name, and prints the signature.
fn sign<C: Catalog>(args: &BenchArgs, interrupt: &Interrupt) -> Result<Status> {
    let entries = chosen(&args.entries)?;
    let sheet = Sheet::new(args.format, entries.len() as u64, interrupt);
    let records = measure::<C>(entries, mib(args.table_mib), &sheet)?;
    if interrupt.is_raised() {
        return Ok(Status::Interrupted);
    }
    let signature = records.iter().map(|record| record.nodes).sum();
    sheet.put(&SignatureRecord { kind: "signature", signature })?;
    let wanted = args.check.unwrap_or(signature);
    ensure!(wanted == signature, "the signature is {signature}, not {wanted}");
    Ok(Status::Done)
}

/// Measures the cost of each of `entries`, each with its own table of `bytes` bytes.
fn measure<'a, C: Catalog>(
    entries: impl IntoIterator<Item = &'a BenchEntry>,
    bytes: usize,
    sheet: &Sheet<'_>,
) -> Result<Vec<EntryRecord>> {
    sheet.fill(EntryRecord::HEADING, entries, |entry| {
        let tallies = work::measure::<C>(entry, bytes, sheet.interrupt)?;
        Ok(EntryRecord::new(entry.name, tallies.iter().sum()))
    })
}

/// Returns the entries with these names, or all entries if no name is given.
fn chosen(names: &[String]) -> Result<Vec<&'static BenchEntry>> {
    if names.is_empty() {
        return Ok(SUITE.iter().collect());
    }
    names.iter().map(|name| named(name)).collect()
}

fn named(name: &str) -> Result<&'static BenchEntry> {
    SUITE.iter().find(|entry| entry.name == name).ok_or_else(|| {
        let names: Vec<&str> = SUITE.iter().map(|entry| entry.name).collect();
        anyhow!("no entry is called '{name}'; there are {}", names.join(", "))
    })
}

/// The cost of an entry.
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
    const HEADING: &str = "entry                   nodes    seconds    nodes/s";

    fn new(entry: &'static str, tally: SearchCost) -> Self {
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

/// The total node count.
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
