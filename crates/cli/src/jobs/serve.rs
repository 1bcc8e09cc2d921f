//! [`serve`]: somebody does jobs of a game.

use crate::prove::{Engines, texts};
use eldest::{Options, Position, SharedTable, Table};
use eldest_catalog::games::dense;
use eldest_catalog::games::{Game, GameArg, Visitor};
use eldest_prove::{Telling, Threads};

/// Why nobody does jobs of the game of this name, if that is so.
///
/// # Errors
/// The reason.
pub fn knows(game: &str) -> Result<(), String> {
    known(game)?.visit(Refuse)
}

/// Lets `work` do jobs of the game of this name, by so many `threads` over a table of so many bytes. For those that check others
/// there is a second one, which takes no memory before the first of them.
///
/// # Errors
/// The game is not known, or there is no memory for it.
pub fn serve(
    game: &str,
    threads: usize,
    table_bytes: usize,
    work: &mut dyn FnMut(Threads<'_>),
) -> Result<(), String> {
    known(game)?.visit(Serve { threads, table_bytes, work })
}

/// A tree may be as large as a job; other names are short.
fn known(game: &str) -> Result<GameArg, String> {
    game.parse().map_err(|error| format!("{error}"))
}

struct Refuse;

impl Visitor for Refuse {
    type Output = Result<(), String>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let refusal = || format!("the values of {} depend on the way to a position", game.name());
        if G::Position::PATH_DEPENDENT { Err(refusal()) } else { Ok(()) }
    }
}

struct Serve<'a> {
    threads: usize,
    table_bytes: usize,
    work: &'a mut dyn FnMut(Threads<'_>),
}

impl Visitor for Serve<'_> {
    type Output = Result<(), String>;

    /// With the dense table, if the game's keys fit in it.
    fn visit<G: Game>(self, game: &G) -> Self::Output {
        self.engines(game).map_err(|error| format!("{error:#}"))
    }
}

impl Serve<'_> {
    fn engines<G: Game>(self, game: &G) -> anyhow::Result<()> {
        let (threads, bytes) = (self.threads, self.table_bytes);
        let options = Box::new(move |options: Options| options.with(|o| o.threads = threads));
        let engines = Engines { options, table_bytes: bytes };
        let dense = || dense(bytes, &game.start().0);
        if G::DENSE
            && let Some(table) = dense()?
        {
            let again = || Ok(dense()?.expect("it fits as before"));
            return sit(game, &engines, table, &again, self.work);
        }
        let again = || Ok(SharedTable::new(bytes)?);
        sit(game, &engines, again()?, &again, self.work)
    }
}

/// `again` makes another table of that kind, for whoever checks.
#[inline(never)]
fn sit<G: Game, T: Table + 'static>(
    game: &G,
    engines: &Engines<'_>,
    table: T,
    again: &dyn Fn() -> anyhow::Result<T>,
    work: &mut dyn FnMut(Threads<'_>),
) -> anyhow::Result<()> {
    let (table, exchange) = Telling::new(table);
    let mut engine = engines.over(game, table)?;
    let rules = texts::rules(game, engine.origin(&game.start().0, game.name())?.rules());
    let mut checker = None;
    let made = || again().and_then(|table| engines.over(game, Telling::new(table).0));
    let threads = Threads::checking_by(
        &mut engine,
        || made().map(|made| checker.insert(made)).map_err(|error| format!("{error:#}")),
        &rules,
    );
    work(threads.exchanging(exchange));
    Ok(())
}
