//! [`Writer`]: joins lines to blocks, and adds a checksum to each block.

use super::head::Head;
use super::reader::{BLOCK, CHECKSUM, Checksum, LineBlock, WordLine};
use crc::Digest;
use std::io::{self, Write};

/// Writes a table, and computes the checksum of what it writes.
pub(super) struct Writer<W> {
    out: W,
    sum: Digest<'static, u64, Checksum>,
}

impl<W: Write> Writer<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, sum: CHECKSUM.digest() }
    }

    pub(super) fn head(&mut self, head: &Head) -> io::Result<()> {
        self.sealed(&[&head.to_bytes()])
    }

    /// Writes all blocks, and the end: a block without lines, whose number is the total number of
    /// lines.
    pub(super) fn lines(&mut self, lines: impl Iterator<Item = WordLine>) -> io::Result<()> {
        let mut block = LineBlock::default();
        let mut number = 0;
        for line in lines {
            block.push(number, &line);
            number += 1;
            if block.lines == BLOCK {
                self.block(&mut block)?;
            }
        }
        if block.lines > 0 {
            self.block(&mut block)?;
        }
        self.block(&mut LineBlock { first: number, ..block })
    }

    /// Writes `block`, and empties it.
    fn block(&mut self, block: &mut LineBlock) -> io::Result<()> {
        let LineBlock { first, lines, body } = block;
        let length = body.len() as u32;
        self.sealed(&[
            &first.to_le_bytes(),
            &lines.to_le_bytes(),
            &length.to_le_bytes(),
            body.as_slice(),
        ])?;
        *lines = 0;
        body.clear();
        Ok(())
    }

    /// Writes `parts`, and the checksum of everything written except the checksums: including them
    /// would make the checksum independent of earlier data.
    fn sealed(&mut self, parts: &[&[u8]]) -> io::Result<()> {
        for part in parts {
            self.sum.update(part);
            self.out.write_all(part)?;
        }
        self.out.write_all(&self.sum.clone().finalize().to_le_bytes())
    }
}

impl LineBlock {
    /// Appends line `number`; a line of zeros does not begin a block.
    fn push(&mut self, number: u64, line: &WordLine) {
        let used = |(at, word): (usize, &u64)| u8::from(*word != 0) << at;
        let mask: u8 = line.iter().enumerate().map(used).sum();
        if self.lines == 0 {
            if mask == 0 {
                return;
            }
            self.first = number;
        }
        self.lines += 1;
        self.body.push(mask);
        let words = line.iter().filter(|word| **word != 0);
        words.for_each(|word| self.body.extend_from_slice(&word.to_le_bytes()));
    }
}
