//! [`Engines`]: creates the engines of a proof. [`GameTexts`]: the text form of a catalog game.

use anyhow::Result;
use eldest::table::OneWordTable;
use eldest::{Builder, Engine, Options, SharedTable, Table};
use eldest_catalog::games::{Game, Move, dense};
use std::fmt;

/// The engine of a game over a table of this type.
pub type EngineOf<G, T> = Engine<<G as Game>::Position, <G as Game>::Evaluator, T>;

/// The size of the smallest table, in bytes.
const LEAST: usize = 1 << 16;

/// Creates engines for searches to the end, which need no evaluator.
pub struct Engines<'a> {
    /// Changes the options of a game by those of the command line.
    pub options: Box<dyn Fn(Options) -> Options + 'a>,
    /// The size of each table.
    pub table_bytes: usize,
}

impl fmt::Debug for Engines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engines").field("table_bytes", &self.table_bytes).finish_non_exhaustive()
    }
}

impl Engines<'_> {
    fn builder<G: Game>(&self, game: &G) -> Builder<G::Position, G::Evaluator, SharedTable> {
        let options = (self.options)(game.options());
        Engine::<G::Position>::builder().evaluator(game.even()).options(options)
    }

    /// Creates an engine over a shared table.
    ///
    /// # Errors
    /// There is not enough memory.
    // Not inlined, so that it is compiled once per game.
    #[inline(never)]
    pub fn shared<G: Game>(&self, game: &G) -> Result<EngineOf<G, SharedTable>> {
        Ok(self.builder(game).table_bytes(self.table_bytes).build()?)
    }

    /// Creates an engine over the dense table, if the game's keys fit in it.
    ///
    /// # Errors
    /// There is not enough memory.
    pub fn dense<G: Game>(&self, game: &G) -> Result<Option<EngineOf<G, OneWordTable>>> {
        let table = dense(self.table_bytes, &game.start().0)?;
        table.map(|table| self.over(game, table)).transpose()
    }

    /// Creates an engine over `table`.
    ///
    /// # Errors
    /// The options of the game are invalid.
    #[inline(never)]
    pub fn over<G: Game, T: Table + 'static>(&self, game: &G, table: T) -> Result<EngineOf<G, T>> {
        Ok(self.builder(game).table(table).build()?)
    }
}

/// Returns the fingerprint of the rules of `game`, for a program that does not search.
///
/// # Errors
/// There is not enough memory for an engine.
pub fn fingerprint<G: Game>(game: &G) -> Result<u64> {
    let options = Box::new(|options: Options| options.with(|o| o.threads = 1));
    let engine = Engines { options, table_bytes: LEAST }.shared(game)?;
    Ok(engine.origin(&game.start().0, game.name())?.rules())
}

/// The text form of a game.
#[derive(Clone, Debug)]
pub struct GameTexts<G>(pub G);

impl<G: Game> eldest_prove::Texts<G::Position> for GameTexts<G> {
    fn read(&self, text: &str) -> Result<G::Position, String> {
        self.0.parse(text).map_err(|error| error.to_string())
    }

    fn write(&self, position: &G::Position, from: &str, mv: Option<&str>) -> String {
        self.0.write(position, from, mv)
    }

    fn write_move(&self, position: &G::Position, mv: Move<G>) -> String {
        self.0.format_move(position, mv)
    }
}

/// Returns the rules of `game` with this `fingerprint`, for a manager that is not generic over the
/// game.
pub fn rules<G: Game>(
    game: &G,
    fingerprint: u64,
) -> eldest_prove::TextGame<G::Position, GameTexts<G>> {
    let rules = eldest_prove::TextGame::new(game.name(), fingerprint, GameTexts(game.clone()));
    rules.by(game.options().driver_to_end)
}
