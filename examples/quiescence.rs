//! What quiescence is worth, on Connect Four with [`OpenFours`]: nodes, and how often a search of a
//! few plies finds the winner of positions with 20 stones whose exact value is known.
//!
//! `cargo run --release --example quiescence` prints a markdown table.
#![allow(clippy::print_stdout)]

use eldest::{Engine, Limits, Score};
use eldest_games::connect4::{ConnectFour, OpenFours};

const SUITE: &str = include_str!("../crates/games/suites/connect4/ply20.txt");

/// Nodes and correct signs over the suite at `depth` with `quiescence`.
fn measure(depth: u16, quiescence: u16) -> (u64, usize) {
    let mut engine = Engine::<ConnectFour>::builder()
        .evaluator(OpenFours { quiescence })
        .table_bytes(8 << 20)
        .build()
        .expect("8 MiB are to be had");
    let mut nodes = 0;
    let right = SUITE.lines().filter(|line| {
        let (moves, score) = line.split_once(' ').expect("a line is MOVES SCORE");
        let position: ConnectFour = moves.parse().expect("the suite is legal");
        let report = engine.search(&position, &Limits::new().depth(depth)).expect("no panic");
        nodes += report.statistics.nodes;
        let exact: i32 = score.parse().expect("a score is a number");
        report.value().map(Score::get).map(i32::signum) == Some(exact.signum())
    });
    let right = right.count();
    (nodes, right)
}

fn main() {
    println!("| depth | quiescence | nodes | winner found |");
    println!("|---:|---:|---:|---:|");
    for depth in [2, 4, 6, 8] {
        for quiescence in [0, 1, 2, 4, 8, 16] {
            let (nodes, right) = measure(depth, quiescence);
            println!("| {depth} | {quiescence} | {nodes} | {:.1} % |", right as f64 / 10.0);
        }
    }
}
