//! `eldest-cluster worker`: jobs are done.

use crate::args::WorkerArgs;
use eldest::StopToken;
use eldest_cli::jobs;
use eldest_nats::{Desk, Notice, Worker};

/// Works until `stop` is thrown.
pub(crate) fn run(args: &WorkerArgs, stop: &StopToken) -> anyhow::Result<()> {
    let worker = Worker::new(&args.server()?, serve).knowing(jobs::knows).lease(args.lease());
    let worker = match &args.name {
        Some(name) => worker.name(name)?,
        None => worker,
    };
    let worker = worker.table_bytes((args.table_mib as usize) << 20).games(args.games.into());
    let worker = worker.most_nodes(args.most_nodes.unwrap_or(u64::MAX)).patience(args.patience);
    let worker = worker.tells_from(Some(args.tell_from).filter(|nodes| *nodes > 0));
    let worker = if args.threads > 0 { worker.threads(args.threads.into()) } else { worker };
    Ok(worker.telling(tell).run(stop)?)
}

/// Sits down at the desk of a game that `eldest` knows.
fn serve(game: &str, desk: Desk) -> Result<(), String> {
    let (threads, table_bytes, mut desk) = (desk.threads(), desk.table_bytes(), Some(desk));
    jobs::serve(game, threads, table_bytes, &mut |threads| {
        if let Some(desk) = desk.take() {
            desk.work(threads);
        }
    })
}

fn tell(notice: &Notice) {
    jobs::say(notice);
}
