//! [`Error`]: why a certificate proves nothing.

use crate::block::MOST_BYTES;
use crate::printable;
use std::io;
use std::path::PathBuf;

/// The version of the format.
pub const FORMAT: u32 = 1;

/// The most characters that a message shows of a text from the file.
const MOST_SHOWN: usize = 500;

/// Why a certificate is not accepted.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// What does not fit into memory could not be sorted on disk. Nothing is said of the certificate.
    #[error(
        "the temporary folder {} cannot be used for sorting: {source}; make room there, name another folder \
         (TMPDIR), or allow more memory",
        folder.display()
    )]
    Temporary {
        /// The folder of the nameless files.
        folder: PathBuf,
        /// What went wrong.
        source: io::Error,
    },
    /// It is something else.
    #[error("this is no certificate: it does not begin as one")]
    NoCertificate,
    /// It is written in another version of the format.
    #[error("the certificate is written in format {found}; this program reads format {FORMAT}")]
    Format {
        /// The one that it is in.
        found: u32,
    },
    /// A line of the header is not as it has to be.
    #[error("the header is wrong; expected a line with '{expected}' and what belongs there")]
    Header {
        /// The line that is wrong, or missing.
        expected: &'static str,
    },
    /// What the file says does not give the digest at its end.
    #[error("the certificate is damaged, or incomplete: its digest (SHA-256) is wrong")]
    Digest,
    /// The digest is right, and this is nothing that the format knows.
    #[error("at byte {offset}: {what}")]
    Malformed {
        /// Where the block begins.
        offset: u64,
        /// What is wrong.
        what: &'static str,
    },
    /// It is about another game.
    #[error(
        "the certificate is about {}, and this is {}",
        printable(found, MOST_SHOWN),
        printable(wanted, MOST_SHOWN)
    )]
    OtherGame {
        /// The game that it names.
        found: String,
        /// The one that it was held against.
        wanted: String,
    },
    /// The game has the same name and other rules.
    #[error("the certificate is about rules {found:016x}, and these are {wanted:016x}")]
    OtherRules {
        /// The fingerprint that it names.
        found: u64,
        /// The one of the game.
        wanted: u64,
    },
    /// What the claim is about is no position of the game.
    #[error(
        "the certificate is about '{}', which is no position of the game",
        printable(text, MOST_SHOWN)
    )]
    NoPosition {
        /// What stands there.
        text: String,
    },
    /// The position of the claim is written in another way than the game writes it.
    #[error(
        "the certificate is about '{}', which is written '{}'",
        printable(found, MOST_SHOWN),
        printable(wanted, MOST_SHOWN)
    )]
    OtherText {
        /// What stands there.
        found: String,
        /// How the game writes that position.
        wanted: String,
    },
    /// A position is not all there is to say about a value.
    #[error(
        "values of this game depend on how a position was reached (Position::PATH_DEPENDENT); \
         a proof names positions, and proves nothing about them"
    )]
    PathDependent,
    /// It ends at static bounds, and these were not to be trusted.
    #[error(
        "the proof ends where static bounds of the game decide; \
         they have to be trusted, or the proof to be written without them"
    )]
    BoundsNotTrusted,
    /// The caller has stopped the check.
    #[error("the check was stopped")]
    Stopped,
    /// The proof is wrong.
    #[error("record {record}, {}: {fault}", printable(position, MOST_SHOWN))]
    Refused {
        /// Which record, counted from 1; 0 for the claim of the header.
        record: u64,
        /// The position of the record as people write it; its code in hexadecimal digits if it is none.
        position: String,
        /// What is wrong with it.
        fault: RecordFault,
    },
}

impl Error {
    /// Whether it is the proof that is wrong: the file says what somebody wanted it to say, and that proves nothing.
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
    /// The code is not the one that the position gets.
    #[error("this position has another code")]
    OtherCode,
    /// The position belongs to a game with other rules.
    #[error("this position has the fingerprint of other rules")]
    OtherRules,
    /// The value lies beyond those that a position may have.
    #[error("{least} is no value; expected one within ±8000000")]
    Value {
        /// What is claimed.
        least: i32,
    },
    /// A record does not come after the one before: heights fall, and codes of one height rise.
    #[error(
        "it does not come after the record before it; heights fall, and codes of a height rise"
    )]
    Unsorted,
    /// Another record has the same position.
    #[error("record {other} is about the same position")]
    Duplicate {
        /// The other one.
        other: u64,
    },
    /// The game is over there.
    #[error("the game is over here, and needs no record")]
    Over,
    /// The prover is to move, and there is no move.
    #[error("the prover is to move, and the record has no move")]
    NoMove,
    /// The prover is not to move, and there is a move.
    #[error("the other side is to move, and the record has a move")]
    NotToMove,
    /// The move is not legal.
    #[error("the move is not legal")]
    IllegalMove,
    /// A position that the record rests on has a code that no record can have.
    #[error("it leads to a position whose code has {length} bytes; expected 1 to {MOST_BYTES}")]
    CodeLength {
        /// How many bytes the code has.
        length: usize,
    },
    /// The move is legal, and its code is another one.
    #[error("the move has another code")]
    OtherMoveCode,
    /// The rules give no move where the game is not over.
    #[error("the game is not over, and the rules give no move")]
    Stuck,
    /// The rules, or bounds that are trusted, give less than the proof needs.
    #[error(
        "it leads to {}, where the game ends with {found} for the prover; needed is {needed}",
        printable(position, MOST_SHOWN)
    )]
    Outcome {
        /// Where the game ends.
        position: String,
        /// What that is worth to the prover.
        found: i32,
        /// What it would have to be worth.
        needed: i32,
    },
    /// There is no record about a position that the proof rests on.
    #[error("it leads to {}, of which nothing is proved", printable(position, MOST_SHOWN))]
    Missing {
        /// That position.
        position: String,
    },
    /// The record about a position that the proof rests on is not further down.
    #[error(
        "it leads to {}, which is no lower: record {child} has height {height}",
        printable(position, MOST_SHOWN)
    )]
    Height {
        /// That position.
        position: String,
        /// Its record.
        child: u64,
        /// The height of that.
        height: u32,
    },
    /// Less is proved of a position than the proof needs.
    #[error(
        "it leads to {}, of which record {child} proves {found}; needed is {needed}",
        printable(position, MOST_SHOWN)
    )]
    Weak {
        /// That position.
        position: String,
        /// Its record.
        child: u64,
        /// What that claims.
        found: i32,
        /// What it would have to claim.
        needed: i32,
    },
}
