//! A game on a small random graph with cycles, and its values by repeated minimax.

use crate::Enumerable;
use eldest::{KeyKind, Moves, Position, Score, Side};
use std::sync::Arc;

/// A position of the game: a node.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) nodes: Arc<[Node]>,
    pub(crate) at: usize,
    /// What endless play is worth.
    pub(crate) endless: Option<Score>,
}

/// A node of the graph.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) side: Side,
    pub(crate) over: Option<Score>,
    pub(crate) to: Vec<usize>,
}

/// Keys are multiples of it, plus 1.
const STRIDE: u64 = 5;

impl Graph {
    pub(crate) fn at(&self, at: usize) -> Self {
        Self { at, ..self.clone() }
    }

    fn node(&self) -> &Node {
        &self.nodes[self.at]
    }

    /// Returns the values of all nodes: those at depth 0, 1, 2, … until they change no more. A value
    /// at a depth is that of the game if neither side can force more within the depth.
    pub(crate) fn values(&self) -> Vec<Score> {
        let mut values: Vec<Score> = vec![Score::DRAW; self.nodes.len()];
        loop {
            let next: Vec<Score> =
                self.nodes.iter().map(|node| node.value(self, &values)).collect();
            if next == values {
                return values;
            }
            values = next;
        }
    }
}

impl Node {
    fn value(&self, graph: &Graph, values: &[Score]) -> Score {
        let of_move = |&to: &usize| {
            let child = values[to].one_ply_up();
            if graph.nodes[to].side == self.side { child } else { -child }
        };
        self.over.unwrap_or_else(|| self.to.iter().map(of_move).max().expect("a move"))
    }
}

impl Position for Graph {
    type Move = u8;
    type Undo = usize;

    fn side(&self) -> Side {
        self.node().side
    }
    fn key(&self) -> u64 {
        STRIDE * self.at as u64 + 1
    }
    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: 32 }
    }
    fn over(&self) -> Option<Score> {
        self.node().over
    }
    fn moves(&self, out: &mut Moves<'_, u8>) {
        (0..self.node().to.len() as u8).for_each(|mv| out.push(mv));
    }
    fn play(&mut self, mv: u8) -> usize {
        let to = self.node().to[usize::from(mv)];
        std::mem::replace(&mut self.at, to)
    }
    fn undo(&mut self, _: u8, before: usize) {
        self.at = before;
    }
    fn move_code(&self, mv: u8) -> u16 {
        u16::from(mv) + 1
    }
    fn key_after(&self, mv: u8) -> Option<u64> {
        Some(STRIDE * self.node().to[usize::from(mv)] as u64 + 1)
    }
    fn endless(&self) -> Option<Score> {
        self.endless
    }
    fn fingerprint(&self) -> u64 {
        77
    }
}

impl Enumerable for Graph {
    fn with_key(&self, key: u64) -> Option<Self> {
        let at = (key / STRIDE) as usize;
        (key % STRIDE == 1 && at < self.nodes.len()).then(|| self.at(at))
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound as u64) as usize
    }
}
