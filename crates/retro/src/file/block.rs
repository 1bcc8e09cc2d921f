//! A block: the values of consecutive numbers, or of consecutive keys.

use super::header::{u16_at, u32_at};
use crc::{CRC_32_ISO_HDLC, Crc, Table};

/// Numbers in a block of a dense file. A probe decompresses a block: with 1,024 numbers chess
/// endings take 7 % less, and a probe twice the time (`examples/probes.rs`).
pub(crate) const DENSE_BLOCK: usize = 512;
/// Keys in a block of a keyed file.
pub(super) const KEYED_BLOCK: usize = 256;

static CRC32: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC);

const WIDE: u8 = 1;
const UNIFORM: u8 = 2;
const COMPRESSED: u8 = 4;
/// The longest payload that LZ4 never makes shorter: the last five bytes of a block are literals,
/// and no match begins in the last twelve.
const INCOMPRESSIBLE: usize = 12;
/// The bytes before the payload of a block that is not compressed.
const HEAD: usize = 5;
/// The longest key difference in LEB128.
const LONGEST_KEY: usize = 10;
/// The longest payload.
const MOST: usize = {
    let (dense, keyed) = (2 * DENSE_BLOCK, (2 + LONGEST_KEY) * KEYED_BLOCK);
    if dense > keyed { dense } else { keyed }
};

/// Appends a block to `out`: `indices`, and in a keyed file the keys, as many. Blocks are not
/// empty.
pub(super) fn encode(indices: &[u16], keys: &[u64], out: &mut Vec<u8>) {
    let (mut form, mut payload) = (0, Vec::with_capacity(MOST));
    let is_uniform = indices.iter().all(|index| *index == indices[0]);
    form |= if is_uniform { UNIFORM } else { 0 };
    let indices = if is_uniform { &indices[..1] } else { indices };
    if indices.iter().any(|&index| index > u8::MAX.into()) {
        form |= WIDE;
        payload.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
    } else {
        payload.extend(indices.iter().map(|&index| index as u8));
    }
    keys.windows(2).for_each(|pair| push_leb128(pair[1] - pair[0] - 1, &mut payload));
    finish(form, &payload, out);
}

/// Appends the block with this payload, compressed if that is shorter.
fn finish(form: u8, payload: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    let is_long = payload.len() > INCOMPRESSIBLE;
    let compressed = is_long.then(|| lz4_flex::block::compress(payload));
    out.extend([0; 4]);
    if let Some(compressed) = compressed.filter(|bytes| bytes.len() + 2 < payload.len()) {
        out.push(form | COMPRESSED);
        out.extend((payload.len() as u16).to_le_bytes());
        out.extend(compressed);
    } else {
        out.push(form);
        out.extend(payload);
    }
    let crc = CRC32.checksum(&out[start + 4..]);
    out[start..start + 4].copy_from_slice(&crc.to_le_bytes());
}

/// Returns whether a block has its checksum.
pub(super) fn is_sound(block: &[u8]) -> bool {
    block.len() > HEAD && u32_at(block, 0) == Some(CRC32.checksum(&block[4..]))
}

/// A decompressed block.
pub(crate) struct Contents {
    form: u8,
    payload: Payload,
    /// The values.
    len: usize,
}

/// A payload on the stack: a probe allocates nothing.
struct Payload {
    bytes: [u8; MOST],
    len: usize,
}

impl Contents {
    /// Decompresses a block of `len` values; `None` if that is impossible.
    #[inline]
    pub(super) fn decode(block: &[u8], len: usize) -> Option<Self> {
        let form = *block.get(4)?;
        let mut bytes = [0; MOST];
        let filled = if form & COMPRESSED == 0 {
            let payload = &block[HEAD..];
            bytes.get_mut(..payload.len())?.copy_from_slice(payload);
            payload.len()
        } else {
            let room = bytes.get_mut(..usize::from(u16_at(block, HEAD)?))?;
            let filled = lz4_flex::block::decompress_into(block.get(HEAD + 2..)?, room).ok()?;
            (filled == room.len()).then_some(filled)?
        };
        let contents = Self { form, payload: Payload { bytes, len: filled }, len };
        (contents.keys_start() <= filled).then_some(contents)
    }

    const fn width(&self) -> usize {
        1 + (self.form & WIDE) as usize
    }

    /// Returns the offset of the keys in the payload.
    const fn keys_start(&self) -> usize {
        if self.form & UNIFORM == 0 { self.width() * self.len } else { self.width() }
    }

    /// Returns the index of the value at `place`, which is below the length.
    #[inline]
    pub(crate) fn index(&self, place: usize) -> u16 {
        let place = if self.form & UNIFORM == 0 { place } else { 0 };
        if self.form & WIDE == 0 {
            self.payload.bytes[place].into()
        } else {
            u16_at(&self.payload.bytes, 2 * place).unwrap_or(u16::MAX)
        }
    }

    /// Returns the keys of the block, the first of which is `first`: ascending, and fewer than
    /// there are values if the block is invalid.
    pub(crate) fn keys(&self, first: u64) -> impl Iterator<Item = u64> + '_ {
        let mut rest = &self.payload.bytes[self.keys_start()..self.payload.len];
        let mut last = first;
        let others = std::iter::from_fn(move || {
            last = last.checked_add(1)?.checked_add(pop_leb128(&mut rest)?)?;
            Some(last)
        });
        std::iter::once(first).chain(others).take(self.len)
    }

    /// Returns the place of `key` in the block.
    #[inline]
    pub(super) fn find(&self, first: u64, key: u64) -> Option<usize> {
        let mut places = self.keys(first).enumerate().skip_while(|&(_, other)| other < key);
        places.next().filter(|&(_, other)| other == key).map(|(place, _)| place)
    }

    /// Returns whether the block is what a program writes: a known form, and a payload without
    /// spare bytes.
    pub(crate) fn is_canonical(&self, is_keyed: bool) -> bool {
        let mut rest = &self.payload.bytes[self.keys_start()..self.payload.len];
        let keys = if is_keyed { self.len - 1 } else { 0 };
        let all = (0..keys).all(|_| pop_leb128(&mut rest).is_some());
        all && rest.is_empty() && self.form < 2 * COMPRESSED
    }
}

fn push_leb128(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

#[inline]
fn pop_leb128(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}
