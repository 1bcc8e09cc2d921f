//! [`Error`]: why a certificate is not accepted.

use crate::block::MOST_BYTES;
use crate::printable;
use std::io;
use std::path::PathBuf;

/// The version of the format.
pub const FORMAT: u32 = 1;

/// The most characters of a text from the file that a message shows.
const MOST_SHOWN: usize = 500;

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Sorting on disk failed. The certificate was not checked.
    #[error(
        "the temporary folder {} cannot be used for sorting: {source}; make room there, name another folder \
         (TMPDIR), or allow more memory",
        folder.display()
    )]
    Temporary {
        /// The temporary folder.
        folder: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// The file is not a certificate.
    #[error("this is no certificate: it does not begin as one")]
    NoCertificate,
    /// The certificate is in another version of the format.
    #[error("the certificate is written in format {found}; this program reads format {FORMAT}")]
    Format {
        /// The version of the file.
        found: u32,
    },
    /// A line of the header is missing or malformed.
    #[error("the header is wrong: the line '{expected}' is missing or malformed")]
    Header {
        /// The line that is wrong, or missing.
        expected: &'static str,
    },
    /// The content of the file does not match the digest at its end.
    #[error("the certificate is damaged, or incomplete: its digest (SHA-256) is wrong")]
    Digest,
    /// The digest is right, but the content does not follow the format.
    #[error("at byte {offset}: {what}")]
    Malformed {
        /// The offset at which the block begins.
        offset: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// The certificate is about another game.
    #[error(
        "the certificate is about {}, and this is {}",
        printable(found, MOST_SHOWN),
        printable(wanted, MOST_SHOWN)
    )]
    OtherGame {
        /// The game named in the file.
        found: String,
        /// The game that was expected.
        wanted: String,
    },
    /// The game has the same name but other rules.
    #[error("the certificate is about rules {found:016x}, and these are {wanted:016x}")]
    OtherRules {
        /// The fingerprint in the file.
        found: u64,
        /// The fingerprint of the game.
        wanted: u64,
    },
    /// The text of the claim's position does not describe a position of the game.
    #[error(
        "the certificate is about '{}', which is no position of the game",
        printable(text, MOST_SHOWN)
    )]
    NoPosition {
        /// The text in the file.
        text: String,
    },
    /// The game writes the position of the claim differently.
    #[error(
        "the certificate is about '{}', which is written '{}'",
        printable(found, MOST_SHOWN),
        printable(wanted, MOST_SHOWN)
    )]
    OtherText {
        /// The text in the file.
        found: String,
        /// The text that the game writes.
        wanted: String,
    },
    /// Values of this game depend on the path to a position, so no certificate can prove them.
    #[error(
        "values of this game depend on how a position was reached (`PATH_DEPENDENT`); \
         a proof names positions, and proves nothing about them"
    )]
    PathDependent,
    /// The proof relies on static bounds, and
    /// [`CheckOptions::trust_bounds`](crate::CheckOptions::trust_bounds) is off.
    #[error(
        "the proof ends where static bounds of the game decide; \
         they have to be trusted, or the proof to be written without them"
    )]
    BoundsNotTrusted,
    /// The caller stopped the check.
    #[error("the check was stopped")]
    Stopped,
    /// The proof is wrong.
    #[error("record {record}, {}: {fault}", printable(position, MOST_SHOWN))]
    Refused {
        /// The number of the record, counted from 1; 0 for the claim of the header.
        record: u64,
        /// The position of the record as text; its code in hexadecimal if the code cannot be
        /// decoded.
        position: String,
        /// What is wrong with it.
        fault: RecordFault,
    },
}

impl Error {
    /// Whether the proof itself is wrong, as opposed to a file that could not be read or checked.
    #[must_use]
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Refused { .. })
    }
}

/// What is wrong with a record of a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// No position has this code.
    #[error("no position of the game has this code")]
    NoPosition,
    /// The position has a different code.
    #[error("this position has another code")]
    OtherCode,
    /// The position belongs to a game with other rules.
    #[error("this position has the fingerprint of other rules")]
    OtherRules,
    /// The value is out of range.
    #[error("{least} is no value; expected one within ±8000000")]
    Value {
        /// The value that the record states.
        least: i32,
    },
    /// A record is out of order: heights fall, and the codes of one height rise.
    #[error(
        "it does not come after the record before it; heights fall, and codes of a height rise"
    )]
    Unsorted,
    /// Another record has the same position.
    #[error("record {other} is about the same position")]
    Duplicate {
        /// The number of the other record.
        other: u64,
    },
    /// The game is over at this position.
    #[error("the game is over here, and needs no record")]
    Over,
    /// The prover is to move, but the record has no move.
    #[error("the prover is to move, and the record has no move")]
    NoMove,
    /// The other side is to move, but the record has a move.
    #[error("the other side is to move, and the record has a move")]
    NotToMove,
    /// The move is not legal.
    #[error("the move is not legal")]
    IllegalMove,
    /// The proof uses a position whose code has a length that no record can have.
    #[error("it leads to a position whose code has {length} bytes; expected 1 to {MOST_BYTES}")]
    CodeLength {
        /// The length of the code, in bytes.
        length: usize,
    },
    /// The move is legal, but has a different code.
    #[error("the move has another code")]
    OtherMoveCode,
    /// The game is not over, but the rules give no move.
    #[error("the game is not over, and the rules give no move")]
    Stuck,
    /// The game, or a static bound that is trusted, ends with less than the proof needs.
    #[error(
        "it leads to {}, where the game ends with {found} for the prover; {needed} is required",
        printable(position, MOST_SHOWN)
    )]
    Outcome {
        /// Where the game ends.
        position: String,
        /// The prover's score there.
        found: i32,
        /// The score that the proof needs.
        needed: i32,
    },
    /// No record proves a position that the proof uses.
    #[error("it leads to {}, for which there is no record", printable(position, MOST_SHOWN))]
    Missing {
        /// That position.
        position: String,
    },
    /// The record of a position that the proof uses is not further down.
    #[error(
        "it leads to {}, which is no lower: record {child} has height {height}",
        printable(position, MOST_SHOWN)
    )]
    Height {
        /// That position.
        position: String,
        /// The number of its record.
        child: u64,
        /// The height of that record.
        height: u32,
    },
    /// The record of a position that the proof uses states too low a value.
    #[error(
        "it leads to {}, for which record {child} proves only {found}; {needed} is required",
        printable(position, MOST_SHOWN)
    )]
    Weak {
        /// That position.
        position: String,
        /// The number of its record.
        child: u64,
        /// The value that the record states.
        found: i32,
        /// The value that the proof needs.
        needed: i32,
    },
}
