//! [`CertificateReader`]: reads a certificate from its header to its end.

use crate::block::{MOST_BLOCK, NodeRecord, RecordBlock};
use crate::error::Error;
use crate::header::{self, Header};
use crate::unpack::unpacked;
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;

/// The bytes that every certificate begins with.
pub const BEGINNING: &[u8] = b"eldest certificate ";

/// The most bytes in the first line of a certificate.
const LONGEST_FIRST_LINE: u64 = 64;
/// The length of the digest, in bytes.
const DIGEST: usize = 32;
/// The most bytes of a compressed block: zlib adds a little to data that it cannot compress.
const MOST_PACKED: u32 = MOST_BLOCK as u32 + (1 << 16);

/// Reads a certificate record by record, after verifying its digest.
///
/// It does not check the proof: [`check`](crate::check) does.
pub struct CertificateReader<R> {
    from: BufReader<R>,
    header: Header,
    /// The offset of the next block, and that of the first.
    at: u64,
    first: u64,
    records: u64,
    length: u64,
}

impl<R: Read + Seek> CertificateReader<R> {
    /// Verifies the digest of `from`, and reads the header.
    ///
    /// # Errors
    /// If the file cannot be read, is not a certificate, or is damaged.
    pub fn new(mut from: R) -> Result<Self, Error> {
        begins_as_one(&mut from)?;
        let length = is_whole(&mut from)?;
        from.seek(SeekFrom::Start(0))?;
        let mut from = BufReader::with_capacity(1 << 16, from);
        let lines = lines(&mut from)?;
        let first = lines.len() as u64 + 2;
        let header = Header::parse(&lines)?;
        Ok(Self { from, header, at: first, first, records: 0, length })
    }

    /// Returns to the first record.
    pub(crate) fn rewind(&mut self) -> io::Result<()> {
        (self.at, self.records) = (self.first, 0);
        self.from.seek(SeekFrom::Start(self.first)).map(|_| ())
    }

    /// The next block; `None` at the end.
    pub(crate) fn next_block(&mut self) -> Result<Option<RecordBlock>, Error> {
        let packed = u32::from_le_bytes(self.take()?);
        if packed == 0 {
            return self.end().map(|()| None);
        }
        if packed > MOST_PACKED {
            return Err(self.malformed("a block is longer than blocks may be"));
        }
        let mut bytes = vec![0; packed as usize];
        self.fill(&mut bytes)?;
        let columns = unpacked(&bytes).map_err(|what| self.malformed(what))?;
        let block = RecordBlock::read(&columns, self.header.claim.least.get());
        let block = block.map_err(|what| self.malformed(what))?;
        self.at += 4 + u64::from(packed);
        self.records += block.len() as u64;
        Ok(Some(block))
    }

    fn end(&mut self) -> Result<(), Error> {
        if u64::from_le_bytes(self.take()?) != self.records {
            return Err(
                self.malformed("the number of records differs from the one at the end of the file")
            );
        }
        let end = self.at + 4 + 8 + DIGEST as u64;
        if end == self.length {
            Ok(())
        } else {
            Err(self.malformed("the length of the file is wrong"))
        }
    }

    /// Finds the record of the position with this code by reading the file from the start.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a certificate.
    pub fn find(&mut self, code: &[u8]) -> Result<Option<RecordLookup>, Error> {
        self.rewind()?;
        let mut before = 0;
        while let Some(block) = self.next_block()? {
            if let Some(index) = block.records().position(|record| record.code == code) {
                let NodeRecord { height, least, mv, .. } = block.get(index);
                let record = before + index as u64 + 1;
                return Ok(Some(RecordLookup { record, height, least, mv: mv.to_vec() }));
            }
            before += block.len() as u64;
        }
        Ok(None)
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let mut bytes = [0; N];
        self.fill(&mut bytes).map(|()| bytes)
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.from.read_exact(bytes).map_err(|error| match error.kind() {
            ErrorKind::UnexpectedEof => self.malformed("the file ends within a block"),
            _ => error.into(),
        })
    }

    fn malformed(&self, what: &'static str) -> Error {
        Error::Malformed { offset: self.at, what }
    }
}

impl<R> CertificateReader<R> {
    /// The header.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The size of the file, in bytes.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// The numbers of records and bytes read so far.
    pub(crate) fn read_so_far(&self) -> (u64, u64) {
        (self.records, self.at)
    }
}

impl<R> fmt::Debug for CertificateReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CertificateReader").field("header", &self.header).finish_non_exhaustive()
    }
}

/// A record found by [`CertificateReader::find`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordLookup {
    /// The number of the record, counted from 1.
    pub record: u64,
    /// Its height.
    pub height: u32,
    /// The lower bound on the value, as the prover sees it.
    pub least: i32,
    /// The move there; empty where the other side is to move.
    pub mv: Vec<u8>,
}

/// Returns whether a certificate may replace the file at `path`: there is none, or it is empty, or
/// a certificate of any format.
///
/// # Errors
/// If the file cannot be read.
pub fn may_replace(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(true),
        file => file?.take(LONGEST_FIRST_LINE).read_to_end(&mut begin)?,
    };
    Ok(begin.is_empty() || is_certificate(&begin))
}

/// Returns whether a file that starts with `begin` is a certificate of any format: its first line
/// is just the format.
fn is_certificate(begin: &[u8]) -> bool {
    let line = begin.split(|byte| *byte == b'\n').next().filter(|line| line.len() < begin.len());
    let format = line.and_then(|line| line.strip_prefix(BEGINNING));
    format.is_some_and(|format| !format.is_empty() && format.iter().all(u8::is_ascii_digit))
}

/// Distinguishes other files from damaged certificates.
fn begins_as_one(from: &mut (impl Read + Seek)) -> Result<(), Error> {
    from.seek(SeekFrom::Start(0))?;
    let mut begin = Vec::new();
    from.by_ref().take(BEGINNING.len() as u64).read_to_end(&mut begin)?;
    if begin == BEGINNING { Ok(()) } else { Err(Error::NoCertificate) }
}

/// Verifies the digest at the end. Returns the size of the file.
fn is_whole(from: &mut (impl Read + Seek)) -> Result<u64, Error> {
    let length = from.seek(SeekFrom::End(0))?;
    let content = length.checked_sub(DIGEST as u64).ok_or(Error::Digest)?;
    from.seek(SeekFrom::Start(0))?;
    let (mut digest, mut buffer, mut left) = (Sha256::new(), vec![0; 1 << 16], content);
    while left > 0 {
        let piece = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        from.read_exact(&mut buffer[..piece])?;
        digest.update(&buffer[..piece]);
        left -= piece as u64;
    }
    let mut stored = [0; DIGEST];
    from.read_exact(&mut stored)?;
    if digest.finalize()[..] == stored { Ok(length) } else { Err(Error::Digest) }
}

/// Reads the text up to the first empty line.
fn lines(from: &mut impl io::BufRead) -> Result<String, Error> {
    let mut text = Vec::new();
    let mut limited = from.take(header::MOST as u64);
    while !text.ends_with(b"\n\n") {
        if io::BufRead::read_until(&mut limited, b'\n', &mut text)? == 0 {
            return Err(Error::Header { expected: "an empty line" });
        }
    }
    text.truncate(text.len() - 2);
    String::from_utf8(text).map_err(|_| Error::Header { expected: "text" })
}
