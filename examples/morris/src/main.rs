//! Three Men's Morris, from rules with cycles to a database of all its values: the program that
//! `docs/databases.md` explains.
//!
//! ```text
//! cargo run --release -p morris
//! ```
#![allow(clippy::print_stdout)]

mod rules;

use eldest::{Engine, Limits, Moves, Position, StopToken};
use eldest_retro::{Builder, KeyedDatabase, Probe, WithDatabase, check_keyed};
use rules::{Morris, Step};
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

/// The position after a first move in the corner a1.
fn corner() -> Morris {
    let mut corner = Morris::new();
    corner.play(Step { from: None, to: 0 });
    corner
}

fn search() -> Result<(), eldest::Error> {
    let mut engine = Engine::<Morris>::builder().build()?;
    for (name, position) in [("empty board", Morris::new()), ("after a1", corner())] {
        for depth in [8, 9, 16] {
            let report = engine.search(&position, &Limits::new().depth(depth))?;
            let (nodes, proved) = (report.statistics.nodes, report.proved);
            println!("{name}, depth {depth}: {}, {nodes} nodes, proved: {proved}", report.bounds);
        }
    }
    Ok(())
}

fn build(directory: &Path) -> Result<KeyedDatabase<Morris>, Box<dyn Error>> {
    let root = Morris::new();
    let summary = Builder::new(directory, "morris").enumerate(&root, "all")?;
    println!("{} positions, {} bytes", summary.positions(), summary.bytes);
    println!("{} wins, {} draws, {} losses", summary.wins, summary.draws, summary.losses);
    Ok(KeyedDatabase::open(&directory.join("all.eldb"), "morris", &root)?)
}

fn check(database: &KeyedDatabase<Morris>) -> Result<(), Box<dyn Error>> {
    let checked = check_keyed(database, &Morris::new(), &|_, _| {}, &StopToken::new())?;
    println!("{} positions follow from the rules", checked.positions());
    Ok(())
}

fn probe(database: &KeyedDatabase<Morris>) {
    let mut board = Morris::new();
    for step in Moves::collect(|out| board.moves(out)) {
        let before = board.play(step);
        let value = database.probe(&board).expect("a position that can be reached");
        print!("{step:?} ({value}) ");
        board.undo(step, before);
    }
    println!();
}

fn play(database: KeyedDatabase<Morris>) -> Result<(), eldest::Error> {
    let mut engine = Engine::<WithDatabase<Morris, _>>::builder().build()?;
    let mut board = WithDatabase::new(Morris::new(), Arc::new(database));
    while board.over().is_none() {
        let report = engine.search(&board, &Limits::new().depth(1))?;
        let step = report.best_move.expect("a move: the game is not over");
        print!("{step:?} ({}) ", report.bounds);
        board.play(step);
        board.set_root();
    }
    println!("\n{}", board.inner());
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    search()?;
    let directory = tempfile::tempdir()?;
    let database = build(directory.path())?;
    check(&database)?;
    probe(&database);
    play(database)?;
    Ok(())
}

#[cfg(test)]
mod tests;
