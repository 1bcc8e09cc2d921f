//! Checks that the rules of a game keep the promises on which a search relies.

use crate::error::missing;
use crate::{Game, Position, Result};

/// How much of a game is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckOptions {
    /// The number of random games that are played. The default is 20.
    pub games: usize,
    /// The seed of the games.
    pub seed: u64,
}

impl Default for CheckOptions {
    fn default() -> Self {
        Self { games: 20, seed: 1 }
    }
}

/// What was checked. The game has kept its promises there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conformance {
    /// The positions that were checked.
    pub positions: usize,
    /// The games that were played.
    pub games: usize,
    /// The plies of the longest.
    pub longest: usize,
    /// What is allowed, but probably not meant.
    pub doubts: Vec<String>,
}

/// Checks the rules of a game in random games from `start`, or from its own start.
///
/// # Errors
/// [`Error::Contract`](crate::Error::Contract) with the broken promise and the moves that lead
/// there; [`Error::Foreign`](crate::Error::Foreign) or [`Error::Panic`](crate::Error::Panic) if the
/// rules failed.
pub fn check(
    _game: &Game,
    _start: Option<&Position>,
    _options: &CheckOptions,
) -> Result<Conformance> {
    Err(missing())
}

/// Counts the sequences of `depth` moves from a position, which end early where the game is over.
///
/// # Errors
/// The rules failed.
pub fn perft(_position: &Position, _depth: u32) -> Result<u64> {
    Err(missing())
}
