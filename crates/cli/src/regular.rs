//! Files that are read: what may be opened for it.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::Path;

/// Opens the file at `path` to read it. A pipe would keep the program waiting for its other end, whatever signals come.
///
/// # Errors
/// What the system says; that it is a folder, a pipe or a device.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    refuse_others(path)?;
    File::open(path)
}

/// Opens the file or the pipe at `path` to read it once. A pipe keeps the caller waiting for its other end.
///
/// # Errors
/// What the system says; that it is a folder or a device.
pub(crate) fn open_or_pipe(path: &Path) -> io::Result<File> {
    if !is_pipe(path) {
        refuse_others(path)?;
    }
    File::open(path)
}

#[cfg(unix)]
fn is_pipe(path: &Path) -> bool {
    use std::os::unix::fs::FileTypeExt;
    fs::metadata(path).is_ok_and(|about| about.file_type().is_fifo())
}

#[cfg(not(unix))]
fn is_pipe(_: &Path) -> bool {
    false
}

/// Refuses what is at `path` if it is no regular file. There may be nothing.
///
/// # Errors
/// It is a folder, a pipe or a device.
pub fn refuse_others(path: &Path) -> io::Result<()> {
    let Ok(about) = fs::metadata(path) else { return Ok(()) };
    let kind = match about.is_dir() {
        _ if about.is_file() => return Ok(()),
        true => "a folder",
        false => "a pipe or a device",
    };
    Err(io::Error::new(ErrorKind::InvalidInput, format!("this is {kind}; expected a regular file")))
}
