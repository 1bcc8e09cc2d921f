//! Databases of game values, whatever the game: [`GameDatabase`] builds them, [`OpenDatabase`]
//! verifies their files.

mod all;
mod endings;
mod error;

pub(crate) use all::{dobutsu, with_all};
pub(crate) use endings::{endings, with_endings};
pub use error::DatabaseError;

use eldest::StopToken;
use eldest_retro::{BuildError, Builder, CheckError, OnChecked, Summary, file_name};
use std::path::{Path, PathBuf};

/// The slices that a user wants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DatabaseChoice {
    /// Names of slices; those that their moves lead to are added.
    pub slices: Vec<String>,
    /// All slices with at most this many men, for games that count them.
    pub men: Option<u8>,
}

/// A slice of a database, before it is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseSlice {
    /// The name. The file is called after it.
    pub name: String,
    /// The numbers or keys of the slice.
    pub numbers: u64,
    /// The memory that building it takes at least, in bytes.
    pub memory_bytes: u64,
    /// The size of the file at most, in bytes, however badly it compresses.
    pub file_bytes: u64,
}

impl DatabaseSlice {
    /// Returns the path of its file in `directory`.
    #[must_use]
    pub fn file(&self, directory: &Path) -> PathBuf {
        directory.join(file_name(&self.name))
    }
}

/// A database of a game that can be built.
pub trait GameDatabase: Send + Sync {
    /// Returns the slices, in the order in which they are built.
    fn slices(&self) -> Vec<DatabaseSlice>;

    /// Builds all slices. `builder` must have been created with the name [`game`](Self::game).
    ///
    /// # Errors
    /// As [`Builder::build`].
    fn build(&self, builder: &Builder<'_>) -> Result<(), BuildError>;

    /// Returns the name of the game in the files.
    fn game(&self) -> &'static str;

    /// Opens all files in a directory, of other slices too.
    ///
    /// # Errors
    /// If the directory cannot be read or has no file of the game, or if a file is damaged or
    /// belongs to another game.
    fn open(&self, directory: &Path) -> Result<Box<dyn OpenDatabase>, DatabaseError>;
}

/// The open files of a database.
pub trait OpenDatabase: Send + Sync {
    /// Returns the names of the slices that have a file.
    fn slices(&self) -> Vec<String>;

    /// Verifies the file of a slice by the rules alone, on the threads of the current `rayon` pool.
    /// Calls `report` with the entries done and all of them.
    ///
    /// # Errors
    /// As [`eldest_retro::check`].
    fn check(
        &self,
        slice: &str,
        report: &OnChecked<'_>,
        stop: &StopToken,
    ) -> Result<Summary, CheckError>;
}

/// Checks that `directory` has database files, all of which `is_slice` accepts by the name of their
/// slice. `expected` is such a name.
fn check_directory(
    directory: &Path,
    game: &'static str,
    expected: &str,
    is_slice: impl Fn(&str) -> bool,
) -> Result<(), DatabaseError> {
    let failed = |source| DatabaseError::Directory { path: directory.into(), source };
    let mut is_empty = true;
    for entry in std::fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_none_or(|extension| extension != "eldb") {
            continue;
        }
        if !path.file_stem().and_then(|stem| stem.to_str()).is_some_and(&is_slice) {
            return Err(DatabaseError::Foreign { path, game, expected: file_name(expected) });
        }
        is_empty = false;
    }
    if is_empty {
        return Err(DatabaseError::Empty { path: directory.into(), game });
    }
    Ok(())
}
