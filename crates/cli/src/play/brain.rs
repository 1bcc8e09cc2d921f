//! [`Brain`]: an engine with the type of the game erased.

use super::event::Judgement;
use crate::matches::evaluator;
use anyhow::Result;
use eldest::{Engine, Limits, Options};
use eldest_catalog::games::{Board, Game, Ordinal};
use eldest_contest::PlayerSetting;
use eldest_terminal::progress::{self, Meter};

/// An engine for any game.
pub(super) trait Brain {
    /// Clears everything learnt from earlier searches.
    fn forget(&mut self);

    /// Searches for the best move on `board`, where the game is not over.
    fn search(&mut self, board: &dyn Board, limits: &Limits, to_end: bool) -> Result<BestMove>;
}

/// The result of a search.
pub(super) struct BestMove {
    pub(super) mv: Ordinal,
    /// The engine's evaluation; `None` if nothing was searched.
    pub(super) judgement: Option<Judgement>,
    /// Whether the value is exact.
    pub(super) is_exact: bool,
}

/// Creates an engine for `game`, with the options of `setting` and a table of `table_bytes`.
pub(super) fn brain<G: Game>(
    game: &G,
    setting: &PlayerSetting,
    table_bytes: usize,
) -> Result<Box<dyn Brain>> {
    let builder = Engine::<G::Position>::builder().evaluator(evaluator(setting, game)?);
    let engine = builder.table_bytes(table_bytes).build()?;
    Ok(Box::new(Searching::<G> {
        engine,
        to_end: setting.options(game.options()),
        to_depth: setting.options(game.options_to_depth()),
    }))
}

struct Searching<G: Game> {
    engine: Engine<G::Position, G::Evaluator>,
    to_end: Options,
    to_depth: Options,
}

impl<G: Game> Brain for Searching<G> {
    fn forget(&mut self) {
        self.engine.clear();
    }

    fn search(&mut self, board: &dyn Board, limits: &Limits, to_end: bool) -> Result<BestMove> {
        self.engine.set_options(if to_end { self.to_end } else { self.to_depth });
        let (bar, position) = (progress::bar(Some(1)), G::position_of(board));
        let query = self.engine.query(&position).limits(limits).observer(Meter::new(&bar));
        let report = if to_end { query.to_end().run() } else { query.run() };
        bar.finish_and_clear();
        let report = report?;
        let best = report.best_move.expect("a game that is not over has a move");
        let (judgement, is_exact) = (Judgement::from(&report), report.value().is_some());
        Ok(BestMove { mv: G::ordinal_of(board, best), judgement: Some(judgement), is_exact })
    }
}
