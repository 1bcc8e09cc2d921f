//! Why a table could not be saved or loaded.

use crate::table::TableInUse;
use std::io;

/// Why a table could not be saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SaveError {
    /// The stream did not take it.
    #[error("the table could not be written: {0}")]
    Write(#[from] io::Error),
    /// The table holds findings under other options of the rules, of another evaluator, or under
    /// another [`DepthMatch`](crate::DepthMatch) than was said.
    #[error(
        "the table holds findings of another game, evaluator or depth match than the origin; ask the engine that searched last for it"
    )]
    OtherFindings,
    /// The table is being loaded.
    #[error(transparent)]
    InUse(#[from] TableInUse),
    /// The name of the game is too long.
    #[error("the game's label has {bytes} bytes; at most {most} can be saved")]
    LongLabel {
        /// What it has.
        bytes: usize,
        /// What it may have.
        most: usize,
    },
}

/// Why a table could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// The stream could not be read.
    #[error("reading failed at byte {offset}: {source}")]
    Read {
        /// Where.
        offset: u64,
        /// What the system said.
        source: io::Error,
    },
    /// It is something else.
    #[error("this is no saved table: it does not begin as one")]
    NoTable,
    /// It was written by a version of this library that writes another format.
    #[error("the table is saved in format {found}; this program reads format {wanted}")]
    Format {
        /// The format that it is in.
        found: u16,
        /// The one that can be read.
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
        /// What stands before this is sound.
        from: u64,
        /// Where the checksum ends.
        to: u64,
    },
    /// The checksum is right, and nobody can have saved that.
    #[error("what is saved at byte {offset} makes no sense; it was not written by this library")]
    Malformed {
        /// Where the head or the block begins.
        offset: u64,
    },
    /// It is saved from another kind of table.
    #[error("a {found} is saved, which cannot be loaded into a {wanted}")]
    Kind {
        /// The kind that is saved.
        found: &'static str,
        /// The kind that was to be loaded.
        wanted: &'static str,
    },
    /// It is a table of another game.
    #[error("the table is saved for {found:?}, and this is {wanted:?}")]
    Label {
        /// What the other one is called.
        found: String,
        /// What this one is called.
        wanted: String,
    },
    /// The game has the same name, and other rules, keys, move codes or evaluations.
    #[error(
        "the table is saved for {label:?}, but by a program with other rules, keys, move codes or evaluations than this one has"
    )]
    Rules {
        /// What the game is called.
        label: String,
    },
    /// The fingerprints differ.
    #[error(
        "the table is saved under other options of the rules, for another evaluator, or with another depth match than this search has"
    )]
    OtherFindings,
    /// A search is under way on the table that was to be loaded, or it is being saved or loaded.
    #[error(transparent)]
    InUse(#[from] TableInUse),
    /// The one-word table was made for other keys or values.
    #[error(
        "the table is saved for keys of {found_bits} bits, and this one is for keys of {wanted_bits} bits, or for other values"
    )]
    Keys {
        /// The bits of the saved keys.
        found_bits: u8,
        /// The bits of keys here.
        wanted_bits: u8,
    },
}
