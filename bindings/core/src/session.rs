//! [`Session`]: a game that is played against an engine.

use crate::{Engine, EngineOptions, Error, Game, Move, Position, Report, Result, SearchLimits};

/// A game that is played: the moves of a person, and the answers of an engine. Chess is played with
/// all its draws.
#[derive(Debug)]
pub struct Session {
    engine: Engine,
    limits: SearchLimits,
    /// The first position, and those after each move.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Session {
    /// Begins a game from `start`, or from the start of the game.
    ///
    /// # Errors
    /// As [`Engine::new`].
    pub fn new(
        game: &Game,
        start: Option<&Position>,
        options: &EngineOptions,
        limits: &SearchLimits,
    ) -> Result<Self> {
        let game = game.for_play();
        let start = match start {
            Some(start) if start.game_name()? == game.name() => start.copy()?,
            Some(start) => game.position(&start.text()?)?,
            None => game.start()?,
        };
        let engine = Engine::new(&game, options)?;
        let (positions, moves) = (vec![start], Vec::new());
        Ok(Self { engine, limits: limits.clone(), positions, moves })
    }

    /// Returns the present position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// Returns the moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the engine.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Plays a move by its name.
    ///
    /// # Errors
    /// [`Error::Move`], and those of the rules.
    pub fn play(&mut self, name: &str) -> Result<()> {
        let mv = self.position().find(name)?;
        self.advance(mv)
    }

    fn advance(&mut self, mv: Move) -> Result<()> {
        let next = self.position().after(&mv)?;
        self.positions.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// Searches the present position, and plays the best move.
    ///
    /// # Errors
    /// [`Error::Move`] if the game is over, and those of [`Engine::search`].
    pub fn answer(&mut self) -> Result<Report> {
        let report = self.engine.search(self.position(), &self.limits, None)?;
        match report.best_move.clone() {
            Some(best) => self.advance(best)?,
            None => return Err(Error::Move("the game is over; there is no move".to_owned())),
        }
        Ok(report)
    }

    /// Takes back the last move; returns it, if there was one.
    pub fn take_back(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.positions.pop();
        Some(last)
    }
}
