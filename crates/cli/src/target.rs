//! [`Target`]: a file that is replaced as a whole, or stays as it is.

use crate::part;
use crate::stop::Interrupt;
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Written at once, where the table is one by one.
const BUFFER: usize = 1 << 20;

/// A file that is replaced as a whole, or stays as it is.
#[derive(Debug)]
pub(crate) struct Target {
    path: PathBuf,
    folder: PathBuf,
}

/// As a folder may be written, and no file. Paths themselves do not tell.
fn ends_in_a_separator(path: &Path) -> bool {
    let text = path.as_os_str().to_string_lossy();
    text.ends_with(std::path::is_separator) || text.ends_with("/.")
}

/// As many links in a row as systems follow.
const LINKS: usize = 40;

/// Where the file at `path` is, or will be when it is written: two paths to one file have one place.
pub(crate) fn place(path: &Path) -> PathBuf {
    // A link to a file that is not there yet is followed by hand.
    let next = |link: &PathBuf| Some(folder(link).join(link.read_link().ok()?));
    let links = std::iter::successors(Some(path.to_owned()), next).take(LINKS);
    let path = links.last().unwrap_or_default();
    path.canonicalize().unwrap_or_else(|_| {
        let folder = folder(&path).canonicalize().unwrap_or_else(|_| folder(&path).to_owned());
        folder.join(path.file_name().unwrap_or_default())
    })
}

/// That in which the file at `path` is.
fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

impl Target {
    /// The file at `path`, if it can be written. A link is followed: what it points to is replaced. What earlier runs
    /// that were killed have left beside it is removed.
    pub(crate) fn new(path: &Path, interrupt: &Interrupt) -> Result<Self> {
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
        let folder = folder(&whole).to_owned();
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

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Lets `write` fill a new file, which takes the place and the permissions of the old one when it is
    /// safe on its disk. If the program is ended before, no half of it is left.
    pub(crate) fn replace(
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
    pub(crate) fn named(&self) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_to_one_file_have_one_place_before_and_after_it_is_there() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("file");
        let mut ways = vec![file.clone(), root.path().join(".").join("file")];
        #[cfg(unix)]
        for link in ["one", "two"].map(|name| root.path().join(name)) {
            std::os::unix::fs::symlink(ways.last().unwrap(), &link).unwrap();
            ways.push(link);
        }
        let are_one = || ways.windows(2).all(|two| place(&two[0]) == place(&two[1]));
        assert!(are_one());
        fs::write(&file, "").unwrap();
        assert!(are_one());
        assert_ne!(place(&file), place(&root.path().join("other")));
    }

    #[cfg(unix)]
    #[test]
    fn links_in_a_circle_have_a_place_too() {
        let root = tempfile::tempdir().unwrap();
        let link = root.path().join("link");
        std::os::unix::fs::symlink("link", &link).unwrap();
        assert_eq!(place(&link), root.path().canonicalize().unwrap().join("link"));
    }
}
