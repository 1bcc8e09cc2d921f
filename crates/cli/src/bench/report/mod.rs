//! `eldest bench --report`: all measurements, on a page with charts.

mod effort;
mod page;

use super::row::COLUMNS;
use super::scaling::{ScalingPlan, setting};
use super::sheet::Sheet;
use super::suite::{BenchEntry, PLIES, SUITE};
use crate::bench::args::BenchArgs;
use anyhow::Result;
use effort::{Fullness, Peer, StoneEffort, measure_fullness, read_peers, sizes};
use eldest_catalog::games::Catalog;
use eldest_terminal::args::mib;
use eldest_terminal::{Interrupt, Status, Target};
use page::{About, Findings};
use std::io::Write;
use std::path::Path;

/// Measures what `args` name, and writes the page to `path`. Problems with that file, or with the
/// files to read, are reported before the measurements.
pub(super) fn run<C: Catalog>(
    args: &BenchArgs,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<Status> {
    let target = Target::new(path, interrupt)?;
    let peers = args.paper.peers.as_deref();
    let peers =
        peers.map_or(Ok(Vec::new()), |path| interrupt.while_waiting(|| read_peers(path)))?;
    let findings = measure::<C>(args, peers, interrupt)?;
    if interrupt.is_raised() {
        return Ok(Status::Interrupted);
    }
    let page = findings.page(&About::new::<C>(args))?;
    target.replace(interrupt, |file| Ok(file.write_all(page.as_bytes())?))?;
    Ok(Status::Done)
}

/// Runs all measurements, and adds `peers`. After Ctrl-C, the findings are meaningless.
fn measure<C: Catalog>(
    args: &BenchArgs,
    peers: Vec<Peer>,
    interrupt: &Interrupt,
) -> Result<Findings> {
    let (plies, sizes) = (plies(args), sizes(args.table_mib));
    let plan = ScalingPlan::<C>::new(&args.contest, interrupt)?;
    let steps = plies.len() + sizes.len() + SUITE.len();
    let sheet = Sheet::new(args.format, steps as u64 + plan.steps(), interrupt).keeping();
    let (bytes, first) = (mib(args.table_mib), plies[0]);
    let rows = plan.hold(setting(args, interrupt), &sheet.bar)?;
    Ok(Findings {
        rows: sheet.list(COLUMNS, rows)?,
        plies: sheet.fill(StoneEffort::HEADING, plies, |entry| {
            StoneEffort::measure::<C>(entry, bytes, interrupt)
        })?,
        fullness: sheet
            .fill(Fullness::HEADING, sizes, |mib| measure_fullness::<C>(first, mib, interrupt))?,
        entries: super::measure::<C>(SUITE, bytes, &sheet)?,
        peers,
    })
}

/// Returns the entries that `args` name, the fewest stones first.
fn plies(args: &BenchArgs) -> Vec<&'static BenchEntry> {
    let wanted = |entry: &&BenchEntry| args.paper.plies.iter().any(|ply| ply == entry.name);
    PLIES.iter().filter(wanted).collect()
}
