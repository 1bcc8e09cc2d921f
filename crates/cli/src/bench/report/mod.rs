//! `eldest bench --report`: everything that can be measured, on a page with pictures.

mod fullness;
mod page;
mod peers;
mod ply;

use super::row::Row;
use super::scaling::Plan;
use super::sheet::Sheet;
use super::suite::{Entry, PLIES, SUITE};
use crate::args::bench::BenchArgs;
use crate::args::mib;
use anyhow::Result;
use eldest_catalog::games::Catalog;
use eldest_terminal::Interrupt;
use eldest_terminal::Status;
use eldest_terminal::Target;
use fullness::Fullness;
use page::{About, Findings};
use peers::Peer;
use ply::Ply;
use std::io::Write;
use std::path::Path;

/// Measures what `args` name and draws it in the file at `path`. What is wrong with that file, or with those
/// that are read, is told before.
pub(super) fn run<C: Catalog>(
    args: &BenchArgs,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<Status> {
    let target = Target::new(path, interrupt)?;
    let peers = args.paper.peers.as_deref();
    let peers =
        peers.map_or(Ok(Vec::new()), |path| interrupt.while_waiting(|| peers::read(path)))?;
    let findings = measure::<C>(args, peers, interrupt)?;
    if interrupt.is_raised() {
        return Ok(Status::Interrupted);
    }
    let page = findings.page(&About::new::<C>(args))?;
    target.replace(interrupt, |file| Ok(file.write_all(page.as_bytes())?))?;
    Ok(Status::Done)
}

/// All that is measured here, beside `peers`; worth nothing once Ctrl-C has been pressed.
fn measure<C: Catalog>(
    args: &BenchArgs,
    peers: Vec<Peer>,
    interrupt: &Interrupt,
) -> Result<Findings> {
    let (plies, sizes) = (plies(args), fullness::sizes(args.table_mib));
    let plan = Plan::<C>::new(&args.contest, interrupt)?;
    let steps = plies.len() + sizes.len() + SUITE.len();
    let sheet = Sheet::new(args.format, steps as u64 + plan.searches(), interrupt).keeping();
    let (bytes, first) = (mib(args.table_mib), plies[0]);
    let rows = plan.hold(bytes, interrupt, &sheet.bar)?;
    Ok(Findings {
        rows: sheet.list(Row::HEADING, rows)?,
        plies: sheet
            .fill(Ply::HEADING, plies, |entry| Ply::measure::<C>(entry, bytes, interrupt))?,
        fullness: sheet
            .fill(Fullness::HEADING, sizes, |mib| fullness::measure::<C>(first, mib, interrupt))?,
        entries: super::measure::<C>(SUITE, bytes, &sheet)?,
        peers,
    })
}

/// What `args` name, the fewest stones first.
fn plies(args: &BenchArgs) -> Vec<&'static Entry> {
    let wanted = |entry: &&Entry| args.paper.plies.iter().any(|ply| ply == entry.name);
    PLIES.iter().filter(wanted).collect()
}
