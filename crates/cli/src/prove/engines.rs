//! [`Engines`]: what searches the positions of a proof.

use anyhow::Result;
use eldest::table::OneWordTable;
use eldest::{Builder, Engine, Options, SharedTable, Table};
use eldest_catalog::games::Game;
use eldest_catalog::games::dense;

/// What searches a game over a table of this kind.
pub(crate) type EngineOf<G, T> = Engine<<G as Game>::Position, <G as Game>::Evaluator, T>;

/// The least table that there is.
const LEAST: usize = 1 << 16;

/// Makes engines for searches to the end, in which nobody judges.
pub(crate) struct Engines<'a> {
    /// The options of a game, with what was typed.
    pub(crate) options: Box<dyn Fn(Options) -> Options + 'a>,
    pub(crate) table_bytes: usize,
}

impl Engines<'_> {
    fn builder<G: Game>(&self, game: &G) -> Builder<G::Position, G::Evaluator, SharedTable> {
        let options = (self.options)(game.options());
        Engine::<G::Position>::builder().evaluator(game.even()).options(options)
    }

    // Not inlined, and so compiled once a game.
    #[inline(never)]
    pub(crate) fn shared<G: Game>(&self, game: &G) -> Result<EngineOf<G, SharedTable>> {
        Ok(self.builder(game).table_bytes(self.table_bytes).build()?)
    }

    /// The same with the dense table, if the game's keys fit in it.
    pub(crate) fn dense<G: Game>(&self, game: &G) -> Result<Option<EngineOf<G, OneWordTable>>> {
        let table = dense(self.table_bytes, &game.start().0)?;
        table.map(|table| self.over(game, table)).transpose()
    }

    /// The same over `table`.
    #[inline(never)]
    pub(crate) fn over<G: Game, T: Table + 'static>(
        &self,
        game: &G,
        table: T,
    ) -> Result<EngineOf<G, T>> {
        Ok(self.builder(game).table(table).build()?)
    }
}

/// The fingerprint of the rules of `game`, for whoever does not search.
pub(crate) fn fingerprint<G: Game>(game: &G) -> Result<u64> {
    let options = Box::new(|options: Options| options.with(|o| o.threads = 1));
    let engine = Engines { options, table_bytes: LEAST }.shared(game)?;
    Ok(engine.origin(&game.start().0, game.name())?.rules())
}
