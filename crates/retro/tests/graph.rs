//! A game on a small random graph with cycles, and its values by repeated minimax.

use eldest::{KeyKind, Moves, Position, Score, Side};
use eldest_retro::{Enumerable, Numbering, Place, Slice};
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

/// The nodes of a slice.
pub(crate) const SLICE: usize = 1_500;
/// Keys are multiples of it, plus 1.
const STRIDE: u64 = 5;

impl Graph {
    /// Creates a random graph of `count` nodes. Edges lead to the slice of their node or to an
    /// earlier one, mostly to near nodes, so that some wins are long.
    pub(crate) fn random(seed: u64, count: usize) -> Self {
        let mut random = Random(seed);
        let nodes = (0..count).map(|at| Node::random(at, count, &mut random)).collect();
        Self { nodes, at: 0, endless: Some(Score::DRAW) }
    }

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
    fn random(at: usize, count: usize, random: &mut Random) -> Self {
        let end = count.min((at / SLICE + 1) * SLICE);
        let over = match random.below(40) {
            0..2 => Some(Score::LOSS),
            2 => Some(Score::WIN),
            3 => Some(Score::DRAW),
            _ => None,
        };
        let mut target = || match random.below(4) {
            0 => random.below(end),
            _ => (at + random.below(9)).saturating_sub(3).min(end - 1),
        };
        let to = [target(), target(), target()];
        let to = to[..1 + random.below(3)].to_vec();
        let side =
            if random.below(5) < 4 && at.is_multiple_of(2) { Side::First } else { Side::Second };
        Self { side, over, to }
    }

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

/// Numbers of nodes. Every fourth number stands for no position, and some finished games have no
/// number.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    pub(crate) graph: Graph,
    slices: Vec<Slice>,
}

impl Numbers {
    pub(crate) fn new(graph: Graph) -> Self {
        let lens = (0..graph.nodes.len()).step_by(SLICE).map(|start| {
            let nodes = SLICE.min(graph.nodes.len() - start);
            number(nodes - 1) + 1
        });
        let slices = lens.enumerate().map(|(i, len)| Slice { name: format!("part-{i}"), len });
        Self { slices: slices.collect(), graph }
    }

    /// Returns the node of a place; `None` if it stands for no position.
    pub(crate) fn node(&self, place: Place) -> Option<usize> {
        let local = (place.number / 4 * 3 + place.number % 4) as usize;
        let at = place.slice * SLICE + local;
        (place.number % 4 < 3 && self.has_place(at)).then_some(at)
    }

    fn has_place(&self, at: usize) -> bool {
        let is_over = self.graph.nodes.get(at).map(|node| node.over.is_some());
        is_over.is_some_and(|is_over| !is_over || at.is_multiple_of(2))
    }
}

/// Returns the number of the node with this index in its slice.
fn number(local: usize) -> u64 {
    (local / 3 * 4 + local % 3) as u64
}

impl Numbering for Numbers {
    type Position = Graph;

    fn slices(&self) -> &[Slice] {
        &self.slices
    }
    fn fingerprint(&self) -> u64 {
        78
    }
    fn place(&self, position: &Graph) -> Option<Place> {
        let at = position.at;
        let place = Place { slice: at / SLICE, number: number(at % SLICE) };
        self.has_place(at).then_some(place)
    }
    fn position(&self, place: Place) -> Option<Graph> {
        self.node(place).map(|at| self.graph.at(at))
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
