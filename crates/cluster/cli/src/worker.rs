//! `eldest-cluster worker`: does jobs.

use crate::args::WorkerArgs;
use eldest::{Options, Position, SharedTable, StopToken, Table};
use eldest_catalog::games::{Catalog, Game, GameArg, Visitor, dense};
use eldest_jobs::engines::{Engines, rules};
use eldest_nats::{Assignment, Worker};
use eldest_prove::{SharingTable, Threads};
use eldest_terminal::complain;

/// Does jobs until `stop` is thrown.
pub(crate) fn run(args: &WorkerArgs, stop: &StopToken) -> anyhow::Result<()> {
    let worker = Worker::new(&args.server()?, serve).knowing(check_game).lease(args.lease());
    let worker = match &args.name {
        Some(name) => worker.name(name)?,
        None => worker,
    };
    let worker = worker.table_bytes((args.table_mib as usize) << 20).games(args.games.into());
    let worker = worker.most_nodes(args.most_nodes.unwrap_or(u64::MAX)).patience(args.patience);
    let worker = worker.share_from(Some(args.share_from).filter(|nodes| *nodes > 0));
    let worker = if args.threads > 0 { worker.threads(args.threads.into()) } else { worker };
    Ok(worker.on_notice(|notice| complain(notice)).run(stop)?)
}

/// Checks that this worker can do jobs of the game of this name; fails with the reason.
fn check_game(game: &str) -> Result<(), String> {
    parse_game(game)?.visit(Refuse)
}

/// Does the jobs of `assignment`, all of the game of this name, with a table of the assigned size.
/// Jobs that check answers use a second table, allocated for the first of them.
fn serve(game: &str, assignment: Assignment) -> Result<(), String> {
    parse_game(game)?.visit(Serve { assignment })
}

/// Parses the name of a game. The name of an explicit tree may be as long as a job allows.
fn parse_game(game: &str) -> Result<GameArg, String> {
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

    /// Uses the dense table if the game's keys fit in it.
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

/// Does the jobs of `assignment`; `again` makes another table of the same kind, for checks.
#[inline(never)]
fn work<G: Game, T: Table + 'static>(
    game: &G,
    engines: &Engines<'_>,
    table: T,
    again: &dyn Fn() -> anyhow::Result<T>,
    assignment: Assignment,
) -> anyhow::Result<()> {
    let (table, exchange) = SharingTable::new(table);
    let mut engine = engines.over(game, table)?;
    let rules = rules(game, engine.origin(&game.start().0, game.name())?.rules());
    let mut checker = None;
    let made = || again().and_then(|table| engines.over(game, SharingTable::new(table).0));
    let threads = Threads::checking_by(
        &mut engine,
        || made().map(|made| checker.insert(made)).map_err(|error| format!("{error:#}")),
        &rules,
    );
    assignment.work(threads.exchanging(exchange));
    Ok(())
}
