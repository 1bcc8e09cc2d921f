//! Terminal code that the programs `eldest` and `eldest-cluster` share: arguments, results and
//! messages, progress, interrupts, atomically replaced files, and the exit status.
#![forbid(unsafe_code)]

pub mod args;
pub mod input;
mod interrupt;
mod output;
pub mod progress;
mod target;
pub mod typed;

pub use interrupt::{Interrupt, Removal};
pub use output::{ENDLESS, Format, Output, causes, complain};
pub use target::Target;

use anyhow::{Error, anyhow};
use eldest::table::TableError;
use eldest_catalog::input::is_closed_pipe;
use std::process::ExitCode;

/// How the program ended, by increasing severity. The parser of the command line exits with 2 if
/// that is wrong.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// Everything requested is done.
    Done,
    /// A limit was reached before the solution.
    Unsolved,
    /// The value is proved, but answers due for a check are not confirmed.
    Unconfirmed,
    /// Some input was invalid, or a check failed; stderr has the reason.
    Failed,
    /// The file to check could not be read, so nothing was checked.
    Unreadable,
    /// Ctrl-C, SIGTERM or SIGHUP.
    Interrupted,
}

impl Status {
    /// Returns the exit status.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Unsolved => 3,
            Self::Failed => 1,
            Self::Unreadable => 4,
            Self::Unconfirmed => 5,
            Self::Interrupted => 130,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.code())
    }
}

/// Returns the exit status of a program that has `ended`; prints an error.
pub fn ended(ended: anyhow::Result<Status>) -> ExitCode {
    match ended {
        Ok(status) => status.into(),
        Err(error) if is_closed_pipe(&error) => Status::Done.into(),
        Err(error) => {
            complain(causes(&in_mib(error)));
            Status::Failed.into()
        }
    }
}

/// Rewrites the error of a table that is too large, in the unit of the command line.
fn in_mib(error: Error) -> Error {
    match error.chain().find_map(too_large) {
        Some(bytes) => anyhow!(
            "a table of {} MiB could not be allocated; ask for less, with --table-mib",
            bytes >> 20
        ),
        None => error,
    }
}

/// Returns the bytes that could not be allocated, if that is the cause.
fn too_large(cause: &(dyn std::error::Error + 'static)) -> Option<usize> {
    let table = match cause.downcast_ref() {
        Some(eldest::Error::Table(error)) => Some(error),
        _ => cause.downcast_ref(),
    };
    match table {
        Some(TableError::OutOfMemory { bytes }) => Some(*bytes),
        _ => None,
    }
}
