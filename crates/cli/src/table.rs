//! [`in_mib`]: errors of tables, in the unit of the command line.

use anyhow::{Error, anyhow};
use eldest::table::TableError;

/// `error`; if it is that of a table too large for the machine, in the unit that was typed.
pub(crate) fn in_mib(error: Error) -> Error {
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
