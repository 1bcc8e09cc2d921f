//! [`SliceFile`]: a file, open for probes.

use super::block::{Contents, DENSE_BLOCK, KEYED_BLOCK, is_sound};
use super::header::{self, CRC64, FORMAT, FileHeader, MAGIC, i32_at, u16_at, u64_at};
use super::{FileKind, Heading, Summary};
use crate::error::{Fault, FileError};
use eldest::Score;
use eldest_pages::Mapping;
use std::fs::File;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A file, mapped into memory.
#[derive(Debug)]
pub(crate) struct SliceFile {
    path: PathBuf,
    bytes: Mapping,
    header: FileHeader,
    scores: Vec<Score>,
    /// The number of blocks.
    blocks: usize,
    /// The offset of the offsets of the blocks.
    offsets: usize,
    /// The offset of their first keys.
    firsts: usize,
}

impl SliceFile {
    /// Opens a file of any game. Reads the header and the tables, and verifies their checksums;
    /// blocks are verified when they are used.
    ///
    /// # Errors
    /// If the file cannot be read, is damaged, or is no database.
    pub(crate) fn open(path: &Path) -> Result<Self, FileError> {
        let mapped = File::open(path).and_then(|file| eldest_pages::map(&file));
        let bytes = mapped.map_err(|source| FileError::Io { path: path.into(), source })?;
        let header = parse(path, bytes.as_ref())?;
        Self::located(path, bytes, header)
            .map_err(|fault| FileError::Damaged { path: path.into(), fault })
    }

    /// Opens a dense file, which must be that of `wanted` and have `len` numbers.
    ///
    /// # Errors
    /// As [`open`](Self::open), or if it is another file.
    pub(crate) fn open_dense(path: &Path, wanted: &Heading, len: u64) -> Result<Self, FileError> {
        let file = Self::open(path)?;
        file.expect(wanted, FileKind::Dense)?;
        file.expect_len(len)?;
        Ok(file)
    }

    /// Finds the tables, all lengths of which are checked before anything is allocated.
    fn located(path: &Path, bytes: Mapping, header: FileHeader) -> Result<Self, Fault> {
        let (found, wanted) = (bytes.as_ref().len() as u64, header.summary.bytes);
        if found != wanted {
            return Err(Fault::Length { found, wanted });
        }
        let at = layout(&header).ok_or(Fault::Malformed)?;
        let tables = bytes.as_ref().get(at.scores..).ok_or(Fault::Malformed)?;
        if CRC64.checksum(tables) != header.tables_crc {
            return Err(Fault::Tables);
        }
        let scores = (0..header.scores as usize).map(|i| header::score(i32_at(tables, 4 * i)?));
        let scores = scores.collect::<Option<Vec<_>>>().ok_or(Fault::Malformed)?;
        let FileLayout { blocks, offsets, firsts, .. } = at;
        let file = Self { path: path.into(), bytes, header, scores, blocks, offsets, firsts };
        if file.are_blocks_in_order() { Ok(file) } else { Err(Fault::Malformed) }
    }

    fn are_blocks_in_order(&self) -> bool {
        let start = FileHeader::len(&self.header.heading) as u64;
        let ends =
            self.offset(0) == Some(start) && self.offset(self.blocks) == Some(self.header.tables);
        let firsts = self.header.kind == FileKind::Dense
            || (1..self.blocks).all(|block| self.first(block - 1) < self.first(block));
        ends && firsts && (0..self.blocks).all(|block| self.offset(block) < self.offset(block + 1))
    }

    /// Checks that the file holds what is expected there.
    ///
    /// # Errors
    /// If it belongs to another game, other rules, another slice, or is of another kind.
    pub(crate) fn expect(&self, wanted: &Heading, kind: FileKind) -> Result<(), FileError> {
        let found = &self.header.heading;
        let same = |what, found: String, wanted: String| {
            let path = self.path.clone();
            if found == wanted {
                Ok(())
            } else {
                Err(FileError::Foreign { path, what, found, wanted })
            }
        };
        same("game", format!("{:?}", found.game), format!("{:?}", wanted.game))?;
        same("slice", format!("{:?}", found.slice), format!("{:?}", wanted.slice))?;
        same("kind", format!("{:?}", self.header.kind), format!("{kind:?}"))?;
        let [found, wanted] = [found, wanted].map(|heading| format!("{:#x}", heading.fingerprint));
        same("fingerprint of the rules and the numbering", found, wanted)
    }

    /// Checks the length of a dense file.
    ///
    /// # Errors
    /// If the slice has another length.
    pub(super) fn expect_len(&self, len: u64) -> Result<(), FileError> {
        let found = self.len();
        if found == len {
            return Ok(());
        }
        let (path, what) = (self.path.clone(), "length of the slice");
        let (found, wanted) = (found.to_string(), len.to_string());
        Err(FileError::Foreign { path, what, found, wanted })
    }

    /// Checks that a keyed file holds `key`.
    ///
    /// # Errors
    /// If it does not: its positions were collected from another one.
    pub(crate) fn expect_key(&self, key: u64) -> Result<(), FileError> {
        if self.value_of_key(key).is_some() {
            return Ok(());
        }
        let (path, what) = (self.path.clone(), "first position");
        let (found, wanted) = ("another one".to_owned(), format!("that with key {key}"));
        Err(FileError::Foreign { path, what, found, wanted })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn heading(&self) -> &Heading {
        &self.header.heading
    }

    #[cfg(all(test, not(shuttle)))]
    pub(crate) fn kind(&self) -> FileKind {
        self.header.kind
    }

    pub(crate) fn endless(&self) -> Score {
        self.header.endless
    }

    pub(crate) fn summary(&self) -> Summary {
        self.header.summary
    }

    pub(crate) fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// Returns the numbers or keys.
    pub(crate) fn len(&self) -> u64 {
        self.header.summary.len
    }

    pub(crate) fn blocks(&self) -> usize {
        self.blocks
    }

    /// Identifies the contents: the header contains checksums of all that follows. Not with its own
    /// checksum: the CRC of any message with its CRC appended is the same.
    pub(crate) fn identity(&self) -> u64 {
        let bytes = self.header.to_bytes();
        CRC64.checksum(&bytes[..bytes.len() - 8])
    }

    /// Returns the value of a number of a dense file; `None` beyond its length, and if the block is
    /// damaged.
    #[inline]
    pub(crate) fn value(&self, number: u64) -> Option<Score> {
        if number >= self.len() || self.header.kind != FileKind::Dense {
            return None;
        }
        let (block, place) = (number / DENSE_BLOCK as u64, number % DENSE_BLOCK as u64);
        self.score(self.contents(block as usize)?.index(place as usize))
    }

    /// Returns the value of a key of a keyed file; `None` for a key that it does not hold, and if
    /// the block is damaged.
    #[inline]
    pub(crate) fn value_of_key(&self, key: u64) -> Option<Score> {
        if self.header.kind != FileKind::Keyed {
            return None;
        }
        let block = self.block_of(key)?;
        let contents = self.contents(block)?;
        let place = contents.find(self.first(block)?, key)?;
        self.score(contents.index(place))
    }

    /// Returns the last block whose first key is not above `key`.
    fn block_of(&self, key: u64) -> Option<usize> {
        let Range { mut start, mut end } = 0..self.blocks;
        while start < end {
            let middle = start + (end - start) / 2;
            if self.first(middle)? <= key {
                start = middle + 1;
            } else {
                end = middle;
            }
        }
        start.checked_sub(1)
    }

    pub(crate) fn score(&self, index: u16) -> Option<Score> {
        self.scores.get(usize::from(index)).copied()
    }

    /// Returns a block, verified and decompressed; `None` if it is damaged.
    #[inline]
    pub(crate) fn contents(&self, block: usize) -> Option<Contents> {
        let bytes = self.block(block)?;
        is_sound(bytes).then(|| Contents::decode(bytes, self.block_len(block))).flatten()
    }

    /// Returns the number of values in a block.
    pub(crate) fn block_len(&self, block: usize) -> usize {
        let full = self.header.block as usize;
        usize::try_from(self.len() - block as u64 * full as u64).unwrap_or(full).min(full)
    }

    fn block(&self, block: usize) -> Option<&[u8]> {
        let range = self.offset(block)? as usize..self.offset(block + 1)? as usize;
        self.bytes.as_ref().get(range)
    }

    fn offset(&self, block: usize) -> Option<u64> {
        u64_at(self.bytes.as_ref(), self.offsets + 8 * block)
    }

    /// Returns the first key of a block.
    pub(crate) fn first(&self, block: usize) -> Option<u64> {
        u64_at(self.bytes.as_ref(), self.firsts + 8 * block)
    }

    /// Verifies the checksum of all blocks.
    pub(crate) fn are_blocks_sound(&self) -> bool {
        let range = FileHeader::len(&self.header.heading)..self.header.tables as usize;
        self.bytes.as_ref().get(range).map(|all| CRC64.checksum(all))
            == Some(self.header.blocks_crc)
    }
}

/// Parses the header of a file.
fn parse(path: &Path, bytes: &[u8]) -> Result<FileHeader, FileError> {
    if bytes.get(..8) != Some(&MAGIC) {
        return Err(FileError::NoDatabase { path: path.into() });
    }
    match u16_at(bytes, 8) {
        Some(found) if found != FORMAT => {
            Err(FileError::Format { path: path.into(), found, wanted: FORMAT })
        }
        _ => FileHeader::parse(bytes)
            .map_err(|fault| FileError::Damaged { path: path.into(), fault }),
    }
}

/// Where the tables lie.
struct FileLayout {
    blocks: usize,
    scores: usize,
    offsets: usize,
    firsts: usize,
}

/// Returns where the tables lie; `None` if a header cannot belong to a file of its length.
fn layout(header: &FileHeader) -> Option<FileLayout> {
    let is_keyed = header.kind == FileKind::Keyed;
    let block = if is_keyed { KEYED_BLOCK } else { DENSE_BLOCK } as u64;
    let blocks = header.summary.len.div_ceil(block);
    let offsets = header.tables.checked_add(4 * u64::from(header.scores))?;
    let firsts = blocks.checked_add(1)?.checked_mul(8)?.checked_add(offsets)?;
    let keys = if is_keyed { blocks.checked_mul(8)? } else { 0 };
    let is_sound = header.block as u64 == block
        && header.scores <= 1 << 16
        && firsts.checked_add(keys)? == header.summary.bytes;
    let place = |offset: u64| usize::try_from(offset).ok();
    is_sound.then_some(FileLayout {
        blocks: place(blocks)?,
        scores: place(header.tables)?,
        offsets: place(offsets)?,
        firsts: place(firsts)?,
    })
}
