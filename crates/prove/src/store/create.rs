//! [`create`]: creates a store under a temporary name and renames it when it is complete.
//!
//! A process may be killed at any moment, and a machine may lose power. Until the store is complete
//! and on the disk, its path has no file, or the empty file from before. A temporary file left by a
//! killed process is removed when the store is next opened.

use super::StoreError;
use crate::part::{folder, is_at, unlocked};
use redb::{Builder, ConcurrencyMode, Database, DatabaseError};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use tempfile::TempPath;

/// Results are read once and appended, so a larger page cache gains nothing.
const CACHE: usize = 8 << 20;

/// Creates the store at `path`, where there is no file or an empty one, and lets `begin` fill it.
/// Returns `None` if another process was faster.
///
/// # Errors
/// [`StoreError`]; `path` is then unchanged.
pub(super) fn create(
    path: &Path,
    begin: &dyn Fn(&Database) -> Result<(), StoreError>,
) -> Result<Option<Database>, StoreError> {
    let old = match present(path)? {
        Present::Nothing => None,
        Present::Empty(old) => Some(old),
        Present::More => return Ok(None),
    };
    let (file, new) = beside(path)?;
    if let Some(old) = &old {
        file.set_permissions(old.metadata()?.permissions())?;
    }
    let written = file.try_clone()?;
    step(CreationStep::Made);
    let database = match backend(file).and_then(|file| builder().create_with_backend(file)) {
        // Another process takes the new file for a leftover and tests its lock.
        Err(DatabaseError::DatabaseAlreadyOpen) => return Ok(None),
        database => database?,
    };
    begin(&database)?;
    written.sync_all()?;
    step(CreationStep::Synced);
    match place(new, path, old) {
        Ok(()) => sync(folder(path)).map(|()| Some(database)).map_err(StoreError::from),
        // Another process has created a store, or removed the new file as a leftover.
        Err(error) if matches!(error.kind(), ErrorKind::AlreadyExists | ErrorKind::NotFound) => {
            Ok(None)
        }
        Err(error) => Err(error.into()),
    }
}

pub(super) fn builder() -> Builder {
    let mut builder = Database::builder();
    builder.set_cache_size(CACHE).set_concurrency_mode(ConcurrencyMode::SingleWriter);
    builder.set_check_integrity_on_open(true);
    builder
}

/// The state of a path.
enum Present {
    Nothing,
    /// An empty file, locked so that only one process replaces it by a store.
    Empty(File),
    /// A store that another process has created meanwhile.
    More,
}

fn present(path: &Path) -> Result<Present, StoreError> {
    let file = match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Present::Nothing),
        file => file?,
    };
    // Without locks in the file system, nothing excludes other processes.
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(StoreError::InUse);
    }
    let is_empty = file.metadata()?.len() == 0 && is_at(&file, path);
    Ok(if is_empty { Present::Empty(file) } else { Present::More })
}

/// Creates a temporary file in the folder of `path`. Returns it with its path.
fn beside(path: &Path) -> io::Result<(File, TempPath)> {
    let (folder, name) = (folder(path), path.file_name().unwrap_or_default());
    // Users do not know the name of the temporary file, so the error names the folder.
    let named = |error: io::Error| {
        let kind = error.kind();
        io::Error::new(kind, format!("cannot create it in the folder {}: {kind}", folder.display()))
    };
    Ok(unlocked(folder, name).map_err(named)?.into_parts())
}

/// Moves `new` to `path`: replaces the empty file `old`, if there is one.
fn place(new: TempPath, path: &Path, old: Option<File>) -> io::Result<()> {
    step(CreationStep::Placing);
    let placed = match old {
        // Hold its lock until then, except where an open file cannot be replaced.
        Some(old) => {
            let _lock = cfg!(unix).then_some(old);
            new.persist(path)
        }
        None => new.persist_noclobber(path).or_else(|refused| match refused.error.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotFound => Err(refused),
            // Some file systems have neither hard links nor a rename that fails if the target
            // exists.
            _ if path.exists() => Err(refused),
            _ => refused.path.persist(path),
        }),
    };
    placed.map_err(|refused| refused.error)?;
    step(CreationStep::Placed);
    Ok(())
}

/// Syncs the name of a new file in `folder` to the disk.
fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// The steps of creating a store, at which tests interrupt it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum CreationStep {
    /// The temporary file exists, empty and not locked.
    Made,
    /// The file was changed.
    #[cfg(test)]
    Written,
    /// The whole file is on the disk.
    Synced,
    /// The file is about to be renamed.
    Placing,
    /// The file was renamed.
    Placed,
}

#[cfg(not(test))]
fn backend(file: File) -> Result<impl redb::StorageBackend, redb::DatabaseError> {
    redb::backends::FileBackend::new(file)
}

#[cfg(not(test))]
fn step(_: CreationStep) {}

#[cfg(test)]
use super::tests::{backend, step};
