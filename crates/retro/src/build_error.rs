//! [`BuildError`]: why a database was not built; the checks that refuse a game.

use crate::error::{FileError, WriteError};
use eldest::{KeyKind, Position, Score};
use std::path::PathBuf;

/// Why a database was not built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The values depend on the path to a position, so a position has no value of its own.
    #[error(
        "the game declares PATH_DEPENDENT: its values depend on how a position was reached, \
         so no database can hold them"
    )]
    PathDependent,
    /// The game does not declare what a play without end is worth.
    #[error(
        "play may go on without end, and the game does not declare what that is worth: \
         `Position::endless` is None"
    )]
    NoEndlessScore,
    /// A play without end is worth more than a draw to one side.
    #[error("a play without end is worth {0:?}: only draws are supported")]
    EndlessScore(Score),
    /// The game counts points.
    #[error("a finished game scored {0:?}: only wins, losses and draws are supported")]
    Points(Score),
    /// The keys are hashes.
    #[error("the keys of the game are not unique: `Position::key_kind` must be KeyKind::Unique")]
    HashedKeys,
    /// The game does not count the distance of wins.
    #[error("the game declares WIN_DISTANCE = false: a database holds distances")]
    NoDistances,
    /// A win or loss is more distant than a file can express.
    #[error("a win or loss is more than {0} plies away: that is the limit of a database")]
    TooDistant(u32),
    /// A move leads to a position that has no place though the game goes on.
    #[error("broken numbering: from number {number} of slice {slice} a move leads to {fault}")]
    Numbering {
        /// The name of the slice.
        slice: String,
        /// The number of the position.
        number: u64,
        /// What is wrong there.
        fault: &'static str,
    },
    /// A key does not lead to a position.
    #[error("key {key}: {fault}")]
    Key {
        /// The key.
        key: u64,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// Two slices would have the same file.
    #[error("two slices are called {name}, or their names differ only in what a file name ignores")]
    SameName {
        /// The name of the second.
        name: String,
    },
    /// The memory cannot be allocated.
    #[error("{bytes} bytes of memory are not available")]
    OutOfMemory {
        /// The number of bytes.
        bytes: u64,
    },
    /// A table that is larger than the memory allowed has no place on the disk.
    #[error(
        "a table of {} MiB, more than the memory allowed, cannot be kept in {}: {source}",
        bytes.div_ceil(1 << 20), path.display()
    )]
    Scratch {
        /// The directory.
        path: PathBuf,
        /// The number of bytes.
        bytes: u64,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A file of an earlier slice cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// A file was not written.
    #[error(transparent)]
    Write(WriteError),
    /// The directory cannot be created or written to.
    #[error("{} cannot be created or written to: {source}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The system starts no more threads.
    #[error("threads cannot be started: {0}")]
    Threads(String),
    /// The stop token was set.
    #[error("stopped")]
    Stopped,
}

impl From<WriteError> for BuildError {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Stopped => Self::Stopped,
            error => Self::Write(error),
        }
    }
}

/// Refuses a game whose values depend on more than a position, or have no distances.
pub(crate) fn check_rules<P: Position>() -> Result<(), BuildError> {
    if P::PATH_DEPENDENT {
        Err(BuildError::PathDependent)
    } else if !P::WIN_DISTANCE {
        Err(BuildError::NoDistances)
    } else {
        Ok(())
    }
}

/// Refuses a game in which a play without end is possible, but no draw.
pub(crate) fn check_endless<P: Position>(position: &P) -> Result<(), BuildError> {
    match position.endless() {
        Some(Score::DRAW) => Ok(()),
        Some(score) => Err(BuildError::EndlessScore(score)),
        None if position.plies_left().is_some() => Ok(()),
        None => Err(BuildError::NoEndlessScore),
    }
}

/// Refuses a game whose keys are hashes.
pub(crate) fn check_keys<P: Position>(root: &P) -> Result<(), BuildError> {
    match root.key_kind() {
        KeyKind::Unique { .. } => Ok(()),
        _ => Err(BuildError::HashedKeys),
    }
}
