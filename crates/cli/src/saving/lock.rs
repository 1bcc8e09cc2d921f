//! [`Lock`]: no two processes save their tables in the same file.

use anyhow::{Context, Result, bail, ensure};
use eldest_catalog::input;
use eldest_prove::part::is_at;
use eldest_terminal::{Interrupt, Removal, Target};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

/// Held as long as somebody saves in a file, so that nobody else does. It is on a file beside that one,
/// which is replaced each time, and a lock with it. The system takes it back when the process ends,
/// however that comes; an empty file may be left then, and is as good as none.
#[derive(Debug)]
pub(super) struct Lock {
    removal: Removal,
    held: LockFile,
}

impl Lock {
    /// The lock on `target`, if nobody has it.
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
                    "{} is in use: another process saves its table there; wait for its end, or name another file",
                    target.named()
                ),
                // Where a file system knows no locks, nobody is kept from saving.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            let is_ours = file.metadata().is_ok_and(|data| data.is_file() && data.len() == 0);
            ensure!(
                is_ours,
                "{} is there and is no lock of this program's, which are empty; it is left as it is: name another file than {}",
                path.display(),
                target.named()
            );
            // Whoever had it may have removed it meanwhile: then the next one would not see this lock.
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
