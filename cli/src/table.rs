//! [`dense`]: which table solves a game.

use eldest::{OneWordTable, Position, TableError};

/// The table with the most positions in so many `bytes`, if the keys and values of the game of `position` fit
/// in it; they fit in larger ones rather than in smaller ones.
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
