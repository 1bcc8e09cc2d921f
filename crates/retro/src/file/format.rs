//! The numbers and names of the format that all parts share.

use crc::{CRC_32_ISO_HDLC, CRC_64_XZ, Crc, Table};

/// Numbers in a block of a dense file. A probe decompresses a block: with 1,024 numbers chess endings
/// take 7 % less, and a probe twice the time (`examples/probes.rs`).
pub(crate) const DENSE_BLOCK: usize = 512;
/// Keys in a block of a keyed file.
pub(super) const KEYED_BLOCK: usize = 256;

/// Returns the name of the file of a slice in the directory of a game: letters, digits, `-` and `_`
/// as they are, other characters of the name of the slice replaced by `_`.
#[must_use]
pub fn file_name(slice: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    let plain = |c| if is_plain(c) { c } else { '_' };
    format!("{}.eldb", slice.chars().map(plain).collect::<String>())
}

pub(super) static CRC64: Crc<u64, Table<16>> = Crc::<u64, Table<16>>::new(&CRC_64_XZ);
pub(super) static CRC32: Crc<u32, Table<16>> = Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC);
