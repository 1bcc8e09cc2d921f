//! The file of one slice: how values are laid out in bytes, written and read.
//!
//! A file is *dense* or *keyed*. In a dense file value i belongs to number i of a slice
//! ([`Numbering`](crate::Numbering)). A keyed file holds keys in ascending order, each with a
//! value; other keys have none.
//!
//! All integers are little-endian. A file consists of three parts without gaps:
//!
//! ```text
//! header
//! blocks   of 512 numbers (dense) or 256 keys (keyed); the last may be shorter
//! tables   the scores, the offsets of the blocks, the first keys of the blocks
//! ```
//!
//! # Header
//! | offset | bytes | content |
//! |---|---|---|
//! | 0 | 8 | magic: `89 65 6c 64 62 0d 0a 1a` (`\x89eldb\r\n\x1a`) |
//! | 8 | 2 | version of the format: 1 |
//! | 10 | 1 | kind: 0 dense, 1 keyed |
//! | 11 | 1 | 0 |
//! | 12 | 4 | numbers or keys in a block |
//! | 16 | 8 | fingerprint of the rules and the numbering |
//! | 24 | 4 | the score of a play without end |
//! | 28 | 4 | the number of scores |
//! | 32 | 8 | the length: of the slice in numbers (dense), or in keys (keyed) |
//! | 40 | 8 | positions won by the side to move |
//! | 48 | 8 | positions drawn |
//! | 56 | 8 | positions lost |
//! | 64 | 4 | the longest win in plies; `ff ff ff ff` without wins |
//! | 68 | 4 | length of this header |
//! | 72 | 8 | the lowest number or key with the longest win; 0 without wins |
//! | 80 | 8 | offset of the tables |
//! | 88 | 8 | length of the file |
//! | 96 | 8 | CRC-64 of the blocks |
//! | 104 | 8 | CRC-64 of the tables |
//! | 112 | 1 + n | length and UTF-8 text of the name of the game, at most 255 bytes |
//! | 113 + n | 1 + m | length and UTF-8 text of the name of the slice, at most 255 bytes |
//! | 114 + n + m | 8 | CRC-64 of all bytes before |
//!
//! # Tables
//! 1. Each distinct score in 4 bytes, as in [`Score::get`]. A value is an *index* into this list.
//! 2. The offset of each block from the start of the file in 8 bytes, and that of the tables.
//! 3. Keyed: the first key of each block in 8 bytes.
//!
//! # Blocks
//! | bytes | content |
//! |---|---|
//! | 4 | CRC-32 of the rest of the block |
//! | 1 | form: 1 if an index has 2 bytes, else 1 byte; plus 2 if the block has one index for all values; plus 4 if the payload is compressed |
//! | 2 | only if compressed: length of the payload before compression |
//! | rest | payload, if compressed as one block of the LZ4 block format |
//!
//! The payload is one index for each value, or one for all. In a keyed file the keys follow,
//! without the first: each as its difference to the key before it, less 1, in LEB128.
//!
//! A number without a position has the index of the number before it, at the start of a block of
//! the first position after it, so that it compresses well; only the numbering knows that it has
//! none. A block without positions has the index 0; a dense file has at least one score.
//!
//! CRC-64 is CRC-64/XZ, CRC-32 is CRC-32/ISO-HDLC (that of zip), both as in the catalogue of
//! Greg Cook. A file is written under another name and renamed when it is complete; it is never
//! modified.

mod block;
mod header;
mod keyed;
mod reader;
mod tally;
mod target;
mod writer;

#[cfg(all(test, not(shuttle)))]
use block::Contents;
pub(crate) use block::DENSE_BLOCK;
pub use header::{FileKind, Heading, Summary, file_name};
pub(crate) use keyed::KeyedWriter;
pub(crate) use reader::SliceFile;
pub(crate) use tally::Tally;
pub(crate) use writer::write_dense;

#[cfg(all(test, not(shuttle)))]
mod tests;
