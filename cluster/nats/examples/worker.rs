//! A worker for a game of one's own: `worker nats://HOST`.

use eldest::{Engine, StopToken};
use eldest_nats::{Desk, Error, Server, Worker};
use eldest_prove::doc::{Countdown, Heaps};
use eldest_prove::{Game, Threads};

/// Does jobs of heaps, by an engine of the size that the desk says.
fn heaps(_: &str, desk: Desk) -> Result<(), String> {
    let game = Game::new("heaps", 1, Heaps);
    let engine = Engine::<Countdown>::builder().threads(desk.threads());
    let mut engine = engine.table_bytes(desk.table_bytes()).build().map_err(|e| e.to_string())?;
    desk.work(Threads::new(&mut engine, &game));
    Ok(())
}

fn main() -> Result<(), Error> {
    let address = std::env::args().nth(1).unwrap_or_else(|| "nats://localhost".to_owned());
    let is_heaps = |game: &str| (game == "heaps").then_some(()).ok_or("expected heaps".to_owned());
    let worker = Worker::new(&Server::at(&address)?, heaps).knowing(is_heaps).threads(1);
    worker.run(&StopToken::new())
}
