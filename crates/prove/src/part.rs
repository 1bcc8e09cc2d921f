//! Temporary files beside a target, which replace it when they are complete. For the programs of
//! this repository.
//!
//! Each is locked while it is written. The system releases the lock when the process ends, even by
//! `kill -9`. So an unlocked file is left over from a dead process, and the next process that
//! writes the same target removes it. Without locks in the file system, nothing is removed.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Separates the name of the target from the random characters. No other program uses it.
const MARK: &str = ".eldest-";
const SUFFIX: &str = ".part";
/// The number of random characters.
const DRAWN: usize = 6;
/// The longest file name in bytes, and the part left for the name of the target.
const LONGEST: usize = 255;
const KEPT: usize = LONGEST - MARK.len() - DRAWN - SUFFIX.len();

/// Returns a new, locked file in `folder` for the target with this name, with default permissions.
///
/// # Errors
/// Errors of the system.
pub fn create(folder: &Path, name: &OsStr) -> io::Result<NamedTempFile> {
    loop {
        let part = unlocked(folder, name)?;
        // Before it is locked, another process may remove it as a leftover.
        let is_locked = !matches!(part.as_file().try_lock(), Err(TryLockError::WouldBlock));
        if is_locked && is_at(part.as_file(), part.path()) {
            return Ok(part);
        }
    }
}

/// Returns a new file as [`create`] does, but unlocked. The caller locks it at once, and finds it
/// removed if another process was faster.
///
/// # Errors
/// Errors of the system.
pub fn unlocked(folder: &Path, name: &OsStr) -> io::Result<NamedTempFile> {
    let mut prefix = kept(name).into_owned();
    prefix.push(MARK);
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX).rand_bytes(DRAWN);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

/// Removes the files in `folder` left over from killed processes that wrote the target with this
/// name. Ignores files that cannot be removed.
pub fn sweep(folder: &Path, name: &OsStr) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_part(&entry.file_name(), name)) {
        if entry.file_type().is_ok_and(|kind| kind.is_file()) {
            remove_if_left(&entry.path());
        }
    }
}

/// Returns the target's name as it stands before the mark: truncated if it is long.
fn kept(name: &OsStr) -> Cow<'_, OsStr> {
    if name.len() <= KEPT {
        return Cow::Borrowed(name);
    }
    let text = name.to_string_lossy();
    Cow::Owned(text[..text.floor_char_boundary(KEPT)].into())
}

/// Returns whether `found` is the name of a temporary file for the target `name`.
fn is_part(found: &OsStr, name: &OsStr) -> bool {
    let rest = found.as_encoded_bytes().strip_prefix(kept(name).as_encoded_bytes());
    let drawn = rest.and_then(|rest| rest.strip_prefix(MARK.as_bytes()));
    let drawn = drawn.and_then(|drawn| drawn.strip_suffix(SUFFIX.as_bytes()));
    drawn.is_some_and(|drawn| drawn.len() == DRAWN && drawn.iter().all(u8::is_ascii_alphanumeric))
}

fn remove_if_left(path: &Path) {
    let Ok(file) = OpenOptions::new().write(true).open(path) else { return };
    if file.try_lock().is_ok() && is_at(&file, path) {
        let _ = fs::remove_file(path);
    }
}

/// Returns whether `path` leads to `file`.
#[cfg(unix)]
pub fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |data: fs::Metadata| (data.dev(), data.ino());
    let there = fs::metadata(path).map(number);
    file.metadata().map(number).is_ok_and(|file| there.is_ok_and(|there| there == file))
}

/// Returns whether `path` leads to a file: outside Unix, an open file cannot be replaced.
#[cfg(not(unix))]
pub fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

/// The number of links in a row that systems follow.
const LINKS: usize = 40;

/// Returns the location of the file at `path`, which need not exist yet: the same for all paths to
/// one file.
pub fn place(path: &Path) -> PathBuf {
    // The system does not resolve a link to a file that does not exist yet.
    let next = |link: &PathBuf| Some(folder(link).join(link.read_link().ok()?));
    let links = std::iter::successors(Some(path.to_owned()), next).take(LINKS);
    let path = links.last().unwrap_or_default();
    path.canonicalize().unwrap_or_else(|_| {
        let folder = folder(&path).canonicalize().unwrap_or_else(|_| folder(&path).to_owned());
        folder.join(path.file_name().unwrap_or_default())
    })
}

/// Returns the folder of the file at `path`.
pub fn folder(path: &Path) -> &Path {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Returns the names of the files in `folder`, sorted.
    pub(crate) fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name();
        let mut names: Vec<_> = entries.map(|e| name(e).into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_left_is_removed_and_what_is_written_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let name = OsStr::new("proof");
        let live = create(folder.path(), name).unwrap();
        // Closed but not removed, as if the process had been killed.
        let (file, left) = create(folder.path(), name).unwrap().keep().unwrap();
        drop(file);
        assert!(left.exists());
        sweep(folder.path(), name);
        let live = live.path().file_name().unwrap().to_str().unwrap().to_owned();
        assert_eq!(names(folder.path()), [live]);
    }

    #[test]
    fn the_longest_name_of_a_file_has_a_part_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a".repeat(LONGEST), format!("a{}", "ö".repeat(LONGEST / 2))] {
            let name = OsStr::new(&name);
            fs::write(folder.path().join(name), "").expect("the file itself can be there");
            let (file, _) = create(folder.path(), name).unwrap().keep().unwrap();
            drop(file);
            assert_eq!(names(folder.path()).len(), 2);
            sweep(folder.path(), name);
            assert_eq!(names(folder.path()), [name.to_str().unwrap()]);
            fs::remove_file(folder.path().join(name)).unwrap();
        }
    }

    #[test]
    fn nothing_else_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let others = [
            "other.eldest-abcdef.part",
            "proof",
            "proof.eldest-abc.ef.part",
            "proof.eldest-abcde.part",
            "proof.eldest-abcdef",
            "proof.eldest-abcdef.party",
            "proof.part",
            "proofabcdef.part",
        ];
        others.iter().for_each(|name| fs::write(folder.path().join(name), "kept").unwrap());
        sweep(folder.path(), OsStr::new("proof"));
        assert_eq!(names(folder.path()), others);
        sweep(&folder.path().join("nowhere"), OsStr::new("proof"));
    }

    #[cfg(unix)]
    #[test]
    fn no_link_and_no_pipe_is_opened() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("proof.eldest-abcdef.part");
        std::os::unix::fs::symlink(folder.path().join("victim"), &link).unwrap();
        fs::write(folder.path().join("victim"), "kept").unwrap();
        sweep(folder.path(), OsStr::new("proof"));
        assert_eq!(names(folder.path()), ["proof.eldest-abcdef.part", "victim"]);
    }

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
