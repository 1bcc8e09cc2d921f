//! Writes certificates of game values.
//!
//! [`write()`] walks through the proof of a [`Claim`](eldest_check::Claim) from the top down: where the prover is to move, an
//! [`Oracle`] names a move that proves what is to be proved there, and everything that the move leads to is to be
//! proved next. Positions are met once, by falling [height](eldest::Position::plies_left), and wait in the
//! meantime in memory, and on disk beyond it.
//!
//! [`SearchOracle`] is the oracle that an [`eldest::Engine`] makes: what its table knows, and where that is
//! nothing, its decision query; [`KnownBounds`] goes before it where positions have been proved in other ways. Nothing depends on its answers being right: a wrong move gives a file that
//! [`check`](eldest_check::check) refuses.
#![forbid(unsafe_code)]

mod builder;
mod oracle;
mod walk;

pub use eldest_check::Options;
pub use oracle::{KnownBounds, Oracle, OracleAnswer, SearchOracle};
pub use walk::{Progress, write};

use std::io;

/// Why no certificate was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The search has failed.
    #[error(transparent)]
    Search(#[from] eldest::Error),
    /// A position is not all there is to say about a value; or the positions that wait could not be sorted on disk.
    #[error(transparent)]
    Game(#[from] eldest_check::Error),
    /// Nothing says how many plies are left.
    #[error(
        "the rules do not say how many plies are left (Position::plies_left); \
         heights, by which a proof is no circle, are taken from there"
    )]
    NoHeight,
    /// No code is known for the positions of this game.
    #[error("positions of this game have no code (Codec::encode), and a proof could not name them")]
    NoCode,
    /// The claim is not true.
    #[error("{position} is not worth that much: the claim '{claim}' is not true")]
    False {
        /// The position.
        position: String,
        /// What was claimed of it.
        claim: String,
    },
    /// The oracle has contradicted itself, or the rules; or the claim is not true, and the other side moves first.
    #[error(
        "{position} is to be proved at least {least} for the prover: {what}; the claim is not true, or the search \
         or the rules are wrong"
    )]
    Contradiction {
        /// The position.
        position: String,
        /// What an earlier answer takes for true there.
        least: i32,
        /// What speaks against it.
        what: String,
    },
    /// A limit has ended a search.
    #[error("a limit has ended the search before the proof was complete")]
    Unfinished,
    /// The caller has stopped the writing.
    #[error("the writing was stopped")]
    Stopped,
}
