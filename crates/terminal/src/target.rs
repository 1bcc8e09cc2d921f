//! [`Target`]: a file that is replaced as a whole, or stays as it is.

use crate::interrupt::Interrupt;
use anyhow::{Context, Result, anyhow, bail, ensure};
use eldest_prove::part;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Written at once, where the table is one by one.
const BUFFER: usize = 1 << 20;

/// A file that is replaced as a whole, or stays as it is.
#[derive(Debug)]
pub struct Target {
    path: PathBuf,
    folder: PathBuf,
}

/// As a folder may be written, and no file. Paths themselves do not tell.
fn ends_in_a_separator(path: &Path) -> bool {
    let text = path.as_os_str().to_string_lossy();
    text.ends_with(std::path::is_separator) || text.ends_with("/.")
}

impl Target {
    /// The file at `path`, if it can be written. A link is followed: what it points to is replaced. What earlier runs
    /// that were killed have left beside it is removed.
    pub fn new(path: &Path, interrupt: &Interrupt) -> Result<Self> {
        ensure!(
            path != Path::new("-"),
            "- names no file, and stdout is for results; expected a file (one of that name is ./-)"
        );
        ensure!(
            path.exists() || !path.is_symlink(),
            "{} is a link to a file that is not there; expected that file itself",
            path.display()
        );
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let folder = part::folder(&whole).to_owned();
        let target = Self { path: whole, folder };
        let names_a_file = target.path.file_name().is_some() && !ends_in_a_separator(path);
        if !names_a_file || target.path.exists() && !target.path.is_file() {
            bail!("{} is no file", path.display());
        }
        if !target.folder.is_dir() {
            let (path, folder) = (target.path.display(), target.folder.display());
            bail!("{path} cannot be written: there is no folder {folder}");
        }
        part::sweep(&target.folder, target.name());
        // Whether there may be a file beside it is better known before the search than after.
        let (_removal, _part) = interrupt.part(|| target.beside())?;
        Ok(target)
    }

    /// Returns its path, where a link has been followed.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lets `write` fill a new file, which takes the place and the permissions of the old one when it is
    /// safe on its disk. If the program is ended before, no half of it is left.
    pub fn replace(
        &self,
        interrupt: &Interrupt,
        write: impl FnOnce(&mut BufWriter<&File>) -> Result<()>,
    ) -> Result<()> {
        let (removal, new) = interrupt.part(|| self.beside())?;
        if let Ok(old) = fs::metadata(&self.path) {
            new.as_file().set_permissions(old.permissions()).with_context(|| self.named())?;
        }
        let mut file = BufWriter::with_capacity(BUFFER, new.as_file());
        write(&mut file)?;
        drop(file);
        new.as_file().sync_all().with_context(|| self.named())?;
        new.persist(&self.path).with_context(|| self.named())?;
        drop(removal);
        self.sync_folder().with_context(|| self.folder.display().to_string())
    }

    /// Its name in its folder.
    fn name(&self) -> &OsStr {
        self.path.file_name().unwrap_or_default()
    }

    /// What people call it.
    pub fn named(&self) -> String {
        self.path.display().to_string()
    }

    /// A new file in the same folder.
    fn beside(&self) -> Result<NamedTempFile> {
        // What goes wrong goes wrong with the folder; the name of the new file says nothing to users.
        part::create(&self.folder, self.name()).map_err(|error| {
            let (path, folder) = (self.path.display(), self.folder.display());
            anyhow!("{path} cannot be written: folder {folder}: {}", error.kind())
        })
    }

    /// The new name is on the disk too.
    fn sync_folder(&self) -> std::io::Result<()> {
        if cfg!(unix) { File::open(&self.folder)?.sync_all() } else { Ok(()) }
    }
}
