//! [`Player`]: an engine, whatever judges its positions.

use super::setting::Setting;
use anyhow::Result;
use eldest::selective::Selection;
use eldest::{Engine, Error, StopToken};
use eldest_catalog::games::{Board, Game, Ordinal};

/// One who plays a game.
pub(super) trait Player: Send {
    /// Another game begins: nothing is left of the last one, so that it does not matter which it was.
    fn begin(&mut self);

    /// From now on `selection` is what is left out.
    fn select(&mut self, selection: Selection);

    /// The move that is played on `board`, where the game is not over. If `stop` is thrown, any move.
    ///
    /// # Errors
    /// What the engine says.
    fn choose(&mut self, board: &dyn Board, stop: &StopToken) -> Result<Ordinal, Error>;
}

/// The player of `setting`.
///
/// # Errors
/// If there is no memory for its table, or no such evaluator.
pub(super) fn player<G: Game>(game: &G, setting: &Setting) -> Result<Box<dyn Player>> {
    let builder = Engine::<G::Position>::builder().table_bytes(setting.table_bytes);
    let builder = builder.options(setting.options(game.options_to_depth()));
    let engine = builder.evaluator(setting.evaluator(game)?).build()?;
    Ok(Box::new(Searcher { game: game.clone(), setting: setting.clone(), engine }))
}

struct Searcher<G: Game> {
    game: G,
    setting: Setting,
    engine: Engine<G::Position, G::Evaluator>,
}

impl<G: Game> Player for Searcher<G> {
    fn begin(&mut self) {
        self.engine.clear();
    }

    fn select(&mut self, selection: Selection) {
        let evaluator = self.setting.leaving_out(selection, &self.game);
        self.engine.set_evaluator(evaluator.expect("there was one of this name"));
    }

    fn choose(&mut self, board: &dyn Board, stop: &StopToken) -> Result<Ordinal, Error> {
        let limits = self.setting.limits.clone().stop(stop);
        let report = self.engine.search(&G::position_of(board), &limits)?;
        let best = report.best_move.expect("a game that is not over has a move");
        Ok(G::ordinal_of(board, best))
    }
}
