//! Writes certificates of game values.
//!
//! [`write()`] walks through the proof of a [`Claim`](eldest_check::Claim) from the top down: where the prover is to move, an
//! [`Oracle`] names a move that proves what is to be proved there, and everything that the move leads to is to be
//! proved next. Positions are met once, by falling [height](eldest::Position::plies_left), and wait in the
//! meantime in memory, and on disk beyond it.
//!
//! [`Search`] is the oracle that an [`eldest::Engine`] makes: what its table knows, and where that is
//! nothing, its decision query; [`Known`] goes before it where positions have been proved in other ways. What it says need not be believed, by anybody: a wrong move gives a file that
//! [`check`](eldest_check::check) refuses.
#![forbid(unsafe_code)]

mod known;
mod oracle;
mod prover;
mod search;
mod walk;

pub use eldest_check::Options;
pub use known::Known;
pub use oracle::{Answer, Oracle};
pub use prover::Error;
pub use search::Search;
pub use walk::{Progress, write};
