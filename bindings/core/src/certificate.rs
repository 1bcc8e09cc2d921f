//! Certificates: files that prove a bound on a value, and their check by the rules alone.

use crate::position::missing;
use crate::{Engine, Game, Position, Result, SearchLimits, Value};
use eldest::{Side, StopToken};
use std::path::Path;

/// What a certificate proves: that the value is within a bound.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The value for the side to move is at least this.
    AtLeast(i32),
    /// The value for the side to move is at most this.
    AtMost(i32),
}

/// A certificate that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The positions in it.
    pub records: u64,
    /// The size of the file, in bytes.
    pub bytes: u64,
}

/// A certificate that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The name of the game.
    pub game: String,
    /// The position, as text.
    pub position: String,
    /// The side whose value is bounded.
    pub side: Side,
    /// What all files together prove about the value.
    pub value: Value,
    /// The positions that were checked.
    pub records: u64,
}

/// Proves a claim about a position with the searches of `engine`, and writes the proof to `out`,
/// which is replaced only by a complete proof. The limits apply to each search.
///
/// # Errors
/// [`Error::False`](crate::Error::False) if the claim is false,
/// [`Error::Unfinished`](crate::Error::Unfinished) if a limit or the stop ended it,
/// [`Error::Unsupported`](crate::Error::Unsupported) for games without certificates,
/// [`Error::File`](crate::Error::File), and those of [`Engine::solve`].
pub fn certify(
    _engine: &Engine,
    _position: &Position,
    _claim: Claim,
    _out: &Path,
    _limits: &SearchLimits,
) -> Result<Written> {
    Err(missing())
}

/// Checks certificates about one position by the rules alone. Without `game`, the shipped game that
/// the files name.
///
/// # Errors
/// [`Error::False`](crate::Error::False) if a file proves nothing, with the place;
/// [`Error::File`](crate::Error::File), [`Error::Game`](crate::Error::Game) and
/// [`Error::Unfinished`](crate::Error::Unfinished) if `stop` ended it.
pub fn check(_paths: &[&Path], _game: Option<&Game>, _stop: &StopToken) -> Result<Checked> {
    Err(missing())
}
