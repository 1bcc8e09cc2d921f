//! [`Move`]: a move with its name.

use std::fmt;

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// Its number: for a foreign game, the one that the game handed out; for a shipped game, its
    /// index among the legal moves.
    pub number: u64,
    /// Its name.
    pub name: String,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}
