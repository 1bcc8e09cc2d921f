//! [`Growth`]: builds a graph from bytes, node by node in the order of their numbers.
//!
//! A node reads one byte for its width and side, one for its score, one for its hints if the game
//! has any, one for gains if it has any, and one for each edge. When the edges of a node are read,
//! all of its parents are complete. So the longest path from the root to it is known, and an edge
//! to a later node cannot close a cycle.

use super::declared::GraphDeclarations;
use super::hints::{Hint, rank};
use super::judge::GraphJudge;
use super::shared::{GraphData, GraphEdge, GraphNode, NodePast};
use super::unfolded::{FoldedGraph, unfolded};
use crate::definition::less;
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::{Bounds, Score, Side};

/// The width of a node by three bits; 0 for the byte 0.
const WIDTHS: [[u32; 8]; 4] = [
    [0, 2, 1, 3, 2, 1, 4, 3],
    [0, 1, 1, 2, 1, 2, 2, 3],
    [0, 2, 3, 4, 5, 3, 6, 8],
    [0, 2, 2, 2, 2, 2, 2, 2],
];
/// The same for graphs that threads share: a node splits after its first child, and needs two more.
const SHARED_WIDTHS: [[u32; 8]; 4] = [
    [0, 3, 2, 4, 3, 2, 4, 3],
    [0, 4, 3, 4, 3, 5, 3, 6],
    [0, 2, 3, 4, 5, 3, 6, 8],
    [0, 3, 3, 3, 3, 3, 3, 3],
];
/// Shapes from this byte on make a node of the third kind wider by this number of moves.
const WIDE: (u8, u32) = (0xE0, 12);

/// The most paths from the root to all nodes together: minimax follows all of them.
const MOST_WAYS: u32 = 3_000;

/// A graph under construction.
pub(super) struct Growth<'g, 'u> {
    bytes: &'g mut Unstructured<'u>,
    alternates: bool,
    distances: bool,
    most_nodes: usize,
    most_plies: u16,
    /// While the graph has fewer nodes, it ends only at bytes that are 0.
    least_nodes: usize,
    declared: GraphDeclarations,
    judge: GraphJudge,
    scores: Scores,
    widths: [u32; 8],
    nodes: Vec<GraphNode>,
    edges: Vec<GraphEdge>,
    /// The longest path from the root to each node, in plies.
    levels: Vec<u16>,
    /// The number of paths from the root to each node, and to all of them.
    ways: Vec<u32>,
    all_ways: u32,
    hints: Vec<Hint>,
    /// The bytes for gains, one for each node.
    gains: Vec<u8>,
}

impl<'g, 'u> Growth<'g, 'u> {
    /// Begins a graph with its root.
    pub(super) fn new(
        bytes: &'g mut Unstructured<'u>,
        alternates: bool,
        distances: bool,
        most_nodes: u16,
        most_plies: u16,
    ) -> Result<Self> {
        let (declared, judge) =
            (GraphDeclarations::arbitrary(bytes)?, GraphJudge::arbitrary(bytes)?);
        let (scores, widths) = (u8::arbitrary(bytes)?, u8::arbitrary(bytes)?);
        let mut growth = Self {
            bytes,
            alternates,
            distances,
            most_nodes: usize::from(most_nodes.max(1)),
            most_plies,
            least_nodes: 0,
            declared,
            judge,
            scores: Scores::from_byte(scores),
            widths: WIDTHS[usize::from(widths & 3)],
            nodes: Vec::with_capacity(most_nodes.into()),
            edges: Vec::with_capacity(2 * usize::from(most_nodes)),
            levels: Vec::with_capacity(most_nodes.into()),
            ways: Vec::with_capacity(most_nodes.into()),
            all_ways: 1,
            hints: Vec::new(),
            gains: Vec::new(),
        };
        growth.add(Side::First, 0);
        growth.ways[0] = 1;
        Ok(growth)
    }

    /// Keeps the graph growing until it has `least_nodes` nodes, unless bytes are 0.
    pub(super) fn hardy(self, least_nodes: u16) -> Self {
        let kind = WIDTHS.iter().position(|widths| *widths == self.widths).unwrap_or(0);
        Self { least_nodes: least_nodes.into(), widths: SHARED_WIDTHS[kind], ..self }
    }

    /// Completes the graph.
    pub(super) fn grown(mut self) -> Result<GraphData> {
        let mut at = 0;
        while at < self.nodes.len() {
            self.expand(at)?;
            at += 1;
        }
        let folded = FoldedGraph { nodes: self.nodes, edges: self.edges, hints: self.hints };
        let FoldedGraph { nodes, edges, hints } = match self.declared.gains {
            Some(gains) => unfolded(&folded, gains, &self.gains),
            None => folded,
        };
        let mut shared = GraphData {
            fingerprint: fingerprint(&nodes, &edges, &self.declared),
            nodes,
            edges,
            declared: self.declared,
            judge: self.judge,
            range: Bounds::FULL,
            granularity: 1,
        };
        shared.measure(self.distances);
        shared.note_hints(&hints, self.distances);
        shared.range = range(&shared.nodes);
        shared.granularity = granularity(&shared.nodes, shared.range);
        Ok(shared)
    }

    fn add(&mut self, side: Side, level: u16) -> u16 {
        let node = GraphNode {
            side,
            score: Score::DRAW,
            first_edge: 0,
            width: 0,
            height: 0,
            end: Score::DRAW,
            bounds: Bounds::FULL,
            may_stand: true,
            past: NodePast::none(self.nodes.len() as u16),
        };
        self.nodes.push(node);
        self.levels.push(level);
        self.ways.push(0);
        self.nodes.len() as u16 - 1
    }

    /// Reads the node `at` and its edges.
    fn expand(&mut self, at: usize) -> Result<()> {
        let (shape, value) = (u8::arbitrary(self.bytes)?, u8::arbitrary(self.bytes)?);
        let node = &mut self.nodes[at];
        if !self.alternates && at > 0 && shape & 0x18 == 0x18 {
            node.side = node.side.other();
        }
        node.may_stand = shape & 0x20 == 0;
        if self.declared.bounds || self.declared.relevant {
            self.hints.push(Hint(u8::arbitrary(self.bytes)?));
        }
        if self.declared.gains.is_some() {
            self.gains.push(u8::arbitrary(self.bytes)?);
        }
        let first = self.edges.len();
        if self.levels[at] < self.most_plies {
            for _ in 0..self.width(shape).max(self.least_width(at, shape)) {
                self.draw(at)?;
            }
        }
        let width = self.edges.len() - first;
        let node = &mut self.nodes[at];
        (node.first_edge, node.width) = (first as u32, width as u32);
        node.score = if width == 0 { self.scores.over(value) } else { self.scores.estimate(value) };
        Ok(())
    }

    fn width(&self, shape: u8) -> u32 {
        let more = if self.widths == WIDTHS[2] && shape >= WIDE.0 { WIDE.1 } else { 0 };
        match self.widths[usize::from(shape & 7)] {
            0 => 0,
            width => width + more,
        }
    }

    /// The least width of the node `at`: the graph would end if its last node had no children.
    fn least_width(&self, at: usize, shape: u8) -> u32 {
        let is_last = at + 1 == self.nodes.len() && self.nodes.len() < self.least_nodes;
        if is_last && shape > 0 { 3 } else { 0 }
    }

    /// Adds one edge from `at`, if there is a node that it may lead to.
    fn draw(&mut self, at: usize) -> Result<()> {
        let byte = u8::arbitrary(self.bytes)?;
        if self.all_ways + self.ways[at] > MOST_WAYS {
            return Ok(());
        }
        let known = usize::from(byte & 15).checked_sub(10);
        let known = known.and_then(|back| self.to_come(at, back));
        let to = known.or_else(|| self.new_child(at)).or_else(|| self.to_come(at, 0));
        if let Some(to) = to {
            let below = self.levels[at] + 1;
            let level = &mut self.levels[usize::from(to)];
            *level = below.max(*level);
            self.ways[usize::from(to)] += self.ways[at];
            self.all_ways += self.ways[at];
            let rank = if self.declared.ranks { rank(byte >> 4 & 7) } else { 0 };
            self.edges.push(GraphEdge { to, rank, noisy: byte >> 7 == 1, relevant: true });
        }
        Ok(())
    }

    /// The node `back` places before the last one, if it comes after `at` and may follow it.
    fn to_come(&self, at: usize, back: usize) -> Option<u16> {
        let to = (self.nodes.len() - 1).checked_sub(back).filter(|&to| to > at)?;
        let alternates = self.nodes[to].side != self.nodes[at].side;
        (alternates || !self.alternates).then_some(to as u16)
    }

    fn new_child(&mut self, at: usize) -> Option<u16> {
        let (side, level) = (self.nodes[at].side.other(), self.levels[at] + 1);
        (self.nodes.len() < self.most_nodes).then(|| self.add(side, level))
    }
}

impl GraphData {
    /// Computes the value and the height of each node from its children.
    fn measure(&mut self, distances: bool) {
        for at in (0..self.nodes.len()).rev() {
            let node = &self.nodes[at];
            let edges = self.edges(node);
            let end = self.best(node.side, edges.iter(), distances, |to| self.node(to).end);
            let height = edges.iter().map(|edge| self.node(edge.to).height + 1).max();
            let node = &mut self.nodes[at];
            (node.end, node.height) = (end.unwrap_or(node.score), height.unwrap_or(0));
        }
    }
}

fn finished(nodes: &[GraphNode]) -> impl Iterator<Item = i32> {
    nodes.iter().filter(|node| node.width == 0).map(|node| node.score.get())
}

/// The narrowest range that holds the scores of all finished games, for either side, and the
/// remaining values of all nodes.
fn range(nodes: &[GraphNode]) -> Bounds {
    let to_come = nodes.iter().map(|node| less(node.end, node.past.taken).get());
    let largest = finished(nodes).chain(to_come).map(i32::abs).max().unwrap_or(0);
    Bounds::new(Score::new(-largest), Score::new(largest))
}

/// The grid of these scores, counted from the lower end of the range; 1 if wins may become more
/// distant.
fn granularity(nodes: &[GraphNode], range: Bounds) -> u32 {
    let largest = range.upper();
    if largest.distance().is_some() {
        return 1;
    }
    let steps = finished(nodes).flat_map(|score| [score, -score]);
    let steps = steps.map(|score| score.abs_diff(-largest.get()));
    steps.fold(0, greatest_common_divisor).max(1)
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// A hash of everything that values, keys and move codes depend on. Different graphs collide with a
/// probability of 2^-64.
fn fingerprint(nodes: &[GraphNode], edges: &[GraphEdge], declared: &GraphDeclarations) -> u64 {
    let pasts = if declared.gains.is_some() { nodes } else { &[] };
    let pasts = pasts.iter().map(|node| node.past.bits());
    let nodes = nodes.iter().map(|node| {
        let side = u64::from(node.side == Side::First) | u64::from(node.may_stand) << 1;
        u64::from(node.score.get() as u32) << 32 | u64::from(node.width) << 2 | side
    });
    let edges = edges.iter().map(|edge| u64::from(edge.to) << 1 | u64::from(edge.noisy));
    let declared = [declared.keys as u64, declared.move_codes as u64];
    let all = declared.into_iter().chain(nodes).chain(edges).chain(pasts);
    all.fold(0, |hash, more| (hash ^ more).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29))
}

/// The kind of the scores and estimates.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Scores {
    /// Few different values, so that siblings tie.
    Ties,
    /// Up to 64 points.
    Spread,
    /// The same, on a grid of 7 points.
    Grid,
    /// The largest values and their neighbours.
    Extremes,
    /// Wins, losses and draws.
    Won,
    /// A mixture of the above.
    Mixed,
    /// Spread over the whole range, so that null windows converge on a value in many steps.
    Wide,
}

/// The first byte that means wide scores.
const WIDE_SCORES: u8 = 0xC0;

impl Scores {
    pub(super) fn from_byte(byte: u8) -> Self {
        let all = [Self::Ties, Self::Spread, Self::Mixed, Self::Won, Self::Grid, Self::Extremes];
        if byte >= WIDE_SCORES { Self::Wide } else { all[usize::from(byte) % all.len()] }
    }

    /// The score of a finished game; 0 for the byte 0.
    pub(super) fn over(self, byte: u8) -> Score {
        const TOP: i32 = Score::MAX_VALUE.get();
        let one_of = |scores: &[i32]| Score::new(scores[usize::from(byte) % scores.len()]);
        let spread = i32::from(byte as i8) / 2;
        match self {
            Self::Ties => one_of(&[0, 1, -1]),
            Self::Spread => Score::new(spread),
            Self::Grid => Score::new(spread * 7),
            Self::Extremes => one_of(&[0, TOP, -TOP, TOP - 1, 1 - TOP]),
            Self::Won => one_of(&[0, Score::WIN.get(), Score::LOSS.get()]),
            Self::Wide => Score::new(i32::from(byte as i8) * (TOP / 128)),
            Self::Mixed => {
                let some = [Self::Ties, Self::Won, Self::Spread, Self::Extremes];
                some[usize::from(byte & 3)].over(byte >> 2)
            }
        }
    }

    /// The estimate for an inner node, which is neither a win nor a loss.
    pub(super) fn estimate(self, byte: u8) -> Score {
        let score = self.over(byte);
        if score.distance().is_some() { Score::new(i32::from(byte as i8)) } else { score }
    }
}
