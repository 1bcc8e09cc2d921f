//! Prints what it costs a node that the rules are called through [`State`].
//!
//!     cargo run --release -p eldest-bindings --example overhead -- [NODES]
//!
//! Searches one tree with rules that are called directly, and with the same rules as a foreign game.
//! Each time is the least of five.
#![forbid(unsafe_code)]

use eldest::{Limits, Position};
use eldest_bindings::{
    Declared, Engine, EngineOptions, Failure, Moves, Rules, Score, SearchLimits, Side, State,
};
use std::error::Error;
use std::io::Write;
use std::sync::Arc;

/// A node of a tree without an end: four moves each, and values by chance.
#[derive(Clone)]
struct Node {
    path: u64,
    side: Side,
}

const ROOT: Node = Node { path: 1, side: Side::First };

impl Node {
    fn score(&self) -> Score {
        let mixed = self.path.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Score::new((mixed >> 56) as i32 - 128)
    }

    fn step(&mut self, mv: u64) {
        self.path = self.path.wrapping_mul(5).wrapping_add(mv);
        self.side = self.side.other();
    }

    /// The inverse of 5 modulo 2^64 is 0xcccc_cccc_cccc_cccd.
    fn back(&mut self, mv: u64) {
        self.path = self.path.wrapping_sub(mv).wrapping_mul(0xcccc_cccc_cccc_cccd);
        self.side = self.side.other();
    }
}

impl Position for Node {
    type Move = u64;
    type Undo = ();

    fn side(&self) -> Side {
        self.side
    }

    fn key(&self) -> u64 {
        self.path
    }

    fn over(&self) -> Option<Score> {
        None
    }

    fn moves(&self, out: &mut Moves<'_, u64>) {
        (1..=4).for_each(|mv| out.push(mv));
    }

    fn play(&mut self, mv: u64) {
        self.step(mv);
    }

    fn undo(&mut self, mv: u64, (): ()) {
        self.back(mv);
    }

    fn move_code(&self, mv: u64) -> u16 {
        mv as u16
    }
}

impl State for Node {
    fn copy(&self) -> Result<Box<dyn State>, Failure> {
        Ok(Box::new(self.clone()))
    }

    fn side(&self) -> Result<Side, Failure> {
        Ok(self.side)
    }

    fn key(&self) -> Result<u64, Failure> {
        Ok(self.path)
    }

    fn over(&self) -> Result<Option<Score>, Failure> {
        Ok(None)
    }

    fn moves(&self, out: &mut Moves<'_, u64>) -> Result<(), Failure> {
        (1..=4).for_each(|mv| out.push(mv));
        Ok(())
    }

    fn play(&mut self, mv: u64) -> Result<(), Failure> {
        self.step(mv);
        Ok(())
    }

    fn undo(&mut self, mv: u64) -> Result<(), Failure> {
        self.back(mv);
        Ok(())
    }

    fn move_code(&self, mv: u64) -> Result<u16, Failure> {
        Ok(mv as u16)
    }

    fn evaluate(&self) -> Result<Score, Failure> {
        Ok(self.score())
    }
}

struct Tree;

impl Rules for Tree {
    fn declared(&self) -> Declared {
        Declared::new("chance")
    }

    fn start(&self) -> Result<Box<dyn State>, Failure> {
        Ok(Box::new(ROOT))
    }
}

const DEPTH: u16 = 60;
const ROUNDS: usize = 5;

/// Returns the nanoseconds of a node with rules that are called directly.
fn direct(nodes: u64) -> Result<f64, Box<dyn Error>> {
    let builder = eldest::Engine::<Node>::builder().table_bytes(16 << 20);
    let mut engine = builder.evaluate_with(Node::score).build()?;
    let report = engine.search(&ROOT, &Limits::new().depth(DEPTH).nodes(nodes))?;
    Ok(report.progress.time.as_secs_f64() * 1e9 / report.progress.nodes as f64)
}

/// Returns the nanoseconds of a node with foreign rules.
fn foreign(nodes: u64) -> Result<f64, Box<dyn Error>> {
    let options = EngineOptions { table_mib: 16, ..EngineOptions::default() };
    let engine = Engine::of(Arc::new(Tree), &options)?;
    let start = engine.game().start()?;
    let limits = SearchLimits { depth: Some(DEPTH), nodes: Some(nodes), ..SearchLimits::default() };
    let report = engine.search(&start, &limits, None)?;
    Ok(report.progress.seconds * 1e9 / report.progress.nodes as f64)
}

fn main() -> Result<(), Box<dyn Error>> {
    let nodes = std::env::args().nth(1).map_or(Ok(1_000_000), |text| text.parse())?;
    let (mut least_direct, mut least_foreign) = (f64::INFINITY, f64::INFINITY);
    for _ in 0..ROUNDS {
        least_direct = least_direct.min(direct(nodes)?);
        least_foreign = least_foreign.min(foreign(nodes)?);
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "direct   {least_direct:.1} ns a node")?;
    writeln!(out, "foreign  {least_foreign:.1} ns a node")?;
    writeln!(out, "added    {:.1} ns a node", least_foreign - least_direct)?;
    Ok(())
}
