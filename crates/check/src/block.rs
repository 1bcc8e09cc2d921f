//! [`RecordBlock`]: records of one height, column by column.

use crate::bytes::{Bytes, put, unzigzag, zigzag};
use crate::claim::is_value;

/// The most bytes of a code, of a position or of a move.
pub const MOST_BYTES: usize = 1 << 15;
/// The greatest height of a record. The claim of the header stands above it.
pub(crate) const MOST_HEIGHT: u32 = u32::MAX - 1;
/// The most records of a block.
pub(crate) const MOST_RECORDS: usize = 1 << 16;
/// The most bytes of a block, before it is compressed.
pub(crate) const MOST_BLOCK: usize = 1 << 22;
/// A writer begins another block when this one has this many bytes, or this many records.
const FULL: (usize, usize) = (1 << 20, 1 << 15);

/// One record of a certificate: a lower bound on the value of a position, as the prover sees it,
/// and the move that reaches it if the prover is to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct NodeRecord<'a> {
    /// Greater than the heights of all positions that the proof of this one uses; at most 2³² − 2.
    pub height: u32,
    /// The position: [`Codec::encode`](crate::Codec::encode).
    pub code: &'a [u8],
    /// The lower bound on its value, as the prover sees it: within ±8,000,000
    /// ([`Score::WIN`](eldest::Score::WIN)).
    pub least: i32,
    /// The move: [`Codec::encode_move`](crate::Codec::encode_move); empty where the other side is
    /// to move.
    pub mv: &'a [u8],
}

impl<'a> NodeRecord<'a> {
    /// A record.
    #[must_use]
    pub fn new(height: u32, code: &'a [u8], least: i32, mv: &'a [u8]) -> Self {
        Self { height, code, least, mv }
    }
}

/// Records of one height.
#[derive(Clone, Debug, Default)]
pub(crate) struct RecordBlock {
    pub(crate) height: u32,
    /// Codes and moves one after the other, and where each of them ends.
    codes: Vec<u8>,
    moves: Vec<u8>,
    ends: Vec<[usize; 2]>,
    leasts: Vec<i32>,
}

impl RecordBlock {
    /// An empty block for records of `height`.
    pub(crate) fn new(height: u32) -> Self {
        Self { height, ..Self::default() }
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the writer should begin another block.
    pub(crate) fn is_full(&self) -> bool {
        self.codes.len() + self.moves.len() >= FULL.0 || self.len() >= FULL.1
    }

    pub(crate) fn push(&mut self, code: &[u8], least: i32, mv: &[u8]) {
        self.codes.extend_from_slice(code);
        self.moves.extend_from_slice(mv);
        self.ends.push([self.codes.len(), self.moves.len()]);
        self.leasts.push(least);
    }

    /// The record at `index`.
    pub(crate) fn get(&self, index: usize) -> NodeRecord<'_> {
        let [code, mv] = index.checked_sub(1).map_or([0, 0], |before| self.ends[before]);
        let [code_end, mv_end] = self.ends[index];
        let (code, mv) = (&self.codes[code..code_end], &self.moves[mv..mv_end]);
        NodeRecord { height: self.height, code, least: self.leasts[index], mv }
    }

    pub(crate) fn records(&self) -> impl Iterator<Item = NodeRecord<'_>> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// The columns; values are stored as differences from `least`, the value of the claim.
    pub(crate) fn columns(&self, least: i32) -> Vec<u8> {
        let mut out = Vec::new();
        put(&mut out, self.height.into());
        put(&mut out, self.len() as u64);
        let shared = self.shared();
        let rests = || self.records().zip(&shared).map(|(record, &shared)| &record.code[shared..]);
        shared.iter().for_each(|&shared| put(&mut out, shared as u64));
        rests().for_each(|rest| put(&mut out, rest.len() as u64));
        rests().for_each(|rest| out.extend_from_slice(rest));
        let more = self.leasts.iter().map(|&own| i64::from(own) - i64::from(least));
        more.for_each(|more| put(&mut out, zigzag(more)));
        self.records().for_each(|record| put(&mut out, record.mv.len() as u64));
        out.extend_from_slice(&self.moves);
        out
    }

    /// The number of bytes that each code has in common with the one before it.
    fn shared(&self) -> Vec<usize> {
        let mut before: &[u8] = &[];
        let shared = self.records().map(|record| {
            let common = before.iter().zip(record.code).take_while(|(a, b)| a == b).count();
            before = record.code;
            common
        });
        shared.collect()
    }

    /// Reads a block from its columns.
    ///
    /// # Errors
    /// Describes what is wrong with the columns.
    pub(crate) fn read(columns: &[u8], least: i32) -> Result<Self, &'static str> {
        let mut bytes = Bytes(columns);
        let height = bytes.number().and_then(|height| u32::try_from(height).ok());
        let height = height.filter(|height| *height <= MOST_HEIGHT);
        let height = height.ok_or("the height is wrong; expected a number below 4294967295")?;
        let mut block = Self::new(height);
        let count = bytes.number().and_then(|count| usize::try_from(count).ok());
        let count = count.filter(|count| (1..=MOST_RECORDS).contains(count));
        let count = count.ok_or("the number of records is wrong")?;
        block.read_codes(&mut bytes, count).ok_or("the codes of positions are wrong")?;
        let in_range = block.read_leasts(&mut bytes, count, least);
        in_range.ok_or("a value is wrong; expected one within ±8000000")?;
        block.read_moves(&mut bytes, count).ok_or("the codes of moves are wrong")?;
        if bytes.0.is_empty() { Ok(block) } else { Err("bytes are left over after the records") }
    }

    fn read_codes(&mut self, bytes: &mut Bytes<'_>, count: usize) -> Option<()> {
        let (shared, rests) = (lengths(bytes, count)?, lengths(bytes, count)?);
        let mut before = 0..0;
        for (shared, rest) in shared.into_iter().zip(rests) {
            let begin = self.codes.len();
            let is_right = shared <= before.len() && (1..=MOST_BYTES).contains(&(shared + rest));
            // A code that shares most of its bytes with the one before is longer than the bytes
            // read for it.
            let fits = begin + shared + rest <= MOST_BLOCK;
            (is_right && fits).then_some(())?;
            self.codes.extend_from_within(before.start..before.start + shared);
            self.codes.extend_from_slice(bytes.take(rest)?);
            self.ends.push([self.codes.len(), 0]);
            before = begin..self.codes.len();
        }
        Some(())
    }

    fn read_leasts(&mut self, bytes: &mut Bytes<'_>, count: usize, least: i32) -> Option<()> {
        for _ in 0..count {
            let own = unzigzag(bytes.number()?).checked_add(least.into())?;
            self.leasts.push(i32::try_from(own).ok().filter(|own| is_value(*own))?);
        }
        Some(())
    }

    fn read_moves(&mut self, bytes: &mut Bytes<'_>, count: usize) -> Option<()> {
        let mut end = 0;
        for (ends, length) in self.ends.iter_mut().zip(lengths(bytes, count)?) {
            end += length;
            ends[1] = end;
        }
        self.moves = bytes.take(end)?.to_vec();
        Some(())
    }
}

/// Reads `count` lengths of codes.
fn lengths(bytes: &mut Bytes<'_>, count: usize) -> Option<Vec<usize>> {
    let length = |number| usize::try_from(number).ok().filter(|length| *length <= MOST_BYTES);
    (0..count).map(|_| bytes.number().and_then(length)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block() -> RecordBlock {
        let mut block = RecordBlock::new(300);
        for (code, least, mv) in
            [(&b"abc"[..], 3, &b"4"[..]), (b"abd", -200, b""), (b"b", 3, b"pass")]
        {
            block.push(code, least, mv);
        }
        block
    }

    #[test]
    fn a_block_comes_back() {
        let (block, columns) = (block(), block().columns(3));
        assert!(RecordBlock::read(&columns, 3).unwrap().records().eq(block.records()));
        assert_eq!(block.get(1), NodeRecord::new(300, b"abd", -200, b""));
    }

    #[test]
    fn whatever_is_cut_off_or_added_is_noticed() {
        let columns = block().columns(3);
        assert!((0..columns.len()).all(|length| RecordBlock::read(&columns[..length], 3).is_err()));
        assert!(RecordBlock::read(&[&columns[..], &[0]].concat(), 3).is_err());
    }

    /// Codes that share nearly all of their bytes would expand a short input to a large amount of
    /// memory.
    #[test]
    fn a_block_takes_no_more_memory_than_it_may() {
        let mut block = RecordBlock::new(1);
        (0..=MOST_BLOCK / MOST_BYTES).for_each(|_| block.push(&[7; MOST_BYTES], 0, b""));
        assert!(block.columns(0).len() < 2 * MOST_BYTES);
        assert!(RecordBlock::read(&block.columns(0), 0).is_err());
    }
}
