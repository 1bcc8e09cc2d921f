//! [`Target`]: a file that is replaced atomically.

use crate::interrupt::Interrupt;
use anyhow::{Context, Result, anyhow, bail, ensure};
use eldest_prove::part;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// The size of the write buffer.
const BUFFER: usize = 1 << 20;

/// A file that is replaced atomically.
#[derive(Debug)]
pub struct Target {
    path: PathBuf,
    folder: PathBuf,
}

/// Returns whether `path` is written as a folder. `Path` ignores trailing separators.
fn ends_in_a_separator(path: &Path) -> bool {
    let text = path.as_os_str().to_string_lossy();
    text.ends_with(std::path::is_separator) || text.ends_with("/.")
}

impl Target {
    /// Creates the target for the file at `path`, if it can be written. Follows a link: its target
    /// is replaced. Removes temporary files of killed runs beside it.
    pub fn new(path: &Path, interrupt: &Interrupt) -> Result<Self> {
        ensure!(
            path != Path::new("-"),
            "- is not a file name, and stdout is for results; expected a file (write ./- for a file of that name)"
        );
        ensure!(
            path.exists() || !path.is_symlink(),
            "{} is a link to a file that does not exist; expected that file itself",
            path.display()
        );
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let folder = part::folder(&whole).to_owned();
        let target = Self { path: whole, folder };
        let names_a_file = target.path.file_name().is_some() && !ends_in_a_separator(path);
        if !names_a_file || target.path.exists() && !target.path.is_file() {
            bail!("{} is not a file", path.display());
        }
        if !target.folder.is_dir() {
            let (path, folder) = (target.path.display(), target.folder.display());
            bail!("{path} cannot be written: there is no folder {folder}");
        }
        part::sweep(&target.folder, target.name());
        // Try to create a file beside it now, to fail before the search rather than after it.
        let (_removal, _part) = interrupt.part(|| target.beside())?;
        Ok(target)
    }

    /// Returns its path, with links resolved.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lets `write` fill a new file, which replaces the old one, with its permissions, once it is
    /// on the disk. If the program ends before, no partial file is left.
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

    /// Returns its name in its folder.
    fn name(&self) -> &OsStr {
        self.path.file_name().unwrap_or_default()
    }

    /// Returns its path for messages.
    pub fn named(&self) -> String {
        self.path.display().to_string()
    }

    /// Creates a temporary file in the same folder.
    fn beside(&self) -> Result<NamedTempFile> {
        // Errors concern the folder; users do not know the name of the temporary file.
        part::create(&self.folder, self.name()).map_err(|error| {
            let (path, folder) = (self.path.display(), self.folder.display());
            anyhow!("{path} cannot be written: folder {folder}: {}", error.kind())
        })
    }

    /// Syncs the new name to the disk.
    fn sync_folder(&self) -> std::io::Result<()> {
        if cfg!(unix) { File::open(&self.folder)?.sync_all() } else { Ok(()) }
    }
}
