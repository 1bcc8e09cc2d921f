//! Builds a database.

use super::args::DatabaseArgs;
use super::meter::BuildMeter;
use super::record::{HEADING, SliceRecord, mib};
use anyhow::{Error, Result, ensure};
use eldest::StopToken;
use eldest_catalog::database::{DatabaseSlice, GameDatabase};
use eldest_retro::{BuildError, Builder, FinishedSlice};
use eldest_terminal::{Interrupt, Output, Status, progress};
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
    missing.iter().try_for_each(|slice| check_room(slice, args, out))?;
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
        Err(error @ BuildError::MemoryLimit { .. }) => {
            Err(Error::from(error).context("--memory-mib is too little"))
        }
        Err(error) => Err(error.into()),
    }
}

/// Checks that the slice fits in memory, and its file on the disk.
fn check_room(slice: &DatabaseSlice, args: &DatabaseArgs, out: &Path) -> Result<()> {
    let DatabaseSlice { name, memory_bytes, file_bytes, .. } = slice;
    let (needed, allowed) = (mib(*memory_bytes), args.memory_mib as u64);
    ensure!(
        needed <= allowed,
        "slice {name} takes at least {needed} MiB of memory; --memory-mib allows {allowed}"
    );
    let free = free_bytes(out).unwrap_or(u64::MAX);
    let (needed, left, out) = (mib(*file_bytes), free >> 20, out.display());
    ensure!(
        *file_bytes <= free,
        "slice {name} takes up to {needed} MiB on the disk of {out}, which has {left} MiB left"
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
