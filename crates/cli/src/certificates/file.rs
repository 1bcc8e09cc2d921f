//! Certificates in files: [opened](open) to be read, as often as it takes.

use eldest_catalog::input;
use eldest_catalog::input::STDIN;
use eldest_check::BEGINNING;
use eldest_terminal::Interrupt;
use std::env::temp_dir;
use std::fs::File;
use std::io::{self, ErrorKind, IsTerminal, Read, Seek, SeekFrom, Write, stdin};
use std::path::Path;

/// The bytes of a pipe that are copied at once.
const PIECE: usize = 1 << 16;

/// Opens the certificate at `path`, or stdin, so that it can be read several times: what comes
/// through a pipe is copied into a temporary file, which has no name and ends with the process. A
/// pipe keeps the caller waiting for its end.
///
/// # Errors
/// What the system says; that it is a folder, a device or a terminal.
pub(super) fn open(path: &Path) -> io::Result<File> {
    if path == Path::new(STDIN) {
        if stdin().is_terminal() {
            return Err(other("this is a terminal; expected a certificate from a pipe or a file"));
        }
        return copied(&mut stdin().lock());
    }
    let file = input::open_or_pipe(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => io::Error::new(
            ErrorKind::NotFound,
            "there is no such file; expected a certificate, as certify and prove write them",
        ),
        _ => error,
    })?;
    if file.metadata()?.is_file() { Ok(file) } else { copied(&mut &file) }
}

fn other(message: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// A temporary file with all that `from` has; of what is no certificate, only the beginning.
fn copied(from: &mut dyn Read) -> io::Result<File> {
    let mut piece = Vec::new();
    from.take(BEGINNING.len() as u64).read_to_end(&mut piece)?;
    let mut copy = tempfile::tempfile().map_err(temporary)?;
    let may_be_certificate = piece == BEGINNING;
    while !piece.is_empty() {
        copy.write_all(&piece).map_err(temporary)?;
        piece.clear();
        if may_be_certificate {
            from.take(PIECE as u64).read_to_end(&mut piece)?;
        }
    }
    Ok(copy)
}

/// What is wrong with the temporary folder says nothing of the certificate.
fn temporary(error: io::Error) -> io::Error {
    let folder = temp_dir();
    let folder = folder.display();
    let reason =
        format!("it cannot be copied into the temporary folder {folder} (TMPDIR): {error}");
    io::Error::new(error.kind(), reason)
}

/// Reads a certificate until the program is interrupted: a large one takes long to read.
#[derive(Debug)]
pub(super) struct CertificateFile<'a> {
    file: File,
    interrupt: &'a Interrupt,
}

impl<'a> CertificateFile<'a> {
    /// Reads `file` from its beginning.
    pub(super) fn new(file: &File, interrupt: &'a Interrupt) -> io::Result<Self> {
        let mut file = file.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Self { file, interrupt })
    }

    /// How many bytes it has.
    pub(super) fn length(&self) -> u64 {
        self.file.metadata().map_or(0, |about| about.len())
    }
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
