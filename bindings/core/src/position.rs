//! [`Position`]: a position of any game.

use crate::erased::ErasedPosition;
use crate::fault::guard;
use crate::{Exclusive, Move, Result, State, Value};
use eldest::{Score, Side};
use std::fmt;

/// A position of a [`Game`](crate::Game).
pub struct Position(Exclusive<Box<dyn ErasedPosition>>);

impl Position {
    pub(crate) fn new(erased: Box<dyn ErasedPosition>) -> Self {
        Self(Exclusive::new("the position", erased))
    }

    /// Calls `call` with the position, and returns its failure or panic as an error.
    pub(crate) fn with<T>(&self, call: impl FnOnce(&dyn ErasedPosition) -> Result<T>) -> Result<T> {
        self.0.with(|erased| guard(|| call(&**erased)))?
    }

    /// Returns a copy.
    ///
    /// # Errors
    /// The rules of the game failed; [`Error::Deadlock`](crate::Error::Deadlock). So for all methods.
    pub fn copy(&self) -> Result<Self> {
        self.with(|erased| Ok(Self::new(erased.copy())))
    }

    /// Returns the name of the game.
    pub fn game_name(&self) -> Result<String> {
        self.with(|erased| Ok(erased.game_name()))
    }

    /// Returns the side to move.
    pub fn side(&self) -> Result<Side> {
        self.with(|erased| Ok(erased.side()))
    }

    /// Returns the key.
    pub fn key(&self) -> Result<u64> {
        self.with(|erased| Ok(erased.key()))
    }

    /// Returns the score for the side to move, if the game is over.
    pub fn over(&self) -> Result<Option<Score>> {
        self.with(|erased| Ok(erased.over()))
    }

    /// Returns the legal moves, in the order of the game; none if it is over.
    pub fn moves(&self) -> Result<Vec<Move>> {
        self.with(|erased| Ok(erased.moves()))
    }

    /// Returns the legal move with this name; [`Error::Move`](crate::Error::Move) if there is none.
    pub fn find(&self, name: &str) -> Result<Move> {
        self.with(|erased| erased.find(name))
    }

    /// Returns the position after the legal move with the number of `mv`;
    /// [`Error::Move`](crate::Error::Move) if there is none.
    pub fn after(&self, mv: &Move) -> Result<Self> {
        self.with(|erased| Ok(Self::new(erased.after(mv)?)))
    }

    /// Returns the position after the legal move with this name.
    pub fn play(&self, name: &str) -> Result<Self> {
        self.with(|erased| Ok(Self::new(erased.after(&erased.find(name)?)?)))
    }

    /// Returns the static bounds of the game.
    pub fn bounds(&self) -> Result<Value> {
        self.with(|erased| Ok(erased.bounds()))
    }

    /// Returns the static evaluation for the side to move.
    pub fn evaluate(&self) -> Result<Score> {
        self.with(|erased| Ok(erased.evaluate()))
    }

    /// Returns the text of the position; empty if positions of the game have none.
    pub fn text(&self) -> Result<String> {
        self.with(|erased| Ok(erased.text()))
    }

    /// Draws the position in several lines.
    pub fn drawing(&self) -> Result<String> {
        self.with(|erased| Ok(erased.drawing()))
    }

    /// Returns a copy of the state of a foreign game; `None` for a shipped game.
    pub fn state(&self) -> Result<Option<Box<dyn State>>> {
        self.with(|erased| Ok(erased.state()))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.text().unwrap_or_default()).finish()
    }
}
