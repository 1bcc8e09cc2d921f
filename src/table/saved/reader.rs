//! [`Reader`]: reads blocks, checks them, and splits them into lines.
//! [`LineAccess`]: the lines of a table, for saving and loading.

use super::LoadError;
use crate::table::header::Header;
use crate::table::words::LINE;
use crate::{Bounds, Score};
use crc::{CRC_64_XZ, Crc, Digest};
use std::io::{ErrorKind, Read};

/// The checksum of a file.
pub(super) type Checksum = crc::Table<16>;
pub(super) static CHECKSUM: Crc<u64, Checksum> = Crc::<u64, Checksum>::new(&CRC_64_XZ);

/// The maximum number of lines in a block.
pub(super) const BLOCK: u32 = 1024;

/// The maximum number of bytes of a line.
const MOST_BYTES: u32 = 1 + size_of::<WordLine>() as u32;

/// Reads a table, and computes the checksum of what it reads.
pub(super) struct Reader<R> {
    input: R,
    sum: Digest<'static, u64, Checksum>,
    offset: u64,
    /// The end of the bytes that are checked.
    sound: u64,
}

impl<R: Read> Reader<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, sum: CHECKSUM.digest(), offset: 0, sound: 0 }
    }

    /// Reads the first bytes; a shorter input is not a table.
    pub(super) fn begin<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        self.array().map_err(|error| match error {
            LoadError::Truncated { .. } => LoadError::NoTable,
            error => error,
        })
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], LoadError> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        self.sum.update(&bytes);
        Ok(bytes)
    }

    pub(super) fn vec(&mut self, length: usize) -> Result<Vec<u8>, LoadError> {
        let mut bytes = vec![0; length];
        self.fill(&mut bytes)?;
        self.sum.update(&bytes);
        Ok(bytes)
    }

    /// Reads a checksum, and compares it.
    pub(super) fn seal(&mut self) -> Result<(), LoadError> {
        let mut bytes = [0; 8];
        self.fill(&mut bytes)?;
        if u64::from_le_bytes(bytes) != self.sum.clone().finalize() {
            return Err(LoadError::Damaged { from: self.sound, to: self.offset });
        }
        self.sound = self.offset;
        Ok(())
    }

    fn fill(&mut self, mut rest: &mut [u8]) -> Result<(), LoadError> {
        while !rest.is_empty() {
            match self.input.read(rest) {
                Ok(0) => return Err(LoadError::Truncated { offset: self.offset }),
                Ok(count) => {
                    self.offset += count as u64;
                    rest = &mut rest[count..];
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(source) => return Err(LoadError::Read { offset: self.offset, source }),
            }
        }
        Ok(())
    }

    /// Passes every line that is not empty to `take`, with its number, until the end.
    pub(super) fn lines(
        &mut self,
        shape: &Shape,
        mut take: impl FnMut(u64, WordLine) -> Option<()>,
    ) -> Result<(), LoadError> {
        let mut next = 0;
        loop {
            let offset = self.sound;
            let block = self.block()?;
            let malformed = LoadError::Malformed { offset };
            let end = block.first.checked_add(block.lines.into());
            let Some(end) = end.filter(|end| next <= block.first && *end <= shape.lines) else {
                return Err(malformed);
            };
            if block.lines == 0 {
                return if block.body.is_empty() { Ok(()) } else { Err(malformed) };
            }
            block.each(&mut take).ok_or(malformed)?;
            next = end;
        }
    }

    /// Reads the next block, and checks it.
    fn block(&mut self) -> Result<LineBlock, LoadError> {
        let first = u64::from_le_bytes(self.array()?);
        let lines = u32::from_le_bytes(self.array()?);
        let length = u32::from_le_bytes(self.array()?);
        if lines > BLOCK || length > lines * MOST_BYTES {
            return Err(LoadError::Damaged { from: self.sound, to: self.offset });
        }
        let body = self.vec(length as usize)?;
        self.seal()?;
        Ok(LineBlock { first, lines, body })
    }
}

/// Consecutive lines, as a file holds them.
#[derive(Default)]
pub(super) struct LineBlock {
    pub(super) first: u64,
    pub(super) lines: u32,
    pub(super) body: Vec<u8>,
}

impl LineBlock {
    /// Passes every line to `take`; `None` if one is refused, or if the number of lines is wrong.
    fn each(&self, take: &mut impl FnMut(u64, WordLine) -> Option<()>) -> Option<()> {
        let mut rest = &self.body[..];
        for number in (self.first..).take(self.lines as usize) {
            let line = line(&mut rest)?;
            take(number, line)?;
        }
        rest.is_empty().then_some(())
    }
}

/// Parses the line at the beginning of `rest`.
fn line(rest: &mut &[u8]) -> Option<WordLine> {
    let mask = *rest.split_off_first()?;
    let mut line = WordLine::default();
    for (at, word) in line.iter_mut().enumerate() {
        if mask >> at & 1 == 1 {
            let (bytes, after) = rest.split_first_chunk()?;
            (*word, *rest) = (u64::from_le_bytes(*bytes), after);
        }
    }
    Some(line)
}

/// Eight words, as in memory.
pub(crate) type WordLine = [u64; LINE];

/// The properties of a table that are needed to interpret its lines.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub(crate) kind: TableKind,
    /// The number of lines; `u64::MAX` for a map.
    pub(crate) lines: u64,
    /// The bits of a key, if keys are not stored whole; otherwise 0.
    pub(crate) key_bits: u8,
    /// The range that bounds are relative to; otherwise all values.
    pub(crate) range: Bounds,
}

impl Shape {
    /// Creates the shape of a table that stores whole keys and whole scores.
    pub(crate) fn plain(kind: TableKind, lines: u64) -> Self {
        let range = Bounds::new(-Score::INFINITY, Score::INFINITY);
        Self { kind, lines, key_bits: 0, range }
    }
}

/// The kinds of tables, with their numbers in a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum TableKind {
    Shared = 1,
    OneWord = 2,
    Map = 3,
}

impl TableKind {
    /// Returns the kind with this number.
    pub(super) fn numbered(number: u8) -> Option<Self> {
        [Self::Shared, Self::OneWord, Self::Map].into_iter().find(|kind| *kind as u8 == number)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Shared => "SharedTable",
            Self::OneWord => "OneWordTable",
            Self::Map => "MapTable",
        }
    }
}

/// The access to lines that saving needs. Only tables of this crate can implement it: it uses
/// private types.
#[doc(hidden)]
pub trait LineAccess {
    /// Returns the properties needed to interpret the lines.
    fn shape(&self) -> Shape;

    /// Returns the header of the table.
    fn header(&self) -> &Header;

    /// Iterates over all lines in order; other threads may write meanwhile.
    fn lines(&self) -> impl Iterator<Item = WordLine>;

    /// Loads the entries of line `number` of a table of shape `from`, with the same kind, keys and
    /// range; `None` if no table can have stored them.
    fn take(&self, from: &Shape, number: u64, line: WordLine) -> Option<()>;
}
