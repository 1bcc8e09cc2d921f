//! [`Setting`]: the engine of a comparison, and a search with it.

use anyhow::Result;
use eldest::{Engine, Limits, Report, Table};
use eldest_catalog::games::{Catalog, Game, Move, Visitor, dense};
use eldest_terminal::Interrupt;

/// What all searches of a comparison have in common.
#[derive(Copy, Clone, Debug)]
pub(super) struct Setting<'a> {
    /// The size of each table.
    pub(super) bytes: usize,
    /// The depth of each search; `None` searches to the end.
    pub(super) depth: Option<u16>,
    pub(super) interrupt: &'a Interrupt,
}

/// An engine for the game `G`.
pub(super) type GameEngine<G, T> = Engine<<G as Game>::Position, <G as Game>::Evaluator, T>;

/// Work with an engine for any game, with any table.
pub(super) trait EngineWork {
    /// Does the work with `engine`.
    fn run<G: Game, T: Table + 'static>(self, game: &G, engine: GameEngine<G, T>) -> Result<()>;
}

impl Setting<'_> {
    /// Does `work` with an engine for `game`, whose table is the dense one if the keys fit in it.
    pub(super) fn run<C: Catalog>(&self, game: &C, work: impl EngineWork) -> Result<()> {
        game.visit(Building { setting: self, work })
    }

    /// Searches `position`.
    pub(super) fn search<G: Game, T: Table + 'static>(
        &self,
        engine: &mut GameEngine<G, T>,
        position: &G::Position,
    ) -> Result<Report<Move<G>>> {
        let limits = Limits::new().stop(self.interrupt.token());
        Ok(match self.depth {
            Some(plies) => engine.search(position, &limits.depth(plies))?,
            None => engine.solve(position, &limits)?,
        })
    }
}

struct Building<'a, W> {
    setting: &'a Setting<'a>,
    work: W,
}

impl<W: EngineWork> Visitor for Building<'_, W> {
    type Output = Result<()>;

    fn visit<G: Game>(self, game: &G) -> Result<()> {
        let Setting { bytes, depth, .. } = *self.setting;
        let options = if depth.is_some() { game.options_to_depth() } else { game.options() };
        let builder = Engine::<G::Position>::builder().evaluator(game.evaluator()).options(options);
        if G::DENSE
            && depth.is_none()
            && let Some(table) = dense(bytes, &game.start().0)?
        {
            return self.work.run(game, builder.table(table).build()?);
        }
        self.work.run(game, builder.table_bytes(bytes).build()?)
    }
}
