//! Errors of files: [`WriteError`], [`FileError`].

use std::io;
use std::path::PathBuf;

/// Why a file was not written. Nothing of it is left.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The system refused: the disk is full, for example.
    #[error("{} cannot be written: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A name is longer than a header can hold.
    #[error("the name {name:?} has {} bytes; a file holds at most 255", name.len())]
    LongName {
        /// The name.
        name: String,
    },
    /// Keys must be written in ascending order.
    #[error("key {key} is not above the key before it, {before}")]
    Order {
        /// The key before.
        before: u64,
        /// The key that is not above it.
        key: u64,
    },
    /// The stop token was set.
    #[error("stopped")]
    Stopped,
}

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system cannot read it.
    #[error("{} cannot be read: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// It is a file of another kind.
    #[error("{} is no database: it does not begin as one", path.display())]
    NoDatabase {
        /// The file.
        path: PathBuf,
    },
    /// It was written by a version of this library that uses another format.
    #[error("{} has format {found}; this program reads format {wanted}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        found: u16,
        /// The format that can be read.
        wanted: u16,
    },
    /// It is truncated, or a checksum or a length is wrong.
    #[error("{} is damaged: {fault}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        fault: Fault,
    },
    /// It belongs to another game, to other rules, or to another numbering.
    #[error("{}: the {what} is {found}; this program expects {wanted}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// The value in the file.
        found: String,
        /// The value expected.
        wanted: String,
    },
}

/// What is wrong with the bytes of a file.
#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The header is truncated, or its checksum is wrong.
    #[error("the header is truncated or changed")]
    Header,
    /// The checksum of the header is right, but no program writes such a header.
    #[error("the header is invalid")]
    Malformed,
    /// The file has another length than its header says.
    #[error("it has {found} bytes instead of {wanted}")]
    Length {
        /// The length of the file.
        found: u64,
        /// The length in the header.
        wanted: u64,
    },
    /// The tables of scores and offsets do not have their checksum, or are invalid.
    #[error("the tables are changed")]
    Tables,
    /// A block does not have its checksum, or is invalid.
    #[error("block {0} is changed")]
    Block(u64),
    /// All blocks together do not have their checksum.
    #[error("the blocks are changed")]
    Blocks,
}
