//! What it costs a node that the rules are called through [`State`].

use eldest::{Limits, Position};
use eldest_bindings::{
    Declared, Engine, EngineOptions, Failure, Moves, Rules, Score, SearchLimits, Side, State,
};
use std::sync::Arc;
use std::time::Duration;

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

/// The nodes of each search.
const NODES: u64 = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };
const DEPTH: u16 = 60;
/// The most that a call through [`State`] may add to a node.
const MOST: Duration = Duration::from_nanos(200);

/// Returns the time of a node with rules that are called directly.
fn direct() -> Duration {
    let builder = eldest::Engine::<Node>::builder().table_bytes(16 << 20);
    let mut engine = builder.evaluate_with(Node::score).build().expect("an engine");
    let report = engine.search(&ROOT, &Limits::new().depth(DEPTH).nodes(NODES)).expect("a report");
    report.progress.time / report.progress.nodes as u32
}

/// Returns the time of a node with foreign rules.
fn foreign() -> Duration {
    let options = EngineOptions { table_mib: 16, ..EngineOptions::default() };
    let engine = Engine::of(Arc::new(Tree), &options).expect("valid rules");
    let start = engine.game().start().expect("a start");
    let limits = SearchLimits { depth: Some(DEPTH), nodes: Some(NODES), ..SearchLimits::default() };
    let report = engine.search(&start, &limits, None).expect("a report");
    assert_eq!(report.progress.nodes, NODES);
    Duration::from_secs_f64(report.progress.seconds) / NODES as u32
}

#[test]
fn a_call_through_a_state_costs_little() {
    let least = |time: fn() -> Duration| (0..5).map(|_| time()).min().expect("five times");
    let (direct, foreign) = (least(direct), least(foreign));
    let is_quick = cfg!(debug_assertions) || foreign < direct + MOST;
    assert!(is_quick, "{direct:?} directly, {foreign:?} through a state");
}
