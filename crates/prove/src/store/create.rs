//! [`create`]: a new store is made under another name, and takes its own when it is whole.
//!
//! A process may be killed at any moment, and a machine may lose its power. Until the store is
//! whole and on the disk, there is nothing at its path, or the empty file that was there before.
//! The file that a killed process leaves beside it is removed when the store is opened the next
//! time.

use super::StoreError;
use crate::part::{folder, is_at, unlocked};
use redb::{Builder, ConcurrencyMode, Database, DatabaseError};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use tempfile::TempPath;

/// Results are read once and appended: nothing is gained by keeping pages.
const CACHE: usize = 8 << 20;

/// Makes the store at `path`, where there is nothing or an empty file, and lets `begin` fill it.
/// `None` if another process was quicker.
///
/// # Errors
/// [`StoreError`]; the path is as it was then.
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
        // The new file is taken for one that was left: another process looks whether it is locked.
        Err(DatabaseError::DatabaseAlreadyOpen) => return Ok(None),
        database => database?,
    };
    begin(&database)?;
    written.sync_all()?;
    step(CreationStep::Synced);
    match place(new, path, old) {
        Ok(()) => sync(folder(path)).map(|()| Some(database)).map_err(StoreError::from),
        // There is a store now, or the new file was taken for one that was left.
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

/// What is at a path.
enum Present {
    Nothing,
    /// An empty file, which is locked: no two processes put a store in its place.
    Empty(File),
    /// A store that another process has put there meanwhile.
    More,
}

fn present(path: &Path) -> Result<Present, StoreError> {
    let file = match OpenOptions::new().read(true).write(true).open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Present::Nothing),
        file => file?,
    };
    // A file system without locks keeps no process from it.
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(StoreError::InUse);
    }
    let is_empty = file.metadata()?.len() == 0 && is_at(&file, path);
    Ok(if is_empty { Present::Empty(file) } else { Present::More })
}

/// A new file in the folder of `path`, and the name that it has there.
fn beside(path: &Path) -> io::Result<(File, TempPath)> {
    let (folder, name) = (folder(path), path.file_name().unwrap_or_default());
    // The name of the new file says nothing to users.
    let named = |error: io::Error| {
        let kind = error.kind();
        io::Error::new(
            kind,
            format!("it cannot be made in the folder {}: {kind}", folder.display()),
        )
    };
    Ok(unlocked(folder, name).map_err(named)?.into_parts())
}

/// Puts `new` at `path`: in the place of the empty file `old`, or where there is none.
fn place(new: TempPath, path: &Path, old: Option<File>) -> io::Result<()> {
    step(CreationStep::Placing);
    let placed = match old {
        // Its lock is kept until then, but where a file that is open cannot be replaced.
        Some(old) => {
            let _lock = cfg!(unix).then_some(old);
            new.persist(path)
        }
        None => new.persist_noclobber(path).or_else(|refused| match refused.error.kind() {
            ErrorKind::AlreadyExists | ErrorKind::NotFound => Err(refused),
            // Some file systems can neither link a file nor rename it without replacing another.
            _ if path.exists() => Err(refused),
            _ => refused.path.persist(path),
        }),
    };
    placed.map_err(|refused| refused.error)?;
    step(CreationStep::Placed);
    Ok(())
}

/// The name of a new file in `folder` is on the disk from now on.
fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// How far the making of a store is: tests cut it there.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum CreationStep {
    /// The new file is there, empty and not locked.
    Made,
    /// The file was changed.
    #[cfg(test)]
    Written,
    /// All of the file is on the disk.
    Synced,
    /// The file gets its name now.
    Placing,
    /// The file has its name.
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
