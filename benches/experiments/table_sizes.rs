//! One bound an entry or two: nodes by the size of the table, the same on every machine.
//!
//! ```text
//! cargo run --release --example table_sizes
//! ```
//! Solves Connect Four positions with a `SharedTable` (16 bytes and one bound an entry) and with a
//! `OneWordTable` (8 bytes, both bounds), and prints the nodes as a Markdown table. The table is
//! kept from one position to the next.
#![allow(clippy::print_stdout)]

use eldest::table::OneWordTable;
use eldest::{Engine, Limits, Options, Score, SharedTable, Table, ZeroEvaluator};
use eldest_games::connect4::ConnectFour;

const SUITES: [(&str, &str, usize); 2] = [
    ("8 stones", include_str!("../../crates/games/suites/connect4/ply08.txt"), 4),
    ("14 stones", include_str!("../../crates/games/suites/connect4/ply14.txt"), 40),
];

fn main() {
    println!("| positions | bytes | `SharedTable` | `OneWordTable` |");
    println!("|---|---:|---:|---:|");
    for (name, lines, count) in SUITES {
        let suite: Vec<(ConnectFour, Score)> = lines.lines().take(count).map(read).collect();
        for mib in [3, 6, 12, 24, 48, 96] {
            let bytes = mib << 20;
            let one_word = OneWordTable::new(bytes, &suite[0].0).expect("a short unique key");
            let one_word = nodes(one_word, &suite);
            let shared = nodes(SharedTable::new(bytes).expect("the memory"), &suite);
            println!("| {count} of {name} | {mib} MiB | {shared} | {one_word} |");
        }
    }
}

/// The position and the score of a line.
fn read(line: &str) -> (ConnectFour, Score) {
    let (moves, score) = line.split_once(' ').expect("a line is MOVES SCORE");
    let score = score.parse().expect("a score is a number");
    (moves.parse().expect("a legal position"), Score::new(score))
}

/// Nodes to solve `suite` one after the other.
fn nodes<T: Table + 'static>(table: T, suite: &[(ConnectFour, Score)]) -> u64 {
    let builder = Engine::<ConnectFour>::builder().options(Options::ranked_only());
    let mut engine: Engine<_, ZeroEvaluator, T> =
        builder.table(table).build().expect("the table is there");
    let solve = |(position, score): &(ConnectFour, Score)| {
        let report = engine.solve(position, &Limits::new()).expect("no panic");
        assert_eq!(report.value(), Some(*score));
        report.statistics.nodes
    };
    suite.iter().map(solve).sum()
}
