//! The bench: the node count of a fixed list of searches. With one thread and limits on depth
//! alone, it is the same on every machine, and a change to the code that keeps it does not change
//! the search.

use crate::query::{options, with_table};
use crate::{Engine, Position};
use eldest::{Error, Limits};
use std::time::{Duration, Instant};

/// The default depth.
pub const DEPTH: u16 = 10;

const MIB: i64 = 16;

/// The start, three positions of the Chess Programming Wiki's page "Perft Results", and others made
/// for this bench: an opening, middle games, endgames, a mate, a zugzwang.
const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQK2R b KQkq - 0 5",
    "2rq1rk1/pb2bppp/1pn1pn2/3p4/3P4/P1NBPN2/1B3PPP/2RQ1RK1 w - - 4 13",
    "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NPP2/2N1B3/PPP1B1PP/R3QRK1 w - - 2 12",
    "3r2k1/p4ppp/1p2r3/2p5/4P3/1P3P2/P1R3PP/3R2K1 b - - 0 24",
    "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P2K1P1/8/8 w - - 0 40",
    "8/8/1p2k3/p1p1p1p1/P1P1P1P1/1P1K4/8/8 w - - 0 1",
    "6k1/5ppp/8/8/3N4/6P1/5PKP/2r5 b - - 0 35",
    "5rk1/1p3p1p/p2p2p1/3Pb3/2P1P1q1/1P4P1/P3Q1KP/4RB2 w - - 0 30",
];

/// Runs all searches to `depth`, and returns their nodes and time.
///
/// # Errors
/// The error of the engine.
pub fn run(depth: u16) -> Result<(u64, Duration), Error> {
    let mut engine = with_table(MIB)?;
    engine.set_options(options(1, eldest::Algorithm::default()));
    let begun = Instant::now();
    let nodes = POSITIONS.iter().map(|fen| nodes(&mut engine, fen, depth));
    Ok((nodes.sum::<Result<u64, Error>>()?, begun.elapsed()))
}

fn nodes(engine: &mut Engine, fen: &str, depth: u16) -> Result<u64, Error> {
    engine.clear();
    let position: Position = fen.parse().expect("the list has positions only");
    Ok(engine.search(&position, &Limits::new().depth(depth))?.progress.nodes)
}
