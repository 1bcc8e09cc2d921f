//! The key: a hash of the graph of boxes and open edges, wherever its parts lie on the board.
//!
//! The boxes still to come depend only on which boxes the open edges connect with each other and
//! with the border ("strings and coins"; Berlekamp, "The Dots and Boxes Game", 2000). So positions
//! with isomorphic graphs share a key.
//!
//! A joint is a box with three or four open edges. From each of them begins a chain of boxes with
//! two, perhaps an empty one. A chain ends at the border, in a box with one open edge, or at a
//! joint. The key is computed in these steps:
//!
//! 1. The label of a joint describes its chains, except for the joints at their ends.
//! 2. Each refinement adds the labels of these joints (Weisfeiler and Leman 1968). A refinement
//!    never makes different labels equal.
//! 3. If all labels differ, they and the chains between them describe the graph. They also do so if
//!    only two joints share a label, and did before the last refinement: both have the same chains
//!    to every other joint.
//! 4. Otherwise each joint with the least of the shared labels is marked in turn, and the least
//!    hash counts (McKay, "Practical Graph Isomorphism", 1981).
//! 5. Chains without a joint are added.

use super::Dots;
use super::chains::{Paths, number};
use super::openings::ChainWalk;
use crate::{each, mix};

/// At least the number of edges between two boxes.
const MOST_LINKS: usize = 40;
/// At least the number of boxes; a power of two, so that a mask keeps an index within.
const LABELS: usize = 32;
/// In two refinements most labels become different if they ever do.
const REFINEMENTS: u32 = 3;

/// Kinds of chains.
const TO_BORDER: usize = 0;
const TO_DEAD_END: usize = 1;
const TO_JOINT: usize = 2;
const TO_ITSELF: usize = 3;
const RING: usize = 4;
/// A chain without a joint, and with no dead end; with one and with two follow.
const LOOSE: usize = 5;

/// A word for each kind of chain and number of boxes.
static CHAINS: [[u64; LABELS]; 8] = chains();

const MULTIPLIER: u64 = mix(1000);
const OF_JOINT: u64 = mix(1001);
const MARK: u64 = mix(1002);

/// The joints of a position, and the chains between them.
#[derive(Copy, Clone)]
struct Graph {
    joints: u32,
    labels: [u64; LABELS],
    /// For each chain between two joints, the number of one, of the other, and of its boxes, in a
    /// byte each.
    links: [u32; MOST_LINKS],
    count: usize,
}

impl Dots {
    /// Returns the hash of the graph.
    pub(super) fn graph_key(&self) -> u64 {
        let (paths, boxes) = (Paths::of(self), (1 << self.board.boxes()) - 1);
        let mut graph = Graph::of(boxes & !self.sides[1] & !self.sides[2]);
        let (mut ends, mut left) = (graph.add_joints(&paths), self.with_two() | self.with_three());
        while ends != 0 {
            let walk = graph.add_chain(&paths, ends & ends.wrapping_neg());
            (ends, left) = (ends & (ends - 1) & !walk.last, left & !(walk.boxes | walk.end));
        }
        let mut loose = 0_u64;
        while left != 0 {
            let (boxes, word) = loose_chain(&paths, left & left.wrapping_neg());
            (loose, left) = (loose.wrapping_add(word), left & !boxes);
        }
        graph.hash().wrapping_add(loose)
    }
}

/// Returns the boxes of the chain without a joint at the box `at`, and its word.
fn loose_chain(paths: &Paths, at: u32) -> (u32, u64) {
    let exits = paths.exits(at);
    let first = exits & exits.wrapping_neg();
    let (ahead, second) = (paths.walk(at, first), exits ^ first);
    if ahead.end == at {
        return (ahead.boxes, word(RING, ahead.boxes));
    }
    let (back, start) = if second == 0 {
        (at, at)
    } else {
        let back = paths.walk(at, second);
        (back.boxes, back.end)
    };
    let boxes = ahead.boxes | ahead.end | back | start;
    let dead_ends = usize::from(ahead.end != 0) + usize::from(start != 0);
    (boxes, word(LOOSE + dead_ends, boxes))
}

const fn chains() -> [[u64; LABELS]; 8] {
    let mut words = [[0; LABELS]; 8];
    let mut at = 0;
    while at < 8 * LABELS {
        words[at / LABELS][at % LABELS] = mix(at as u64);
        at += 1;
    }
    words
}

#[inline(always)]
const fn word(kind: usize, boxes: u32) -> u64 {
    CHAINS[kind][boxes.count_ones() as usize % LABELS]
}

/// Multiplies, and adds both halves of the product without carries.
#[inline(always)]
const fn folded(one: u64, other: u64) -> u64 {
    let product = one as u128 * other as u128;
    product as u64 ^ (product >> 64) as u64
}

impl Graph {
    #[inline(always)]
    const fn of(joints: u32) -> Self {
        Self { joints, labels: [0; LABELS], links: [0; MOST_LINKS], count: 0 }
    }

    /// Adds the edges between joints, and those to the border. Returns the other edges at joints:
    /// where chains begin.
    #[inline(always)]
    fn add_joints(&mut self, paths: &Paths) -> u64 {
        let (mut at_one, mut at_two) = (0, 0);
        for at in each(self.joints.into()) {
            let exits = paths.exits(at as u32);
            (at_one, at_two) = (at_one ^ exits, at_two | at_one & exits);
            let to_border = u64::from((exits & paths.grid.border).count_ones());
            self.labels[index(at as u32)] = to_border.wrapping_mul(CHAINS[TO_BORDER][0]);
        }
        for edge in each(at_two) {
            let boxes = paths.grid.boxes[number(edge) as usize];
            self.link(boxes & boxes.wrapping_neg(), boxes & (boxes - 1), 0);
        }
        at_one & !paths.grid.border
    }

    /// Adds the chain that begins with `edge` at a joint. Returns the walk along it.
    #[inline(always)]
    fn add_chain(&mut self, paths: &Paths, edge: u64) -> ChainWalk {
        let at = paths.grid.boxes[number(edge) as usize] & self.joints;
        let walk = paths.walk(at, edge);
        let (chain, end) = (walk.boxes ^ at, walk.end);
        if end == 0 {
            self.describe(at, TO_BORDER, chain);
        } else if end & self.joints == 0 {
            self.describe(at, TO_DEAD_END, chain);
        } else if end == at {
            self.describe(at, TO_ITSELF, chain);
        } else {
            self.link(at, end, chain);
        }
        walk
    }

    /// Adds a chain to the label of the joint `at`.
    #[inline(always)]
    fn describe(&mut self, at: u32, kind: usize, chain: u32) {
        let label = &mut self.labels[index(at)];
        *label = label.wrapping_add(word(kind, chain));
    }

    #[inline(always)]
    const fn link(&mut self, one: u32, other: u32, chain: u32) {
        self.links[self.count] =
            one.trailing_zeros() | other.trailing_zeros() << 8 | chain.count_ones() << 16;
        self.count += 1;
    }

    fn hash(&mut self) -> u64 {
        let mut shared_before = 2;
        for _ in 0..REFINEMENTS {
            let (shared, labels) = self.refine();
            if shared == 0 || (shared, shared_before) == (1, 1) {
                return labels.wrapping_add(self.hash_links());
            }
            shared_before = shared;
        }
        self.least()
    }

    /// Adds to each label those of the joints at the ends of the chains. Returns the number of
    /// joints with the label of an earlier one, at most 2, and the sum of all labels.
    #[inline(always)]
    fn refine(&mut self) -> (u32, u64) {
        let mut labels = self.labels;
        for (one, other, word) in self.links() {
            let seen_from = |end: usize| folded(self.labels[end] ^ word, MULTIPLIER);
            labels[one] = labels[one].wrapping_add(seen_from(other));
            labels[other] = labels[other].wrapping_add(seen_from(one));
        }
        let (mut seen, mut shared, mut sum) = ([0_u64; 4], 0, 0_u64);
        for at in self.joints() {
            let label = folded(labels[at] ^ OF_JOINT, MULTIPLIER);
            (self.labels[at], sum) = (label, sum.wrapping_add(label));
            let (seen, bit) = (&mut seen[(label >> 62) as usize], 1 << (label >> 56 & 63));
            if *seen & bit != 0 && self.with(label).next() != Some(at) {
                shared += 1;
            }
            *seen |= bit;
        }
        (shared.min(2), sum)
    }

    /// Returns the least hash of the graphs in which one of the joints that share the least label
    /// is marked.
    #[cold]
    fn least(&self) -> u64 {
        let labels = self.joints().map(|at| self.labels[at]);
        let shared = labels.filter(|label| self.with(*label).count() > 1).min();
        let marked = self.with(shared.expect("a shared label")).map(|at| {
            let mut graph = *self;
            graph.labels[at] ^= MARK;
            graph.hash()
        });
        marked.min().expect("a joint")
    }

    /// Hashes the chains between joints.
    #[inline(always)]
    fn hash_links(&self) -> u64 {
        self.links()
            .map(|(one, other, word)| folded(self.labels[one] ^ word, self.labels[other] ^ word))
            .fold(0, u64::wrapping_add)
    }

    #[inline(always)]
    fn joints(&self) -> impl Iterator<Item = usize> + use<> {
        each(self.joints.into()).map(|at| index(at as u32))
    }

    /// Returns the joints with this label.
    fn with(&self, label: u64) -> impl Iterator<Item = usize> {
        self.joints().filter(move |at| self.labels[*at] == label)
    }

    /// Returns the chains between two joints: the joints and the word.
    #[inline(always)]
    fn links(&self) -> impl Iterator<Item = (usize, usize, u64)> {
        self.links[..self.count].iter().map(|link| {
            let [one, other, boxes, _] = link.to_le_bytes().map(|byte| usize::from(byte) % LABELS);
            (one, other, CHAINS[TO_JOINT][boxes])
        })
    }
}

#[inline(always)]
const fn index(joint: u32) -> usize {
    joint.trailing_zeros() as usize % LABELS
}
