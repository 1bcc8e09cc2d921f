//! Draws a [`World`] from choices.

use super::world::{Edge, Grid, World, WorldNode};
use crate::{Chance, SplitMix64};
use arbitrary::Unstructured;
use eldest::{Score, Side};
use eldest_retro::{Place, Slice};

/// The size of a world.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum WorldSize {
    /// Up to some dozens of nodes, drawn from the bytes of the input.
    Small,
    /// Several blocks of a file.
    Medium,
    /// Few nodes in slices that are too long to be held in memory together.
    Wide,
    /// A tree with moves back: more nodes than the first tables of an enumeration have room for.
    Large,
}

impl WorldSize {
    pub(super) fn some(chance: &mut impl Chance) -> Self {
        match chance.below(256) {
            253..256 => Self::Wide,
            250..253 => Self::Large,
            230..250 => Self::Medium,
            _ => Self::Small,
        }
    }
}

/// How a world is drawn.
struct Style {
    nodes: usize,
    slices: usize,
    /// The most moves of a node.
    width: u64,
    /// Whether edges lead to near nodes; of a chain, mostly to the one before.
    near: bool,
    chain: bool,
    alternates: bool,
    ends: &'static [Score],
    /// The share of finished games, in percent.
    over: u64,
}

const SIMPLE: &[Score] = &[Score::LOSS, Score::LOSS, Score::WIN];
const DRAWN: &[Score] = &[Score::LOSS, Score::DRAW, Score::WIN, Score::LOSS];
const KNOWN: &[Score] = &[
    Score::LOSS,
    Score::loss_in(2),
    Score::win_in(5),
    Score::win_in(1),
    Score::loss_in(4),
    Score::win_in(9),
    Score::WIN,
    Score::loss_in(31),
];

/// Returns a world. `plan` draws what does not make a graph simpler.
pub(super) fn world(size: WorldSize, u: &mut Unstructured<'_>, plan: &mut SplitMix64) -> World {
    let mut random = SplitMix64(plan.bits());
    let (slices, nodes) = match size {
        WorldSize::Small => nodes(&Style::some(size, u), u),
        WorldSize::Medium | WorldSize::Wide => nodes(&Style::some(size, &mut random), &mut random),
        WorldSize::Large => (vec![0], tree(900 + random.below(700) as usize, &mut random)),
    };
    finished(size, &slices, nodes, plan)
}

impl Style {
    fn some(size: WorldSize, chance: &mut impl Chance) -> Self {
        let bits = chance.below(256);
        let slices = 1 + chance.below(4) as usize;
        let small = 2 + chance.below(24) as usize;
        let is_medium = size == WorldSize::Medium;
        let chain = is_medium && bits & 3 == 0;
        Self {
            nodes: match size {
                WorldSize::Medium if chain => 300 + 4 * small,
                WorldSize::Medium => 40 * small,
                _ => small,
            },
            slices: match size {
                WorldSize::Wide => 2,
                _ if chain => 1,
                _ => slices,
            },
            width: 1 + chance.below(4),
            near: bits & 8 != 0 || chain,
            chain,
            alternates: bits & 16 != 0,
            ends: [SIMPLE, DRAWN, KNOWN, KNOWN][(bits >> 5 & 3) as usize],
            over: if chain { 0 } else { [25, 12][(bits >> 7) as usize] },
        }
    }
}

/// Returns the first node of each slice, and the nodes, without keys and places.
fn nodes(style: &Style, chance: &mut impl Chance) -> (Vec<usize>, Vec<WorldNode>) {
    let starts: Vec<usize> =
        (0..style.slices).map(|slice| slice * style.nodes / style.slices).collect();
    let end_of = |at: usize| starts.iter().copied().find(|&s| s > at).unwrap_or(style.nodes);
    let nodes = (0..style.nodes).map(|at| node(style, at, end_of(at), chance)).collect();
    (starts, nodes)
}

/// Returns a node whose edges lead below `end`.
fn node(style: &Style, at: usize, end: usize, chance: &mut impl Chance) -> WorldNode {
    let is_other = !style.alternates && chance.odds(40);
    let side = if (at % 2 == 1) != is_other { Side::Second } else { Side::First };
    let over = (at == 0 && style.chain || chance.odds(style.over)).then(|| chance.pick(style.ends));
    let count = 1 + chance.below(style.width);
    let edges = (0..count).map(|_| {
        let to = match chance.below(8) {
            _ if style.chain && !at.is_multiple_of(200) => at.saturating_sub(1),
            0..2 => chance.below(end as u64) as usize,
            _ if style.near => (at + chance.below(9) as usize).saturating_sub(5).min(end - 1),
            _ => chance.below(end as u64) as usize,
        };
        Edge { to, mirrors: !style.alternates && chance.odds(25) }
    });
    let edges = edges.take(if style.chain && !at.is_multiple_of(200) { 1 } else { 9 }).collect();
    blank(side, over, edges)
}

fn blank(side: Side, over: Option<Score>, edges: Vec<Edge>) -> WorldNode {
    WorldNode { side, over, edges, key: 0, place: None, back: Vec::new() }
}

/// Returns a binary tree with some moves back.
fn tree(count: usize, chance: &mut SplitMix64) -> Vec<WorldNode> {
    let node = |at: usize| {
        let ahead = [2 * at + 1, 2 * at + 2].into_iter().filter(|&to| to < count);
        let back = chance.odds(10).then(|| chance.below(at as u64 + 1) as usize);
        let edges: Vec<Edge> =
            ahead.chain(back).map(|to| Edge { to, mirrors: chance.odds(5) }).collect();
        let over = edges.is_empty().then(|| chance.pick(DRAWN));
        blank(if chance.odds(50) { Side::First } else { Side::Second }, over, edges)
    };
    (0..count).map(node).collect()
}

/// Adds keys, places and edges backwards.
fn finished(
    size: WorldSize,
    starts: &[usize],
    mut nodes: Vec<WorldNode>,
    plan: &mut SplitMix64,
) -> World {
    name(&mut nodes, size == WorldSize::Large, plan);
    let (mut slices, mut grids) = (Vec::new(), Vec::new());
    let ends = starts.iter().skip(1).copied().chain([nodes.len()]);
    for (slice, (first, end)) in starts.iter().copied().zip(ends).enumerate() {
        let grid = grid(size, first, end - first, plan);
        let len = grid.offset + grid.count as u64 * grid.stride + plan.pick(&[0, 0, 9, 1_100]);
        slices.push(Slice { name: format!("{slice} of é"), len });
        place(slice, grid, &mut nodes[first..end], plan);
        grids.push(grid);
    }
    join(&mut nodes);
    let by_key = nodes.iter().enumerate().map(|(at, node)| (node.key, at)).collect();
    World { nodes, slices, grids, by_key }
}

fn grid(size: WorldSize, first: usize, count: usize, plan: &mut SplitMix64) -> Grid {
    let stride = match size {
        WorldSize::Wide => 300_000 / count.max(1) as u64,
        _ => plan.pick(&[1, 2, 3, 7]),
    };
    Grid { first, count, offset: plan.pick(&[0, 0, 1, 5]), stride }
}

/// Gives the nodes of a slice their places.
fn place(slice: usize, grid: Grid, nodes: &mut [WorldNode], plan: &mut SplitMix64) {
    for (rank, node) in nodes.iter_mut().enumerate() {
        let number = grid.offset + rank as u64 * grid.stride;
        let has_place = node.over.is_none() || plan.odds(60);
        node.place = has_place.then_some(Place { slice, number });
    }
}

/// Gives each node a key: ascending with gaps of all lengths, in a random order.
fn name(nodes: &mut [WorldNode], is_large: bool, plan: &mut SplitMix64) {
    let (near, far) = ([1, 1, 2, 129], [1, 127, 128, 129, 130, 16_513, 1 << 30, 1 << 40]);
    let gaps: &[u64] = if is_large || plan.odds(30) { &near } else { &far };
    let mut order: Vec<usize> = (0..nodes.len()).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, plan.below(at as u64 + 1) as usize);
    }
    let mut key = plan.below(2);
    for &at in &order {
        nodes[at].key = key;
        key += plan.pick(gaps);
    }
    if let Some(&last) = order.last().filter(|_| plan.odds(20)) {
        nodes[last].key = u64::MAX - 1;
    }
}

fn join(nodes: &mut [WorldNode]) {
    for from in 0..nodes.len() {
        for edge in nodes[from].edges.clone() {
            nodes[edge.to].back.push(Edge { to: from, mirrors: edge.mirrors });
        }
    }
}
