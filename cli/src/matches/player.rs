//! [`Player`]: an engine, whatever judges its positions.

use super::setting::Setting;
use crate::games::Game;
use eldest::{Engine, Error, Evaluator, Limits, Position, SharedTable, StopToken};

/// One who plays a game.
pub(super) trait Player<P: Position>: Send {
    /// Another game begins: nothing is left of the last one, so that it does not matter which it was.
    fn begin(&mut self);

    /// The move that is played in `position`, which is not over. If `stop` is thrown, any move.
    ///
    /// # Errors
    /// What the engine says.
    fn choose(&mut self, position: &P, stop: &StopToken) -> Result<P::Move, Error>;
}

/// The player of `setting`.
///
/// # Errors
/// If there is no memory for its table.
pub(super) fn player<G: Game>(
    game: &G,
    setting: &Setting,
) -> Result<Box<dyn Player<G::Position>>, Error> {
    let builder = Engine::<G::Position>::builder().table_bytes(setting.table_bytes);
    let builder = builder.options(setting.options(game.options_to_depth()));
    let limits = setting.limits.clone();
    let evaluator = if setting.judges { game.evaluator() } else { game.even() };
    Ok(Box::new(Searcher { engine: builder.evaluator(evaluator).build()?, limits }))
}

struct Searcher<P: Position, E> {
    engine: Engine<P, E, SharedTable>,
    limits: Limits,
}

impl<P, E> Player<P> for Searcher<P, E>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
{
    fn begin(&mut self) {
        self.engine.clear();
    }

    fn choose(&mut self, position: &P, stop: &StopToken) -> Result<P::Move, Error> {
        let report = self.engine.search(position, &self.limits.clone().stop(stop))?;
        Ok(report.best_move.expect("a game that is not over has a move"))
    }
}
