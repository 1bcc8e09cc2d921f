//! [`CertificateFile`]: a certificate on disk, whose reading ends when the program is to end.

use crate::stop::Interrupt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// Reads a certificate until the program is interrupted: a large one takes long to read.
#[derive(Debug)]
pub(super) struct CertificateFile<'a> {
    file: File,
    interrupt: &'a Interrupt,
}

impl<'a> CertificateFile<'a> {
    /// Opens the file at `path`. Nothing else is opened: a pipe would keep the program waiting for its other end, and
    /// cannot be read twice.
    pub(super) fn open(path: &Path, interrupt: &'a Interrupt) -> io::Result<Self> {
        Ok(Self { file: file(path)?, interrupt })
    }

    /// How many bytes it has.
    pub(super) fn length(&self) -> u64 {
        self.file.metadata().map_or(0, |about| about.len())
    }
}

/// The file at `path`, if it is one.
pub(super) fn file(path: &Path) -> io::Result<File> {
    const WANTED: &str = "expected a certificate, as certify and prove write them";
    let about = fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => missing(format!("there is no such file; {WANTED}")),
        _ => error,
    })?;
    match about.is_file() {
        true => File::open(path),
        false if about.is_dir() => Err(other(format!("this is a folder; {WANTED}"))),
        false => {
            Err(other(format!("this is a pipe or a device, which cannot be read twice; {WANTED}")))
        }
    }
}

fn missing(message: String) -> io::Error {
    io::Error::new(ErrorKind::NotFound, message)
}

fn other(message: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, message)
}

impl Read for CertificateFile<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.interrupt.is_raised() {
            // Not `ErrorKind::Interrupted`, after which reading goes on.
            true => Err(io::Error::other("the reading was stopped")),
            false => self.file.read(buffer),
        }
    }
}

impl Seek for CertificateFile<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
