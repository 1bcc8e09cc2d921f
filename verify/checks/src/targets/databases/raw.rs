//! [`RawFile`]: a file written byte by byte, as the module `file` of `eldest-retro` documents it.
//! It shares no code with the library, and can hold what that would not write.

use super::built::longest;
use super::{Form, GAME};
use crc::{CRC_32_ISO_HDLC, CRC_64_XZ, Crc, Table};
use eldest::Score;

static CRC32: Crc<u32, Table<1>> = Crc::<u32, Table<1>>::new(&CRC_32_ISO_HDLC);
static CRC64: Crc<u64, Table<1>> = Crc::<u64, Table<1>>::new(&CRC_64_XZ);

/// The contents of a file.
#[derive(Clone, Debug)]
pub(super) struct RawFile {
    pub(super) form: Form,
    pub(super) slice: String,
    pub(super) fingerprint: u64,
    pub(super) endless: i32,
    /// The length of a dense file.
    pub(super) len: u64,
    /// Numbers or keys in ascending order, with their values.
    pub(super) entries: Vec<(u64, Score)>,
    /// Added to the wins in the header.
    pub(super) more_wins: u64,
}

impl RawFile {
    /// Returns the file.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let scores = self.scores();
        let blocks = self.blocks(&scores);
        let start = 112 + 2 + GAME.len() + self.slice.len() + 8;
        let mut offsets = vec![start as u64];
        blocks.iter().for_each(|(_, block)| {
            offsets.push(offsets.last().expect("the start") + block.len() as u64);
        });
        let tables_at = *offsets.last().expect("the start");
        let mut tables: Vec<u8> = scores.iter().flat_map(|score| score.to_le_bytes()).collect();
        tables.extend(offsets.iter().flat_map(|offset| offset.to_le_bytes()));
        if self.form == Form::Keyed {
            tables.extend(blocks.iter().flat_map(|(first, _)| first.to_le_bytes()));
        }
        let blocks: Vec<u8> = blocks.into_iter().flat_map(|(_, block)| block).collect();
        let bytes = tables_at + tables.len() as u64;
        let mut out = self.counts(scores.len(), start);
        let sums = [CRC64.checksum(&blocks), CRC64.checksum(&tables)];
        out.extend([tables_at, bytes, sums[0], sums[1]].iter().flat_map(|long| long.to_le_bytes()));
        for name in [GAME, &self.slice] {
            out.push(name.len() as u8);
            out.extend(name.as_bytes());
        }
        out.extend(CRC64.checksum(&out).to_le_bytes());
        out.into_iter().chain(blocks).chain(tables).collect()
    }

    /// Returns the first 80 bytes.
    fn counts(&self, scores: usize, header: usize) -> Vec<u8> {
        let (kind, block) = if self.form == Form::Dense { (0, 512_u32) } else { (1, 256) };
        let mut out = b"\x89eldb\r\n\x1a\x01\0".to_vec();
        out.extend([kind, 0]);
        out.extend(block.to_le_bytes());
        out.extend(self.fingerprint.to_le_bytes());
        out.extend(self.endless.to_le_bytes());
        out.extend((scores as u32).to_le_bytes());
        let count = |holds: fn(&Score) -> bool| {
            self.entries.iter().filter(|(_, score)| holds(score)).count() as u64
        };
        let len = if self.form == Form::Dense { self.len } else { self.entries.len() as u64 };
        let wins = count(|score| *score > Score::DRAW) + self.more_wins;
        let (draws, losses) = (count(|score| *score == Score::DRAW), count(|s| *s < Score::DRAW));
        out.extend([len, wins, draws, losses].iter().flat_map(|count| count.to_le_bytes()));
        let (plies, entry) = longest(&self.entries).unwrap_or((u32::MAX, 0));
        out.extend(plies.to_le_bytes());
        out.extend((header as u32).to_le_bytes());
        out.extend(entry.to_le_bytes());
        out
    }

    /// Returns the distinct scores, ascending; one at least.
    fn scores(&self) -> Vec<i32> {
        let mut scores: Vec<i32> = self.entries.iter().map(|(_, score)| score.get()).collect();
        scores.sort_unstable();
        scores.dedup();
        if scores.is_empty() && self.form == Form::Dense {
            scores.push(0);
        }
        scores
    }

    /// Returns the blocks, uncompressed, each with its first key.
    fn blocks(&self, scores: &[i32]) -> Vec<(u64, Vec<u8>)> {
        let index = |score: Score| scores.binary_search(&score.get()).expect("a score") as u16;
        if self.form == Form::Keyed {
            let blocks = self.entries.chunks(256).map(|entries| {
                let indices: Vec<u16> = entries.iter().map(|entry| index(entry.1)).collect();
                let gaps = entries.windows(2).flat_map(|pair| leb128(pair[1].0 - pair[0].0 - 1));
                (entries[0].0, block(&indices, gaps))
            });
            return blocks.collect();
        }
        // What stands at a number without a position does not matter.
        let mut indices = vec![0; self.len as usize];
        self.entries.iter().for_each(|&(number, score)| indices[number as usize] = index(score));
        indices.chunks(512).map(|indices| (0, block(indices, [].into_iter()))).collect()
    }
}

fn block(indices: &[u16], keys: impl Iterator<Item = u8>) -> Vec<u8> {
    let is_wide = indices.iter().any(|index| *index > 255);
    let mut rest = vec![u8::from(is_wide)];
    let bytes = indices.iter().map(|index| index.to_le_bytes());
    rest.extend(bytes.flat_map(|[low, high]| [Some(low), is_wide.then_some(high)]).flatten());
    rest.extend(keys);
    let mut block = CRC32.checksum(&rest).to_le_bytes().to_vec();
    block.extend(rest);
    block
}

fn leb128(mut value: u64) -> Vec<u8> {
    let mut out = Vec::new();
    loop {
        let is_last = value < 128;
        out.push((value % 128) as u8 + if is_last { 0 } else { 128 });
        value /= 128;
        if is_last {
            return out;
        }
    }
}

/// Makes all checksums right; `None` if the lengths in the header make no sense.
pub(super) fn sealed(mut bytes: Vec<u8>) -> Option<Vec<u8>> {
    let header = number(&bytes, 68, 4)?;
    let (tables, scores, len) =
        (number(&bytes, 80, 8)?, number(&bytes, 28, 4)?, number(&bytes, 32, 8)?);
    let blocks = len.div_ceil(number(&bytes, 12, 4)?.max(1)).min(bytes.len());
    for block in 0..blocks {
        let at = scores.checked_mul(4)?.checked_add(8 * block)?.checked_add(tables)?;
        let range = number(&bytes, at, 8)?..number(&bytes, at.checked_add(8)?, 8)?;
        let sum = CRC32.checksum(bytes.get(range.start.checked_add(4)?..range.end)?);
        bytes.get_mut(range)?[..4].copy_from_slice(&sum.to_le_bytes());
    }
    let sums = [CRC64.checksum(bytes.get(header..tables)?), CRC64.checksum(bytes.get(tables..)?)];
    bytes.get_mut(96..104)?.copy_from_slice(&sums[0].to_le_bytes());
    bytes.get_mut(104..112)?.copy_from_slice(&sums[1].to_le_bytes());
    let body = header.checked_sub(8)?;
    let sum = CRC64.checksum(bytes.get(..body)?);
    bytes.get_mut(body..header)?.copy_from_slice(&sum.to_le_bytes());
    Some(bytes)
}

/// Returns the number in `len` bytes at `at`.
fn number(bytes: &[u8], at: usize, len: usize) -> Option<usize> {
    let bytes = bytes.get(at..at.checked_add(len)?)?;
    let number = bytes.iter().rev().fold(0_u64, |sum, byte| sum << 8 | u64::from(*byte));
    usize::try_from(number).ok()
}
