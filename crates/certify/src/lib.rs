//! Writes certificates of game values.
//!
//! [`write()`] builds the proof of a [`Claim`](eldest_check::Claim) from the top down. Where the
//! prover is to move, an [`Oracle`] names a move that proves the required value; every position
//! that the move leads to is proved next. Each position is processed once, by falling
//! [height](eldest::Position::plies_left). Until then it is kept in memory, or on disk when memory
//! is full.
//!
//! [`SearchOracle`] answers from the table of an [`eldest::Engine`] and, where that is not enough,
//! from its decision query. [`KnownBounds`] comes before it for positions whose bounds are known
//! from elsewhere. The answers need not be right: after a wrong move,
//! [`check`](eldest_check::check) refuses the file.
#![forbid(unsafe_code)]

mod builder;
mod oracle;
mod walk;

pub use eldest_check::CheckOptions;
pub use oracle::{KnownBounds, Oracle, OracleAnswer, SearchOracle};
pub use walk::{WriteProgress, write};

use std::io;

/// Why writing a certificate failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The search failed.
    #[error(transparent)]
    Search(#[from] eldest::Error),
    /// Values of this game depend on the path to a position; or positions could not be sorted on
    /// disk.
    #[error(transparent)]
    Game(#[from] eldest_check::Error),
    /// The rules do not give the number of plies left.
    #[error(
        "the rules do not give the plies left (`plies_left`); \
         a proof takes its heights from them, so that it is not circular"
    )]
    NoHeight,
    /// The codec has no codes for the positions of this game.
    #[error("positions of this game have no code (Codec::encode), so a proof could not name them")]
    NoCode,
    /// The claim is not true.
    #[error("{position} is not worth that much: the claim '{claim}' is not true")]
    False {
        /// The position.
        position: String,
        /// The claim about it.
        claim: String,
    },
    /// The oracle contradicted itself or the rules; or the claim is not true, and the other side
    /// moves first.
    #[error(
        "{position} must be worth at least {least} to the prover, but {what}; the claim is not true, or the search \
         or the rules are wrong"
    )]
    Contradiction {
        /// The position.
        position: String,
        /// The value that an earlier answer requires there.
        least: i32,
        /// The reason why it is not worth that.
        what: String,
    },
    /// A limit ended a search.
    #[error("a limit has ended the search before the proof was complete")]
    Unfinished,
    /// The caller stopped the writer.
    #[error("the writing was stopped")]
    Stopped,
}
