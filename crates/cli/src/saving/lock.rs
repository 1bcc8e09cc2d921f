//! [`Lock`]: keeps two processes from saving their tables in the same file.

use anyhow::{Context, Result, bail, ensure};
use eldest_catalog::input;
use eldest_prove::part::is_at;
use eldest_terminal::{Interrupt, Removal, Target};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// The exclusive right to save in a file. The lock is on a separate file beside it, because each
/// save replaces the file, and a lock on it would go too. The system releases the lock when the
/// process ends, even if it is killed; an empty lock file may be left behind, which is harmless.
#[derive(Debug)]
pub(super) struct Lock {
    removal: Removal,
    held: LockFile,
}

impl Lock {
    /// Takes the lock on `target`, unless another process holds it.
    pub(super) fn on(target: &Target, interrupt: &Interrupt) -> Result<Self> {
        let mut path = target.path().as_os_str().to_owned();
        path.push(".lock");
        let (removal, held) = interrupt.part(|| LockFile::take(path.into(), target))?;
        Ok(Self { removal, held })
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        self.removal.settle(|| drop(fs::remove_file(&self.held.path)));
    }
}

/// A locked file.
#[derive(Debug)]
struct LockFile {
    path: PathBuf,
    _file: File,
}

impl LockFile {
    fn take(path: PathBuf, target: &Target) -> Result<Self> {
        loop {
            input::refuse_others(&path).with_context(|| path.display().to_string())?;
            let mut options = OpenOptions::new();
            let file = options.write(true).create(true).truncate(false).open(&path);
            let file = file.with_context(|| path.display().to_string())?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => bail!(
                    "{} is in use: another process saves its table there; wait for it to end, or name another file",
                    target.named()
                ),
                // On a file system without locks, saving goes ahead unprotected.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            let is_ours = file.metadata().is_ok_and(|data| data.is_file() && data.len() == 0);
            ensure!(
                is_ours,
                "{} exists but is not a lock file of this program, which would be empty; it is left as it is: name another file than {}",
                path.display(),
                target.named()
            );
            // The previous holder may have removed the file by now; the next process would not see
            // a lock on it.
            if is_at(&file, &path) {
                return Ok(Self { path, _file: file });
            }
        }
    }
}

impl AsRef<Path> for LockFile {
    fn as_ref(&self) -> &Path {
        &self.path
    }
}
