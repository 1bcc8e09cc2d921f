//! [`dense`]: which table solves a game; and tables in people's words.

use anyhow::{Error, anyhow};
use eldest::Position;
use eldest::table::{OneWordTable, TableError};

/// The table with the most positions in so many `bytes`, if the keys and values of the game of `position` fit
/// in it; they fit in larger ones rather than in smaller ones. Whoever asks asks [`Game::DENSE`] before, so
/// that the compiler leaves out what would be done with it.
///
/// [`Game::DENSE`]: crate::games::Game::DENSE
///
/// # Errors
/// If there is no memory for it.
pub(crate) fn dense<P: Position>(
    bytes: usize,
    position: &P,
) -> Result<Option<OneWordTable>, TableError> {
    match OneWordTable::new(bytes, position) {
        Ok(table) => Ok(Some(table)),
        Err(error @ TableError::OutOfMemory { .. }) => Err(error),
        Err(_) => Ok(None),
    }
}

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
