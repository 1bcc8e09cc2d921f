//! Builds a database.

use super::args::DatabaseArgs;
use super::meter::BuildMeter;
use super::record::{HEADING, SliceRecord, mib};
use anyhow::{Error, Result, ensure};
use eldest::StopToken;
use eldest_catalog::database::{DatabaseSlice, GameDatabase};
use eldest_retro::{BuildError, Builder, FinishedSlice};
use eldest_terminal::{Interrupt, Output, Status, complain, progress};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Builds `database` in the directory `out`.
pub(super) fn run(
    database: &dyn GameDatabase,
    args: &DatabaseArgs,
    out: &Path,
    interrupt: &Interrupt,
) -> Result<Status> {
    let mut missing = database.slices();
    missing.retain(|slice| !slice.file(out).exists());
    let (allowed, free) = (args.memory_mib as u64, free_bytes(out).unwrap_or(u64::MAX));
    missing.iter().try_for_each(|slice| check_room(slice, allowed, free, out))?;
    let bar = progress::bar(Some(2));
    let (meter, output) = (BuildMeter::new(bar.clone(), &missing), Output::new(args.format, bar));
    output.heading(HEADING)?;
    let rows = Rows { meter: &meter, output: &output, error: Mutex::default() };
    let token = interrupt.token();
    let builder = Builder::new(out, database.game())
        .threads(args.threads.into())
        .memory_mib(args.memory_mib as u64)
        .stop(token.clone())
        .on_progress(|progress| meter.show(progress))
        .on_slice(|slice| rows.put(slice, token));
    let outcome = database.build(&builder);
    drop(builder);
    match rows.error.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => ended(outcome),
    }
}

/// Prints a row for each finished slice.
struct Rows<'a> {
    meter: &'a BuildMeter,
    output: &'a Output,
    /// The first error.
    error: Mutex<Option<Error>>,
}

impl Rows<'_> {
    /// Prints a row. Stops the build if that fails: a closed pipe ends the program.
    fn put(&self, slice: &FinishedSlice, token: &StopToken) {
        self.meter.finished(slice);
        let record = SliceRecord::new(&slice.name, slice.summary, slice.time);
        if let Err(error) = self.output.put(&record) {
            let mut first = self.error.lock().unwrap_or_else(PoisonError::into_inner);
            first.get_or_insert(error);
            token.stop();
        }
    }
}

/// Returns the status of a build.
fn ended(outcome: Result<(), BuildError>) -> Result<Status> {
    match outcome {
        Ok(()) => Ok(Status::Done),
        Err(BuildError::Stopped) => Ok(Status::Interrupted),
        Err(error) => Err(error.into()),
    }
}

/// Checks that the file of a slice fits on a disk with `free` bytes left, and its tables if they
/// exceed the `allowed` MiB of memory.
fn check_room(slice: &DatabaseSlice, allowed: u64, free: u64, out: &Path) -> Result<()> {
    let DatabaseSlice { name, memory_bytes, file_bytes, .. } = slice;
    let tables = if mib(*memory_bytes) > allowed { *memory_bytes } else { 0 };
    if tables > 0 {
        let needed = mib(tables);
        complain(format_args!(
            "slice {name} is built on disk, more slowly: it takes {needed} MiB, more than --memory-mib"
        ));
    }
    let needed = file_bytes.saturating_add(tables);
    let (needed_mib, left, out) = (mib(needed), free >> 20, out.display());
    ensure!(
        needed <= free,
        "slice {name} takes up to {needed_mib} MiB on the disk of {out}, which has {left} MiB left"
    );
    Ok(())
}

/// Returns the bytes left on the disk of `path`, which need not exist yet; `None` if the system
/// does not report them.
#[cfg(unix)]
fn free_bytes(path: &Path) -> Option<u64> {
    let path = std::path::absolute(path).ok()?;
    let there = path.ancestors().find(|path| path.exists())?;
    let disk = rustix::fs::statvfs(there).ok()?;
    disk.f_bavail.checked_mul(disk.f_frsize)
}

#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slice_that_neither_memory_nor_disk_holds_is_refused() {
        let (memory_bytes, file_bytes) = (300 << 20, 200 << 20);
        let slice = DatabaseSlice { name: "KRvK".into(), numbers: 1, memory_bytes, file_bytes };
        let room = |allowed, free: u64| check_room(&slice, allowed, free << 20, Path::new("out"));
        for (allowed, free) in [(300, 200), (299, 500), (0, 500)] {
            assert!(room(allowed, free).is_ok(), "{allowed} {free}");
        }
        let error = room(299, 499).expect_err("too little room").to_string();
        let wanted = "slice KRvK takes up to 500 MiB on the disk of out, which has 499 MiB left";
        assert_eq!(error, wanted);
        assert!(room(300, 199).is_err());
    }
}
