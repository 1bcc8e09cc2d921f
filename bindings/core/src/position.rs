//! [`Position`]: a position of any game; [`Move`]: a move with its name.

use crate::{Error, Result, State, Value};
use eldest::{Score, Side};
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

/// A position of a [`Game`](crate::Game).
#[derive(Clone, Debug)]
pub struct Position {}

impl Position {
    /// Returns the side to move.
    ///
    /// # Errors
    /// The rules of the game failed; so for all methods.
    pub fn side(&self) -> Result<Side> {
        Err(missing())
    }

    /// Returns the key.
    pub fn key(&self) -> Result<u64> {
        Err(missing())
    }

    /// Returns the score for the side to move, if the game is over.
    pub fn over(&self) -> Result<Option<Score>> {
        Err(missing())
    }

    /// Returns the legal moves, in the order of the game; none if it is over.
    pub fn moves(&self) -> Result<Vec<Move>> {
        Err(missing())
    }

    /// Returns the legal move with this name.
    pub fn find(&self, _name: &str) -> Result<Move> {
        Err(missing())
    }

    /// Returns the position after a legal move.
    pub fn after(&self, _mv: &Move) -> Result<Self> {
        Err(missing())
    }

    /// Returns the static bounds of the game.
    pub fn bounds(&self) -> Result<Value> {
        Err(missing())
    }

    /// Returns the static evaluation.
    pub fn evaluate(&self) -> Result<Score> {
        Err(missing())
    }

    /// Returns the text of the position; empty if positions of the game have none.
    pub fn text(&self) -> Result<String> {
        Err(missing())
    }

    /// Draws the position in several lines.
    pub fn drawing(&self) -> Result<String> {
        Err(missing())
    }

    /// Returns a copy of the state of a foreign game; `None` for a shipped game.
    pub fn state(&self) -> Result<Option<Box<dyn State>>> {
        Err(missing())
    }
}

pub(crate) fn missing() -> Error {
    Error::Unsupported("this is not built yet".to_owned())
}
