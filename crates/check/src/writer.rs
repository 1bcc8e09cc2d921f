//! [`Writer`]: records in their order, to any stream.

use crate::block::{MOST_BYTES, MOST_HEIGHT, NodeRecord, RecordBlock};
use crate::claim::is_value;
use crate::header::Header;
use miniz_oxide::deflate::compress_to_vec_zlib;
use sha2::{Digest, Sha256};
use std::fmt;
use std::io::{self, ErrorKind, Write};

/// How hard zlib tries.
const LEVEL: u8 = 6;

/// Writes a certificate, record by record; nothing of it is kept in memory but a block.
///
/// Nothing is checked but what would give a file that no reader takes: whether it proves anything is the
/// checker's to say. A file without its [end](Self::finish) is no certificate.
pub struct Writer<W> {
    to: W,
    digest: Sha256,
    least: i32,
    block: RecordBlock,
    records: u64,
    bytes: u64,
}

impl<W: Write> Writer<W> {
    /// Begins a certificate.
    ///
    /// # Errors
    /// If the stream does not take it, what the header says is not one line each, or the claim lies beyond
    /// ±8,000,000.
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
    /// If the stream does not take it, a code is empty or longer than [`MOST_BYTES`], the value lies beyond
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

    /// Ends the certificate, and gives back the stream, and how many records and bytes went there.
    ///
    /// # Errors
    /// If the stream does not take it.
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

impl<W> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("records", &self.records).finish_non_exhaustive()
    }
}

/// How much was written.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Written {
    /// Records, one for each position of the proof that is not decided where it stands.
    pub records: u64,
    /// Bytes of the file.
    pub bytes: u64,
}
