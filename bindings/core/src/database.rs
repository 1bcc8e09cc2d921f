//! Databases of all values of a set of positions, for games with cycles.

use crate::error::missing;
use crate::{Error, Failure, Game, Position, Result, Value};
use eldest::StopToken;
use eldest_catalog::database::DatabaseError;
use std::path::Path;

/// What is built.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildOptions {
    /// Names of slices, such as `KRvK`; those that their moves lead to are added. Empty for games
    /// with one slice.
    pub slices: Vec<String>,
    /// All slices with at most this many men, for games that count them.
    pub men: Option<u8>,
    /// The number of threads; 0 for all cores.
    pub threads: usize,
    /// The most memory, in MiB; `None` for no limit.
    pub memory_mib: Option<u64>,
}

/// A slice of a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The name. The file is called after it.
    pub name: String,
    /// The positions in it, or the numbers that may be positions.
    pub numbers: u64,
    /// The memory that building it takes at least, in bytes.
    pub memory_bytes: u64,
    /// The size of its file at most, in bytes.
    pub file_bytes: u64,
}

/// A step of building a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// The slice.
    pub slice: String,
    /// What is done with it.
    pub task: String,
    /// The positions that are done.
    pub done: u64,
    /// All positions; 0 if unknown.
    pub all: u64,
}

/// A callback while a database is built or checked. A failure ends it.
pub type OnProgress<'a> = &'a (dyn Fn(&BuildProgress) -> Result<(), Failure> + Sync);

/// Returns the slices that would be built, in their order.
///
/// # Errors
/// [`Error::Unsupported`](crate::Error::Unsupported) for a game without databases, and
/// [`Error::Option`](crate::Error::Option) for an unknown slice.
pub fn slices(_game: &Game, _options: &BuildOptions) -> Result<Vec<Slice>> {
    Err(missing())
}

/// Builds a database of a game in `directory`. Files that are complete already are not built again.
///
/// # Errors
/// As [`slices`], [`Error::File`](crate::Error::File), and
/// [`Error::Unfinished`](crate::Error::Unfinished) if it was stopped.
pub fn build(
    _game: &Game,
    _directory: &Path,
    _options: &BuildOptions,
    _on_progress: OnProgress<'_>,
    _stop: &StopToken,
) -> Result<Vec<Slice>> {
    Err(missing())
}

/// The open files of a database.
#[derive(Clone, Debug)]
pub struct Database {}

impl Database {
    /// Opens all files of a game in `directory`.
    ///
    /// # Errors
    /// [`Error::File`](crate::Error::File) if there are none, or one is damaged;
    /// [`Error::Unsupported`](crate::Error::Unsupported) for a game without databases.
    pub fn open(_game: &Game, _directory: &Path) -> Result<Self> {
        Err(missing())
    }

    /// Returns the names of its slices.
    #[must_use]
    pub fn slices(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the value of a position of the game; `None` if it is in no slice.
    ///
    /// # Errors
    /// [`Error::Position`](crate::Error::Position) for a position of another game.
    pub fn probe(&self, _position: &Position) -> Result<Option<Value>> {
        Err(missing())
    }

    /// Returns the value of each legal move, for the side to move; `None` where the position after
    /// it is in no slice.
    ///
    /// # Errors
    /// As [`probe`](Self::probe).
    pub fn probe_moves(&self, _position: &Position) -> Result<Vec<(crate::Move, Option<Value>)>> {
        Err(missing())
    }

    /// Verifies the file of a slice by the rules alone, on this number of threads.
    ///
    /// # Errors
    /// [`Error::False`](crate::Error::False) if it is wrong.
    pub fn check(
        &self,
        _slice: &str,
        _threads: usize,
        _on_progress: OnProgress<'_>,
        _stop: &StopToken,
    ) -> Result<()> {
        Err(missing())
    }
}

/// Returns the error for one of a database.
pub(crate) fn refused(error: DatabaseError) -> Error {
    match error {
        DatabaseError::Unsupported { .. } => Error::Unsupported(error.to_string()),
        DatabaseError::Slice(_) | DatabaseError::OnlySlice { .. } => {
            Error::Option(error.to_string())
        }
        _ => Error::File(error.to_string()),
    }
}
