//! [`World`]: the graph of a game with cycles, its keys and numbers; [`Cyclic`]: a position.

use eldest::{KeyKind, Moves, Position, Score, Side};
use eldest_retro::{Enumerable, Place, Slice};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A graph with everything that numberings and keys need.
#[derive(Debug)]
pub(super) struct World {
    pub(super) nodes: Vec<WorldNode>,
    pub(super) slices: Vec<Slice>,
    pub(super) grids: Vec<Grid>,
    pub(super) by_key: BTreeMap<u64, usize>,
}

/// A node: a position and its mirror image with the sides exchanged, which share a key and a place.
#[derive(Clone, Debug)]
pub(super) struct WorldNode {
    pub(super) side: Side,
    pub(super) over: Option<Score>,
    pub(super) edges: Vec<Edge>,
    pub(super) key: u64,
    /// `None` for some finished games.
    pub(super) place: Option<Place>,
    /// The nodes with an edge to this one.
    pub(super) back: Vec<Edge>,
}

/// A move, or a move backwards.
#[derive(Copy, Clone, Debug)]
pub(super) struct Edge {
    pub(super) to: usize,
    /// Whether it leads to the mirror image.
    pub(super) mirrors: bool,
}

/// The numbers of a slice: `offset`, `offset` + `stride`, …
#[derive(Copy, Clone, Debug)]
pub(super) struct Grid {
    pub(super) first: usize,
    pub(super) count: usize,
    pub(super) offset: u64,
    pub(super) stride: u64,
}

impl World {
    /// Returns the node at a place; `None` for a hole.
    pub(super) fn node_at(&self, place: Place) -> Option<usize> {
        let grid = self.grids[place.slice];
        let along = place.number.checked_sub(grid.offset)?;
        let rank = (along / grid.stride) as usize;
        let at = grid.first + rank;
        let is_node = along.is_multiple_of(grid.stride) && rank < grid.count;
        (is_node && self.nodes[at].place == Some(place)).then_some(at)
    }

    /// Returns whether the side to move changes.
    pub(super) fn turns(&self, from: usize, edge: Edge) -> bool {
        (self.nodes[from].side != self.nodes[edge.to].side) != edge.mirrors
    }

    /// Returns the values of all nodes: minimax to depth 0, 1, 2, … until nothing changes.
    pub(super) fn values(&self) -> Vec<Score> {
        let mut values = vec![Score::DRAW; self.nodes.len()];
        loop {
            let next: Vec<Score> =
                (0..self.nodes.len()).map(|at| self.value_by(at, &values)).collect();
            if next == values {
                return values;
            }
            values = next;
        }
    }

    fn value_by(&self, at: usize, values: &[Score]) -> Score {
        let node = &self.nodes[at];
        let of_edge = |&edge: &Edge| self.seen(at, edge, values[edge.to]);
        node.over.unwrap_or_else(|| node.edges.iter().map(of_edge).max().expect("a move"))
    }

    /// Returns the value of a move to a node with this value.
    pub(super) fn seen(&self, from: usize, edge: Edge, value: Score) -> Score {
        let value = crate::definition::one_ply_up(value);
        if self.turns(from, edge) { -value } else { value }
    }

    /// Returns which nodes can be reached.
    pub(super) fn reached(&self, root: usize) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        let mut left = vec![root];
        while let Some(at) = left.pop() {
            if !std::mem::replace(&mut reached[at], true) && self.nodes[at].over.is_none() {
                left.extend(self.nodes[at].edges.iter().map(|edge| edge.to));
            }
        }
        reached
    }
}

/// A position. `BACK`: it knows its predecessors.
#[derive(Clone, Debug)]
pub(super) struct Cyclic<const BACK: bool> {
    pub(super) world: Arc<World>,
    pub(super) at: usize,
    pub(super) is_mirrored: bool,
}

impl<const BACK: bool> Cyclic<BACK> {
    fn node(&self) -> &WorldNode {
        &self.world.nodes[self.at]
    }

    fn edge(&self, mv: u8) -> Edge {
        self.node().edges[usize::from(mv)]
    }
}

impl<const BACK: bool> Position for Cyclic<BACK> {
    type Move = u8;
    type Undo = (usize, bool);

    fn side(&self) -> Side {
        let side = self.node().side;
        if self.is_mirrored { side.other() } else { side }
    }

    fn key(&self) -> u64 {
        self.node().key
    }

    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: 64 }
    }

    fn over(&self) -> Option<Score> {
        self.node().over
    }

    fn moves(&self, out: &mut Moves<'_, u8>) {
        assert!(self.over().is_none(), "moves of a finished game");
        (0..self.node().edges.len() as u8).for_each(|mv| out.push(mv));
    }

    fn play(&mut self, mv: u8) -> (usize, bool) {
        let (edge, before) = (self.edge(mv), (self.at, self.is_mirrored));
        self.at = edge.to;
        self.is_mirrored ^= edge.mirrors;
        before
    }

    fn undo(&mut self, _: u8, before: (usize, bool)) {
        (self.at, self.is_mirrored) = before;
    }

    fn move_code(&self, mv: u8) -> u16 {
        u16::from(mv) + 1
    }

    fn key_after(&self, mv: u8) -> Option<u64> {
        Some(self.world.nodes[self.edge(mv).to].key)
    }

    fn endless(&self) -> Option<Score> {
        Some(Score::DRAW)
    }

    fn fingerprint(&self) -> u64 {
        77
    }
}

impl<const BACK: bool> Enumerable for Cyclic<BACK> {
    const HAS_PREDECESSORS: bool = BACK;

    fn with_key(&self, key: u64) -> Option<Self> {
        let at = *self.world.by_key.get(&key)?;
        Some(Self { world: Arc::clone(&self.world), at, is_mirrored: false })
    }

    fn for_each_predecessor(&self, mut found: impl FnMut(&Self)) {
        let mut before = self.clone();
        for edge in &self.node().back {
            (before.at, before.is_mirrored) = (edge.to, self.is_mirrored ^ edge.mirrors);
            if before.over().is_none() {
                found(&before);
            }
        }
    }
}
