//! The reasons why a table could not be saved or loaded.

use crate::table::TableInUse;
use std::io;

/// The reason why a table could not be saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// Writing to the stream failed.
    #[error("the table could not be written: {0}")]
    Write(#[from] io::Error),
    /// The table's entries were found under other options of the rules, with another evaluator, or
    /// with another [`DepthMatch`](crate::DepthMatch) than those of the origin.
    #[error(
        "the table holds findings of another game, evaluator or depth match than the origin; use the origin of the engine that searched last"
    )]
    OtherFindings,
    /// The table is being loaded.
    #[error(transparent)]
    InUse(#[from] TableInUse),
    /// The label is too long.
    #[error("the game's label has {bytes} bytes; at most {most} can be saved")]
    LongLabel {
        /// Its length.
        bytes: usize,
        /// The maximum length.
        most: usize,
    },
}

/// The reason why a table could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The stream could not be read.
    #[error("reading failed at byte {offset}: {source}")]
    Read {
        /// The position of the error.
        offset: u64,
        /// The error of the system.
        source: io::Error,
    },
    /// The input is not a saved table.
    #[error("this is no saved table: it does not begin as one")]
    NoTable,
    /// It was written by a version of this library that uses another format.
    #[error("the table is saved in format {found}; this program reads format {wanted}")]
    Format {
        /// The format of the input.
        found: u16,
        /// The format that can be read.
        wanted: u16,
    },
    /// It ends too early.
    #[error("the saved table ends at byte {offset}, before it is complete")]
    Truncated {
        /// Its length.
        offset: u64,
    },
    /// A checksum is wrong.
    #[error(
        "the saved table is damaged somewhere in bytes {from} to {to}: their checksum is wrong"
    )]
    Damaged {
        /// All bytes before this are sound.
        from: u64,
        /// The end of the bytes that the checksum covers.
        to: u64,
    },
    /// The checksum is right, but no table saves such contents.
    #[error("the contents at byte {offset} are invalid; they were not written by this library")]
    Malformed {
        /// Where the head or the block begins.
        offset: u64,
    },
    /// The saved table is of another kind.
    #[error("a {found} is saved, which cannot be loaded into a {wanted}")]
    Kind {
        /// The kind of the saved table.
        found: &'static str,
        /// The kind of the table to load into.
        wanted: &'static str,
    },
    /// The saved table is of another game.
    #[error("the table is saved for {found:?}, and this is {wanted:?}")]
    Label {
        /// The label of the saved table.
        found: String,
        /// The label of this game.
        wanted: String,
    },
    /// The game has the same label, but other rules, keys, move codes or evaluations.
    #[error(
        "the table is saved for {label:?}, but by a program with other rules, keys, move codes or evaluations than this one has"
    )]
    Rules {
        /// The label of the game.
        label: String,
    },
    /// The fingerprints differ.
    #[error(
        "the table is saved under other options of the rules, for another evaluator, or with another depth match than this search has"
    )]
    OtherFindings,
    /// A search is under way on the table to load into, or it is being saved or loaded.
    #[error(transparent)]
    InUse(#[from] TableInUse),
    /// The saved one-word table has other keys or values.
    #[error(
        "the table is saved for keys of {found_bits} bits, and this one is for keys of {wanted_bits} bits, or for other values"
    )]
    Keys {
        /// The number of bits of the saved keys.
        found_bits: u8,
        /// The number of bits of the keys here.
        wanted_bits: u8,
    },
}
