//! [`DatabaseError`]: why there is no database.

use eldest_games::notation::NotationError;
use eldest_retro::FileError;
use std::io;
use std::path::PathBuf;

/// Why there is no database.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// The game has none.
    #[error("there are no databases of {game}: {reason}; expected {expected}")]
    Unsupported {
        /// The game.
        game: String,
        /// The reason.
        reason: &'static str,
        /// The games that have one.
        expected: String,
    },
    /// No slice has this name.
    #[error("no slice of this name: {0}")]
    Slice(NotationError),
    /// The game has only one slice.
    #[error("{game} has one slice, called {slice}; expected no other")]
    OnlySlice {
        /// The game.
        game: &'static str,
        /// The name of the slice.
        slice: &'static str,
    },
    /// The directory cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The directory has no files of a database.
    #[error("{} has no database of {game}; expected files *.eldb", path.display())]
    Empty {
        /// The directory.
        path: PathBuf,
        /// The game.
        game: &'static str,
    },
    /// The directory has a file of another game.
    #[error("{} is no file of {game}; expected names such as {expected}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The game.
        game: &'static str,
        /// The name of a file of the game.
        expected: String,
    },
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
}
