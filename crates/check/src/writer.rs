//! [`CertificateWriter`]: writes records in their order, to any stream.

use crate::block::{MOST_BYTES, MOST_HEIGHT, NodeRecord, RecordBlock};
use crate::claim::is_value;
use crate::header::Header;
use miniz_oxide::deflate::compress_to_vec_zlib;
use sha2::{Digest, Sha256};
use std::fmt;
use std::io::{self, ErrorKind, Write};

/// The compression level of zlib.
const LEVEL: u8 = 6;

/// Writes a certificate record by record, and keeps only the current block in memory.
///
/// Checks only what would make the file unreadable; whether it proves its claim is left to
/// [`check`](crate::check). A file without its [end](Self::finish) is not a certificate.
pub struct CertificateWriter<W> {
    to: W,
    digest: Sha256,
    least: i32,
    block: RecordBlock,
    records: u64,
    bytes: u64,
}

impl<W: Write> CertificateWriter<W> {
    /// Begins a certificate.
    ///
    /// # Errors
    /// If writing fails, the game or the position in the header has more than one line, or the
    /// claim is beyond ±8,000,000.
    pub fn new(to: W, header: &Header) -> io::Result<Self> {
        let Header { game, position, claim, .. } = header;
        if game.contains('\n') || position.contains('\n') {
            return Err(invalid("a line break in the header"));
        }
        if !is_value(claim.least.get()) {
            return Err(invalid("a claim beyond ±8000000"));
        }
        let (digest, block) = (Sha256::new(), RecordBlock::default());
        let least = claim.least.get();
        let mut writer = Self { to, digest, least, block, records: 0, bytes: 0 };
        writer.put(header.to_string().as_bytes())?;
        Ok(writer)
    }

    /// Adds a record. Heights must fall, and the codes of one height rise.
    ///
    /// # Errors
    /// If writing fails, a code is empty or longer than [`MOST_BYTES`], the value is beyond
    /// ±8,000,000, or the height is 2³² − 1.
    pub fn push(&mut self, record: NodeRecord<'_>) -> io::Result<()> {
        let NodeRecord { height, code, least, mv } = record;
        if code.is_empty() || code.len().max(mv.len()) > MOST_BYTES {
            return Err(invalid("a code that is empty, or too long"));
        }
        if !is_value(least) {
            return Err(invalid("a value beyond ±8000000"));
        }
        if height > MOST_HEIGHT {
            return Err(invalid("a height beyond 4294967294"));
        }
        if self.block.is_full() || self.block.height != height {
            self.end_block()?;
            self.block = RecordBlock::new(height);
        }
        self.block.push(code, least, mv);
        Ok(())
    }

    /// Ends the certificate. Returns the stream and the numbers of records and bytes written.
    ///
    /// # Errors
    /// If writing fails.
    pub fn finish(mut self) -> io::Result<(W, Written)> {
        self.end_block()?;
        self.put(&0_u32.to_le_bytes())?;
        self.put(&self.records.to_le_bytes())?;
        let digest = std::mem::take(&mut self.digest).finalize();
        self.put(&digest)?;
        self.to.flush()?;
        Ok((self.to, Written { records: self.records, bytes: self.bytes }))
    }

    fn end_block(&mut self) -> io::Result<()> {
        if self.block.len() == 0 {
            return Ok(());
        }
        let packed = compress_to_vec_zlib(&self.block.columns(self.least), LEVEL);
        self.records += self.block.len() as u64;
        self.put(&(packed.len() as u32).to_le_bytes())?;
        self.put(&packed)
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.digest.update(bytes);
        self.bytes += bytes.len() as u64;
        self.to.write_all(bytes)
    }
}

fn invalid(what: &'static str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, what)
}

impl<W> fmt::Debug for CertificateWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CertificateWriter").field("records", &self.records).finish_non_exhaustive()
    }
}

/// The numbers of records and bytes written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// Records, one for each position of the proof that neither the rules nor trusted bounds
    /// decide.
    pub records: u64,
    /// Bytes of the file.
    pub bytes: u64,
}
