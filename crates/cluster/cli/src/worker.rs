//! `eldest-cluster worker`: jobs are done.

use crate::args::WorkerArgs;
use eldest::{Options, Position, SharedTable, StopToken, Table};
use eldest_catalog::games::{Catalog, Game, GameArg, Visitor, dense};
use eldest_jobs::engines::{Engines, rules};
use eldest_nats::{Assignment, Worker};
use eldest_prove::{Telling, Threads};
use eldest_terminal::complain;

/// Works until `stop` is thrown.
pub(crate) fn run(args: &WorkerArgs, stop: &StopToken) -> anyhow::Result<()> {
    let worker = Worker::new(&args.server()?, serve).knowing(knows).lease(args.lease());
    let worker = match &args.name {
        Some(name) => worker.name(name)?,
        None => worker,
    };
    let worker = worker.table_bytes((args.table_mib as usize) << 20).games(args.games.into());
    let worker = worker.most_nodes(args.most_nodes.unwrap_or(u64::MAX)).patience(args.patience);
    let worker = worker.tells_from(Some(args.tell_from).filter(|nodes| *nodes > 0));
    let worker = if args.threads > 0 { worker.threads(args.threads.into()) } else { worker };
    Ok(worker.telling(|notice| complain(notice)).run(stop)?)
}

/// Returns why no jobs of the game of this name are done, if that is so.
fn knows(game: &str) -> Result<(), String> {
    known(game)?.visit(Refuse)
}

/// Does the jobs of `assignment`, which are of the game of this name, over a table as large as it says. For jobs that check others there is a
/// second table, which takes no memory before the first of them.
fn serve(game: &str, assignment: Assignment) -> Result<(), String> {
    known(game)?.visit(Serve { assignment })
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

struct Serve {
    assignment: Assignment,
}

impl Visitor for Serve {
    type Output = Result<(), String>;

    /// With the dense table, if the game's keys fit in it.
    fn visit<G: Game>(self, game: &G) -> Self::Output {
        self.engines(game).map_err(|error| format!("{error:#}"))
    }
}

impl Serve {
    fn engines<G: Game>(self, game: &G) -> anyhow::Result<()> {
        let (threads, bytes) = (self.assignment.threads(), self.assignment.table_bytes());
        let options = Box::new(move |options: Options| options.with(|o| o.threads = threads));
        let engines = Engines { options, table_bytes: bytes };
        let dense = || dense(bytes, &game.start().0);
        if G::DENSE
            && let Some(table) = dense()?
        {
            let again = || Ok(dense()?.expect("it fits as before"));
            return work(game, &engines, table, &again, self.assignment);
        }
        let again = || Ok(SharedTable::new(bytes)?);
        work(game, &engines, again()?, &again, self.assignment)
    }
}

/// Does the jobs of `assignment`; `again` makes another table of that kind, for checks.
#[inline(never)]
fn work<G: Game, T: Table + 'static>(
    game: &G,
    engines: &Engines<'_>,
    table: T,
    again: &dyn Fn() -> anyhow::Result<T>,
    assignment: Assignment,
) -> anyhow::Result<()> {
    let (table, exchange) = Telling::new(table);
    let mut engine = engines.over(game, table)?;
    let rules = rules(game, engine.origin(&game.start().0, game.name())?.rules());
    let mut checker = None;
    let made = || again().and_then(|table| engines.over(game, Telling::new(table).0));
    let threads = Threads::checking_by(
        &mut engine,
        || made().map(|made| checker.insert(made)).map_err(|error| format!("{error:#}")),
        &rules,
    );
    assignment.work(threads.exchanging(exchange));
    Ok(())
}
