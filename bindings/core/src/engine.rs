//! [`Engine`]: solves and searches positions of a game.

use crate::position::missing;
use crate::{
    EngineOptions, Game, Handle, Inputs, OnIteration, Position, Report, Result, Rules,
    SearchLimits, SolvedPositions,
};
use std::sync::Arc;

/// Solves and searches positions of one game. It may be shared by threads; it searches one position
/// at a time, and a call during a search returns [`Error::Busy`](crate::Error::Busy).
#[derive(Clone, Debug)]
pub struct Engine {}

impl Engine {
    /// Creates an engine for a game.
    ///
    /// # Errors
    /// [`Error::Option`](crate::Error::Option) for invalid options,
    /// [`Error::Search`](crate::Error::Search) if there is not enough memory for the table,
    /// [`Error::File`](crate::Error::File) or [`Error::Unsupported`](crate::Error::Unsupported) if
    /// the database cannot be used.
    pub fn new(_game: &Game, _options: &EngineOptions) -> Result<Self> {
        Err(missing())
    }

    /// Creates an engine for a shipped game, by its name.
    ///
    /// # Errors
    /// As [`new`](Self::new) and [`Game::open`].
    pub fn open(name: &str, options: &EngineOptions) -> Result<Self> {
        Self::new(&Game::open(name)?, options)
    }

    /// Creates an engine for a foreign game.
    ///
    /// # Errors
    /// As [`new`](Self::new) and [`Game::of`].
    pub fn of(rules: Arc<dyn Rules>, options: &EngineOptions) -> Result<Self> {
        Self::new(&Game::of(rules)?, options)
    }

    /// Returns the game, with its database if it has one.
    #[must_use]
    pub fn game(&self) -> &Game {
        unimplemented_game()
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> EngineOptions {
        EngineOptions::default()
    }

    /// Solves a position: finds its value to the end of the game. If a limit ends the search, the
    /// bounds in the report are proved all the same.
    ///
    /// # Errors
    /// [`Error::Search`](crate::Error::Search), [`Error::Contract`](crate::Error::Contract),
    /// [`Error::Foreign`](crate::Error::Foreign), [`Error::Panic`](crate::Error::Panic),
    /// [`Error::Busy`](crate::Error::Busy), [`Error::Move`](crate::Error::Move) for root moves and
    /// [`Error::Option`](crate::Error::Option) for limits.
    pub fn solve(&self, _position: &Position, _limits: &SearchLimits) -> Result<Report> {
        Err(missing())
    }

    /// Searches a position deeper and deeper, until a limit is reached or the value is proved.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn search(
        &self,
        _position: &Position,
        _limits: &SearchLimits,
        _on_iteration: Option<OnIteration>,
    ) -> Result<Report> {
        Err(missing())
    }

    /// Begins to [solve](Self::solve) a position in the background.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy) and [`Error::Search`](crate::Error::Search); all others
    /// are the outcome of the handle.
    pub fn start_solve(&self, _position: &Position, _limits: &SearchLimits) -> Result<Handle> {
        Err(missing())
    }

    /// Begins to [search](Self::search) a position in the background.
    ///
    /// # Errors
    /// As [`start_solve`](Self::start_solve).
    pub fn start(
        &self,
        _position: &Position,
        _limits: &SearchLimits,
        _on_iteration: Option<OnIteration>,
    ) -> Result<Handle> {
        Err(missing())
    }

    /// Solves many positions side by side on the threads of the engine; the reports come in the
    /// order of the positions. The engine is busy until the iterator ends or is dropped.
    ///
    /// `positions` is called on another thread, a few positions ahead of the reports. The limits
    /// apply to each position.
    ///
    /// # Errors
    /// As [`start_solve`](Self::start_solve).
    pub fn solve_many(
        &self,
        _positions: Inputs,
        _limits: &SearchLimits,
    ) -> Result<SolvedPositions> {
        Err(missing())
    }

    /// Forgets all that earlier searches have found.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy).
    pub fn clear(&self) -> Result<()> {
        Err(missing())
    }

    /// Whether a search is under way.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        false
    }
}

fn unimplemented_game() -> &'static Game {
    static GAME: Game = Game {};
    &GAME
}
