//! [`Game`]: a game that is known at run time.

use crate::position::missing;
use crate::{Position, Result, Rules, State};
use std::sync::Arc;

/// A shipped game, as the list of games describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The name before the colon.
    pub name: &'static str,
    /// Some variants after the colon; an empty text is the game without one.
    pub variants: &'static [&'static str],
    /// The name in the documentation.
    pub title: &'static str,
    /// The text form of its positions, in lines.
    pub help: &'static str,
}

/// A game: a shipped one by its name, or a foreign one by its rules. Clones share it.
#[derive(Clone, Debug)]
pub struct Game {}

impl Game {
    /// Opens a shipped game by its name and variant, as in `connect4` and `connect4:6x5`.
    ///
    /// # Errors
    /// [`Error::Game`](crate::Error::Game).
    pub fn open(_name: &str) -> Result<Self> {
        Err(missing())
    }

    /// Opens a foreign game.
    ///
    /// # Errors
    /// [`Error::Option`](crate::Error::Option) if its declarations are invalid.
    pub fn of(_rules: Arc<dyn Rules>) -> Result<Self> {
        Err(missing())
    }

    /// Lists the shipped games.
    #[must_use]
    pub fn all() -> Vec<GameInfo> {
        Vec::new()
    }

    /// Returns the name with the variant, as in `connect4:7x6`.
    #[must_use]
    pub fn name(&self) -> String {
        String::new()
    }

    /// Returns the names of the players, the first player first.
    #[must_use]
    pub fn players(&self) -> [String; 2] {
        [String::new(), String::new()]
    }

    /// Whether it is a foreign game.
    #[must_use]
    pub fn is_foreign(&self) -> bool {
        false
    }

    /// Returns the position at the start.
    ///
    /// # Errors
    /// The rules of a foreign game failed.
    pub fn start(&self) -> Result<Position> {
        Err(missing())
    }

    /// Reads a position; `-` is the start of most games.
    ///
    /// # Errors
    /// [`Error::Position`](crate::Error::Position), or the rules of a foreign game failed.
    pub fn position(&self, _text: &str) -> Result<Position> {
        Err(missing())
    }

    /// Returns the position of a foreign game with this state.
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) for a shipped game.
    pub fn position_of(&self, _state: Box<dyn State>) -> Result<Position> {
        Err(missing())
    }

    /// Returns the position after `moves`, by name, from `position` on.
    ///
    /// # Errors
    /// [`Error::Move`](crate::Error::Move), or the rules of a foreign game failed.
    pub fn play(&self, position: &Position, moves: &[&str]) -> Result<Position> {
        moves.iter().try_fold(position.clone(), |now, name| now.after(&now.find(name)?))
    }
}
