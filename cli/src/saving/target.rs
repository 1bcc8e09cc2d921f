//! [`Target`]: a file that is replaced as a whole, or stays as it is.

use crate::stop::Interrupt;
use anyhow::{Context, Result, anyhow, bail};
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Written at once, where the table is one by one.
const BUFFER: usize = 1 << 20;

/// A file that is replaced as a whole, or stays as it is.
#[derive(Debug)]
pub(super) struct Target {
    path: PathBuf,
    folder: PathBuf,
}

/// As a folder may be written, and no file. Paths themselves do not tell.
fn ends_in_a_separator(path: &Path) -> bool {
    let text = path.as_os_str().to_string_lossy();
    text.ends_with(std::path::is_separator) || text.ends_with("/.")
}

impl Target {
    /// The file at `path`, if it can be written. A link is followed: what it points to is replaced.
    pub(super) fn new(path: &Path) -> Result<Self> {
        let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let folder = whole.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).to_owned();
        let target = Self { path: whole, folder };
        let names_a_file = target.path.file_name().is_some() && !ends_in_a_separator(path);
        if !names_a_file || target.path.exists() && !target.path.is_file() {
            bail!("{} is no file", path.display());
        }
        if !target.folder.is_dir() {
            let (path, folder) = (target.path.display(), target.folder.display());
            bail!("{path} cannot be written: there is no folder {folder}");
        }
        // Whether there may be a file beside it is better known before the search than after.
        target.beside()?;
        Ok(target)
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Lets `write` fill a new file, which takes the place of the old one when it is safe on its disk. If
    /// the program is ended before, no half of it is left.
    pub(super) fn replace(
        &self,
        interrupt: &Interrupt,
        write: impl FnOnce(&mut BufWriter<&File>) -> Result<()>,
    ) -> Result<()> {
        let new = self.beside()?;
        let removal = interrupt.removes(new.path());
        let mut file = BufWriter::with_capacity(BUFFER, new.as_file());
        write(&mut file)?;
        drop(file);
        new.as_file().sync_all().with_context(|| self.path.display().to_string())?;
        new.persist(&self.path).with_context(|| self.path.display().to_string())?;
        drop(removal);
        self.sync_folder().with_context(|| self.folder.display().to_string())
    }

    /// A new file in the same folder, with the permissions of the old one.
    fn beside(&self) -> Result<NamedTempFile> {
        let name = self.path.file_name().unwrap_or_default();
        let mut builder = Builder::new();
        builder.prefix(name).suffix(".part");
        if let Some(permissions) = self.permissions() {
            builder.permissions(permissions);
        }
        // What goes wrong goes wrong with the folder; nobody knows the name of the new file.
        builder.tempfile_in(&self.folder).map_err(|error| {
            let (path, folder) = (self.path.display(), self.folder.display());
            anyhow!("{path} cannot be written: folder {folder}: {}", error.kind())
        })
    }

    /// Those of the file that is there; else what every new file gets.
    fn permissions(&self) -> Option<fs::Permissions> {
        let present = fs::metadata(&self.path).map(|file| file.permissions()).ok();
        #[cfg(unix)]
        let usual = Some(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        #[cfg(not(unix))]
        let usual = None;
        present.or(usual)
    }

    /// The new name is on the disk too.
    fn sync_folder(&self) -> std::io::Result<()> {
        if cfg!(unix) { File::open(&self.folder)?.sync_all() } else { Ok(()) }
    }
}
