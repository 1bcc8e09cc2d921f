//! "Generic costs nothing": the kernel on Connect Four beside a search of the same tree by hand.
//!
//! `cargo bench --bench generic` prints time per node of both and the median of their ratios over
//! pairs of runs. `benches/generic/instructions.sh` counts instructions per node instead.
#![allow(clippy::print_stdout)]

mod by_hand;
mod plain;

use by_hand::{Board, ByHand};
use eldest::table::OneWordTable;
use eldest::{Engine, Score, ZeroEvaluator};
use eldest_games::connect4;
use plain::Plain;
use std::time::Instant;

const TABLE_BYTES: usize = 64 << 20;
const SUITE: &str = include_str!("../../crates/games/suites/connect4/ply14.txt");
const POSITIONS: usize = 60;
const PAIRS: usize = 9;

/// A position and the two null windows that prove its value.
fn questions(positions: usize) -> impl Iterator<Item = (&'static str, i32)> {
    SUITE.lines().take(positions).flat_map(|line| {
        let (moves, score) = line.split_once(' ').expect("a line is MOVES SCORE");
        let score: i32 = score.parse().expect("a score is a number");
        [(moves, score - 1), (moves, score)]
    })
}

/// Nodes and seconds by hand.
fn hand(positions: usize) -> (u64, f64) {
    let mut solver = ByHand::new(TABLE_BYTES);
    let start = Instant::now();
    for (moves, alpha) in questions(positions) {
        std::hint::black_box(solver.ask(&Board::parse(moves), alpha));
    }
    (solver.nodes, start.elapsed().as_secs_f64())
}

/// The engine as the search by hand is set up: without small tables near the end.
fn engine() -> Engine<Plain, ZeroEvaluator, OneWordTable> {
    let table = OneWordTable::new(TABLE_BYTES, &Plain::default()).expect("the key fits");
    Engine::<Plain>::builder()
        .options(
            connect4::options()
                .with(|o| (o.local_table_from, o.table_from, o.etc) = (None, 11, Some(12))),
        )
        .table(table)
        .build()
        .expect("a table that is made already")
}

/// Nodes and seconds with the kernel.
fn kernel(positions: usize) -> (u64, f64) {
    let mut engine = engine();
    let start = Instant::now();
    let ask = |(moves, alpha): (&str, i32)| {
        let position = Plain(moves.parse().expect("a legal position"));
        engine
            .query(&position)
            .decide(Score::new(alpha + 1))
            .run()
            .expect("no panic")
            .statistics
            .nodes
    };
    let nodes = questions(positions).map(ask).sum();
    (nodes, start.elapsed().as_secs_f64())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    let mode = std::env::args().nth(1).unwrap_or_default();
    match mode.as_str() {
        "--hand" => return println!("nodes {}", hand(POSITIONS).0),
        "--kernel" => return println!("nodes {}", kernel(POSITIONS).0),
        "--hand-empty" => return println!("nodes {}", hand(0).0),
        "--kernel-empty" => return println!("nodes {}", kernel(0).0),
        _ => {}
    }
    let pairs: Vec<_> = (0..PAIRS).map(|_| (kernel(POSITIONS), hand(POSITIONS))).collect();
    let per_node = |(nodes, seconds): (u64, f64)| seconds * 1e9 / nodes as f64;
    let ratios = pairs.iter().map(|&(kernel, hand)| per_node(kernel) / per_node(hand)).collect();
    let (kernel_ns, hand_ns): (Vec<_>, Vec<_>) =
        pairs.iter().map(|&(kernel, hand)| (per_node(kernel), per_node(hand))).unzip();
    println!("kernel  {} nodes, {:.1} ns a node", pairs[0].0.0, median(kernel_ns));
    println!("by hand {} nodes, {:.1} ns a node", pairs[0].1.0, median(hand_ns));
    println!("median ratio over {PAIRS} pairs: {:.3}", median(ratios));
}
