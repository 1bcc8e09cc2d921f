//! Solves the positions of a suite through the bindings, and prints the time that it takes.
//!
//!     cargo run --release -p eldest-bindings --example suite -- connect4 FILE THREADS MIB
//!
//! A line has a position and its value. Compare with `eldest solve connect4 --input FILE`.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "it prints a table")]

use eldest_bindings::{Engine, EngineOptions, Inputs, SearchLimits};
use std::error::Error;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [game, file, threads, mib] = &args[..] else {
        return Err("expected a game, a file, the number of threads and MiB".into());
    };
    let options = EngineOptions {
        threads: threads.parse()?,
        table_mib: mib.parse()?,
        ..EngineOptions::default()
    };
    let engine = Engine::open(game, &options)?;
    let text = std::fs::read_to_string(file)?;
    let rows: Vec<(String, String)> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(position, value)| (position.to_owned(), value.to_owned()))
        .collect();
    let (game, texts) = (engine.game().clone(), rows.clone());
    let inputs: Inputs = Box::new(texts.into_iter().map(move |(text, _)| game.position(&text)));
    let begun = Instant::now();
    let (mut nodes, mut wrong) = (0, 0);
    for (report, (_, value)) in engine.solve_many(inputs, &SearchLimits::default())?.zip(&rows) {
        let report = report?;
        nodes += report.progress.nodes;
        wrong += usize::from(report.value.to_string() != *value);
    }
    let (count, seconds) = (rows.len(), begun.elapsed().as_secs_f64());
    println!("{count} positions, {wrong} wrong, {nodes} nodes, {seconds:.3} s");
    Ok(())
}
