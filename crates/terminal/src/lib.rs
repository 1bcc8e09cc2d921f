//! What the programs `eldest` and `eldest-cluster` share at the terminal: arguments, results and messages, progress,
//! interrupts, files that are replaced as a whole, and the exit status.
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

/// How the program ended, the graver the later. Status 2, the command line is wrong, comes from its
/// parser.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Status {
    /// All that was asked for is done.
    Done,
    /// A limit came before the solution.
    Unsolved,
    /// The value is proved, but answers that were to be checked are not confirmed.
    Unconfirmed,
    /// Some input was bad, or a check failed; stderr says what.
    Failed,
    /// What was to be checked could not be read, so that nothing was.
    Unreadable,
    /// Ctrl-C, SIGTERM or SIGHUP.
    Interrupted,
}

impl Status {
    /// The exit status.
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

/// The exit status of a program that has `ended` so; an error is printed.
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

/// `error`; if it is that of a table too large for the machine, in the unit that was typed.
fn in_mib(error: Error) -> Error {
    match error.chain().find_map(too_large) {
        Some(bytes) => anyhow!(
            "a table of {} MiB could not be allocated; ask for less, with --table-mib",
            bytes >> 20
        ),
        None => error,
    }
}

/// The bytes that could not be had, if that is what is wrong.
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
