//! [`Reader`]: blocks are read, checked, and become lines again.
//! [`LineAccess`]: a table as the file sees it.

use super::LoadError;
use crate::table::header::Header;
use crate::table::words::LINE;
use crate::{Bounds, Score};
use crc::{CRC_64_XZ, Crc, Digest};
use std::io::{ErrorKind, Read};

/// The checksum of a file.
pub(super) type Checksum = crc::Table<16>;
pub(super) static CHECKSUM: Crc<u64, Checksum> = Crc::<u64, Checksum>::new(&CRC_64_XZ);

/// Lines in a block, at most.
pub(super) const BLOCK: u32 = 1024;

/// Bytes of a line, at most.
const MOST_BYTES: u32 = 1 + size_of::<WordLine>() as u32;

/// Reads a table, and sums up what is read.
pub(super) struct Reader<R> {
    input: R,
    sum: Digest<'static, u64, Checksum>,
    offset: u64,
    /// Everything before this is checked.
    sound: u64,
}

impl<R: Read> Reader<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input, sum: CHECKSUM.digest(), offset: 0, sound: 0 }
    }

    /// The first bytes; what is shorter is no table.
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

    /// Gives every line that is not empty to `take`, with its number, until the end.
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

    /// The next block, checked.
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

/// Lines one after the other, as a file holds them.
#[derive(Default)]
pub(super) struct LineBlock {
    pub(super) first: u64,
    pub(super) lines: u32,
    pub(super) body: Vec<u8>,
}

impl LineBlock {
    /// Gives every line to `take`; `None` if it is refused, or if there are not so many.
    fn each(&self, take: &mut impl FnMut(u64, WordLine) -> Option<()>) -> Option<()> {
        let mut rest = &self.body[..];
        for number in (self.first..).take(self.lines as usize) {
            let line = line(&mut rest)?;
            take(number, line)?;
        }
        rest.is_empty().then_some(())
    }
}

/// The line that `rest` begins with.
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

/// Eight words, as they are in memory.
pub(crate) type WordLine = [u64; LINE];

/// What has to be known of a table to understand its lines.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    pub(crate) kind: TableKind,
    /// How many lines there are; of a map, `u64::MAX`.
    pub(crate) lines: u64,
    /// Bits of a key that is not kept whole; else 0.
    pub(crate) key_bits: u8,
    /// The values that bounds are counted from; else all.
    pub(crate) range: Bounds,
}

impl Shape {
    /// The shape of a table that keeps whole keys and whole scores.
    pub(crate) fn plain(kind: TableKind, lines: u64) -> Self {
        let range = Bounds::new(-Score::INFINITY, Score::INFINITY);
        Self { kind, lines, key_bits: 0, range }
    }
}

/// The kinds of tables, by their numbers in a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum TableKind {
    Shared = 1,
    OneWord = 2,
    Map = 3,
}

impl TableKind {
    /// The kind with that number.
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

/// What the tables of this crate do so that they can be saved. Nobody else can: it names private types.
#[doc(hidden)]
pub trait LineAccess {
    /// What has to be known to understand the lines.
    fn shape(&self) -> Shape;

    /// Whose findings they are.
    fn header(&self) -> &Header;

    /// All lines in order, as they are found while others may write.
    fn lines(&self) -> impl Iterator<Item = WordLine>;

    /// Takes over the entries of line `number` of a table of shape `from`, of this kind, these keys and
    /// this range; `None` if nobody can have stored them.
    fn take(&self, from: &Shape, number: u64, line: WordLine) -> Option<()>;
}
