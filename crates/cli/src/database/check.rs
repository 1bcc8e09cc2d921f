//! Verifies a database.

use super::args::DatabaseArgs;
use super::record::{HEADING, SliceRecord};
use anyhow::{Context, Result};
use eldest_catalog::database::{GameDatabase, OpenDatabase};
use eldest_retro::CheckError;
use eldest_terminal::{Interrupt, Output, Status, complain, progress};
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Verifies the files at `path`: a directory, or one file.
pub(super) fn run(
    database: &dyn GameDatabase,
    args: &DatabaseArgs,
    path: &Path,
    interrupt: &Interrupt,
) -> Result<Status> {
    let (directory, only) = place(path);
    let opened = match database.open(&directory) {
        Ok(opened) => opened,
        Err(error) => {
            complain(error);
            return Ok(Status::Unreadable);
        }
    };
    let mut slices = opened.slices();
    slices.retain(|slice| only.as_ref().is_none_or(|only| only == slice));
    if slices.is_empty() {
        complain(format_args!("{} is not there", path.display()));
        return Ok(Status::Unreadable);
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build();
    let bar = progress::bar(Some(2));
    let check = SliceChecks { opened: &*opened, interrupt, bar: &bar };
    let output = Output::new(args.format, bar.clone());
    pool.context("threads cannot be started")?.install(|| check.all(&slices, &output))
}

/// Returns the directory at `path`, or that of the file there, and the name of its slice.
fn place(path: &Path) -> (PathBuf, Option<String>) {
    if path.is_dir() || path.extension().is_none() {
        return (path.to_owned(), None);
    }
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let slice = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    (directory.unwrap_or(Path::new(".")).to_owned(), slice)
}

/// The checks of several slices.
struct SliceChecks<'a> {
    opened: &'a dyn OpenDatabase,
    interrupt: &'a Interrupt,
    bar: &'a ProgressBar,
}

impl SliceChecks<'_> {
    /// Verifies slices up to the first that is wrong, and prints a row for each.
    fn all(&self, slices: &[String], output: &Output) -> Result<Status> {
        output.heading(HEADING)?;
        for (number, slice) in (1..).zip(slices) {
            self.bar.set_message(format!("{slice}, {number} of {}", slices.len()));
            let begun = Instant::now();
            let report = |done, of| {
                self.bar.set_length(of);
                self.bar.set_position(done);
            };
            match self.opened.check(slice, &report, self.interrupt.token()) {
                Ok(summary) => {
                    output.put(&SliceRecord::new(slice, summary, Some(begun.elapsed())))?;
                }
                Err(CheckError::Stopped) => return Ok(Status::Interrupted),
                Err(error) => {
                    output.complain(&error);
                    let is_wrong = matches!(error, CheckError::Wrong { .. });
                    return Ok(if is_wrong { Status::Failed } else { Status::Unreadable });
                }
            }
        }
        output.heading(&verified(slices.len()))?;
        Ok(Status::Done)
    }
}

fn verified(files: usize) -> String {
    let (files, verb) = match files {
        1 => ("1 file".to_owned(), "is"),
        _ => (format!("{files} files"), "are"),
    };
    format!("{files} {verb} verified: each value follows from those of the moves")
}
