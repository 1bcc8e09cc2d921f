//! [`Target`]: a file on its way, under another name until it is complete; [`Scores`]: its scores,
//! and the index of each code.

use super::header::{CRC64, FileHeader};
use super::{FileKind, Heading, Summary, Tally};
use crate::code::Code;
use crate::error::WriteError;
use crc::{Digest, Table};
use eldest::{Score, StopToken};
use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

const CODES: usize = 1 << 16;

/// A file on its way. Dropped before the end it leaves nothing.
pub(super) struct Target {
    path: PathBuf,
    out: BufWriter<NamedTempFile>,
    heading: Heading,
    kind: FileKind,
    endless: Score,
    /// The offsets of the blocks, and that after the last one.
    offsets: Vec<u64>,
    /// The first keys of the blocks.
    firsts: Vec<u64>,
    crc: Digest<'static, u64, Table<16>>,
}

impl Target {
    /// Creates the file, which replaces `path` when it is complete.
    pub(super) fn create(
        path: &Path,
        heading: &Heading,
        kind: FileKind,
        endless: Score,
    ) -> Result<Self, WriteError> {
        heading.check()?;
        let at = |source| WriteError::Io { path: path.into(), source };
        let mut target = Self {
            path: path.into(),
            out: BufWriter::with_capacity(1 << 20, temporary(path).map_err(at)?),
            heading: heading.clone(),
            kind,
            endless,
            offsets: vec![FileHeader::len(heading) as u64],
            firsts: Vec::new(),
            crc: CRC64.digest(),
        };
        target.write(&vec![0; FileHeader::len(heading)])?;
        Ok(target)
    }

    /// Appends a block; a keyed one with its first key.
    pub(super) fn push(&mut self, block: &[u8], first: Option<u64>) -> Result<(), WriteError> {
        self.crc.update(block);
        self.offsets.push(self.end() + block.len() as u64);
        self.firsts.extend(first);
        self.write(block)
    }

    /// Writes the tables and the header, and renames the file. `len` is the number of numbers or
    /// keys, `block` that of a full block.
    pub(super) fn finish(
        mut self,
        scores: &[Score],
        tally: Tally,
        len: u64,
        block: usize,
    ) -> Result<Summary, WriteError> {
        let tables = self.tables(scores);
        let header = FileHeader {
            heading: self.heading.clone(),
            kind: self.kind,
            block: block as u32,
            endless: self.endless,
            scores: scores.len() as u32,
            summary: tally.summary(self.end() + tables.len() as u64, len),
            tables: self.end(),
            blocks_crc: self.crc.clone().finalize(),
            tables_crc: CRC64.checksum(&tables),
        };
        self.write(&tables)?;
        let path = self.path.clone();
        self.complete(&header).map_err(|source| WriteError::Io { path, source })?;
        Ok(header.summary)
    }

    fn end(&self) -> u64 {
        self.offsets.last().copied().unwrap_or(0)
    }

    fn tables(&self, scores: &[Score]) -> Vec<u8> {
        let scores = scores.iter().flat_map(|score| score.get().to_le_bytes());
        let longs = self.offsets.iter().chain(&self.firsts).flat_map(|long| long.to_le_bytes());
        scores.chain(longs).collect()
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        let path = &self.path;
        self.out.write_all(bytes).map_err(|source| WriteError::Io { path: path.clone(), source })
    }

    fn complete(mut self, header: &FileHeader) -> io::Result<()> {
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&header.to_bytes())?;
        let file = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.as_file().sync_all()?;
        file.persist(&self.path).map_err(|error| error.error)?;
        sync_folder(&self.path)
    }
}

/// The scores of a file in the order in which they were added. Codes with equal scores share an
/// index: finished and endless draws.
pub(super) struct Scores {
    pub(super) list: Vec<Score>,
    /// The index of each code, plus 1; 0 for none.
    indices: Vec<u32>,
}

impl Default for Scores {
    fn default() -> Self {
        Self { list: Vec::new(), indices: vec![0; CODES] }
    }
}

impl Scores {
    /// Adds a code with its score, unless it is there. Returns its index.
    #[inline]
    pub(super) fn add(&mut self, code: Code, score: Score) -> u16 {
        let index = &mut self.indices[usize::from(code.raw())];
        if *index == 0 {
            let known = self.list.iter().position(|&known| known == score);
            *index = 1 + known.unwrap_or(self.list.len()) as u32;
            if known.is_none() {
                self.list.push(score);
            }
        }
        (*index - 1) as u16
    }

    /// Returns the index of a code; `None` if it was not added.
    #[inline]
    pub(super) fn index(&self, code: Code) -> Option<u16> {
        self.indices[usize::from(code.raw())].checked_sub(1).map(|index| index as u16)
    }
}

/// Ends a write whose token is set.
pub(super) fn check(stop: &StopToken) -> Result<(), WriteError> {
    if stop.is_stopped() { Err(WriteError::Stopped) } else { Ok(()) }
}

/// Creates an empty file beside `path`, readable by others as the system's defaults allow.
fn temporary(path: &Path) -> io::Result<NamedTempFile> {
    let name = path.file_name().unwrap_or_default();
    let mut builder = tempfile::Builder::new();
    builder.prefix(name).suffix(".partial");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder(path))
}

fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Makes the new name survive a crash, where the system can open folders.
fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder(path))?.sync_all() } else { Ok(()) }
}
