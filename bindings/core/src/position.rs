//! [`Position`]: a position of any game.

use crate::fault::guard;
use crate::place::Place;
use crate::{Move, Result, State, Value};
use eldest::{Score, Side};
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A position of a [`Game`](crate::Game).
pub struct Position(Mutex<Box<dyn Place>>);

impl Position {
    pub(crate) fn new(place: Box<dyn Place>) -> Self {
        Self(Mutex::new(place))
    }

    /// Calls `call` with the position, and returns its failure or panic as an error.
    pub(crate) fn with<T>(&self, call: impl FnOnce(&dyn Place) -> Result<T>) -> Result<T> {
        let place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        guard(|| call(&**place))
    }

    /// Returns a copy.
    ///
    /// # Errors
    /// The rules of the game failed; so for all methods.
    pub fn copy(&self) -> Result<Self> {
        self.with(|place| Ok(Self::new(place.copy())))
    }

    /// Returns the name of the game.
    pub fn game_name(&self) -> Result<String> {
        self.with(|place| Ok(place.game_name()))
    }

    /// Returns the side to move.
    pub fn side(&self) -> Result<Side> {
        self.with(|place| Ok(place.side()))
    }

    /// Returns the key.
    pub fn key(&self) -> Result<u64> {
        self.with(|place| Ok(place.key()))
    }

    /// Returns the score for the side to move, if the game is over.
    pub fn over(&self) -> Result<Option<Score>> {
        self.with(|place| Ok(place.over()))
    }

    /// Returns the legal moves, in the order of the game; none if it is over.
    pub fn moves(&self) -> Result<Vec<Move>> {
        self.with(|place| Ok(place.moves()))
    }

    /// Returns the legal move with this name; [`Error::Move`](crate::Error::Move) if there is none.
    pub fn find(&self, name: &str) -> Result<Move> {
        self.with(|place| place.find(name))
    }

    /// Returns the position after the legal move with the number of `mv`;
    /// [`Error::Move`](crate::Error::Move) if there is none.
    pub fn after(&self, mv: &Move) -> Result<Self> {
        self.with(|place| Ok(Self::new(place.after(mv)?)))
    }

    /// Returns the position after the legal move with this name.
    pub fn play(&self, name: &str) -> Result<Self> {
        self.with(|place| Ok(Self::new(place.after(&place.find(name)?)?)))
    }

    /// Returns the static bounds of the game.
    pub fn bounds(&self) -> Result<Value> {
        self.with(|place| Ok(place.bounds()))
    }

    /// Returns the static evaluation for the side to move.
    pub fn evaluate(&self) -> Result<Score> {
        self.with(|place| Ok(place.evaluate()))
    }

    /// Returns the text of the position; empty if positions of the game have none.
    pub fn text(&self) -> Result<String> {
        self.with(|place| Ok(place.text()))
    }

    /// Draws the position in several lines.
    pub fn drawing(&self) -> Result<String> {
        self.with(|place| Ok(place.drawing()))
    }

    /// Returns a copy of the state of a foreign game; `None` for a shipped game.
    pub fn state(&self) -> Result<Option<Box<dyn State>>> {
        self.with(|place| Ok(place.state()))
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.text().unwrap_or_default()).finish()
    }
}
