//! A worker for your own game: `worker nats://HOST`.

use eldest::{Engine, SharedTable, StopToken};
use eldest_nats::{Assignment, Error, Server, Worker};
use eldest_prove::doc::{Countdown, Heaps};
use eldest_prove::{SharingTable, TextGame, Threads};

/// Does jobs of heaps, by an engine of the assigned size.
fn heaps(_: &str, assignment: Assignment) -> Result<(), String> {
    let game = TextGame::new("heaps", 1, Heaps);
    let table = SharedTable::new(assignment.table_bytes()).map_err(|error| error.to_string())?;
    let (table, exchange) = SharingTable::new(table);
    let engine = Engine::<Countdown>::builder().threads(assignment.threads()).table(table);
    let mut engine = engine.build().map_err(|error| error.to_string())?;
    assignment.work(Threads::new(&mut engine, &game).exchanging(exchange));
    Ok(())
}

fn main() -> Result<(), Error> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "nats://localhost".to_owned());
    let is_heaps = |game: &str| (game == "heaps").then_some(()).ok_or("expected heaps".to_owned());
    let worker = Worker::new(&Server::at(&address)?, heaps).knowing(is_heaps).threads(1);
    worker.run(&StopToken::new())
}
