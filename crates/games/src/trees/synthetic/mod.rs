//! [`Synthetic`]: trees of any size, computed during the search without memory.

mod ordered;

use super::spec::{Spec, TreeKind};
use crate::{draw, join, mix};
use eldest::{Bounds, Depth, Moves, Position, Score, Side};

/// The purposes of the pseudorandom numbers at a node.
mod salt {
    pub(super) const ROOT: u64 = 1;
    pub(super) const LEAF: u64 = 2;
    pub(super) const ESTIMATE: u64 = 3;
    pub(super) const WIDTH: u64 = 4;
    pub(super) const STOP: u64 = 5;
    pub(super) const CHAIN: u64 = 6;
    pub(super) const AGAIN: u64 = 7;
    pub(super) const BEST: u64 = 8;
    pub(super) const WHICH: u64 = 9;
    pub(super) const WORSE: u64 = 10;
    pub(super) const CLASS: u64 = 11;
    pub(super) const TEMPO: u64 = 12;
}

/// A node of a tree generated from a [`Spec`].
///
/// All properties of a node are functions of its hash. In trees this is the hash of the path from
/// the root. In [`TreeKind::Dag`] it is a sum over the moves played, independent of their order. In
/// [`TreeKind::Ordered`] with `fold` it contains only the ply, the value and a class.
///
/// ```
/// use eldest::{Depth, textbook};
/// use eldest_games::trees::Synthetic;
///
/// let root: Synthetic = "ordered:width=5,depth=4,seed=3".parse()?;
/// let known = root.assigned_value();
/// let mut tree = textbook::GameTree::new(root, &Synthetic::estimate);
/// assert_eq!(Some(textbook::negamax(&mut tree, Depth::END)), known);
/// # Ok::<(), eldest_games::trees::SpecError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Synthetic {
    spec: Spec,
    node: SyntheticNode,
}

/// A node without its specification; also the undo information of a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SyntheticNode {
    hash: u64,
    ply: u16,
    side: Side,
    /// The assigned value, in points for the side to move; 0 except in ordered trees.
    value: i32,
}

impl Synthetic {
    /// Creates the root of the tree with this specification.
    #[must_use]
    pub fn root(spec: Spec) -> Self {
        let hash = join(spec.seed, salt::ROOT);
        let ordered = matches!(spec.kind, TreeKind::Ordered { .. });
        let value = if ordered { centred(hash, salt::ROOT, spec.range) } else { 0 };
        Self { spec, node: SyntheticNode { hash, ply: 0, side: Side::First, value } }
    }

    /// Returns the specification of the whole tree.
    #[must_use]
    pub fn spec(&self) -> Spec {
        self.spec
    }

    /// Returns the number of moves since the root.
    #[must_use]
    pub fn ply(&self) -> u16 {
        self.node.ply
    }

    /// Returns the estimate of the node for the side to move: the assigned value at this horizon in
    /// strongly ordered trees, and a random number in the range of the leaves elsewhere. As a
    /// function, it is the evaluator of these trees.
    #[must_use]
    pub fn estimate(&self) -> Score {
        let at_horizon = self.assigned_value_at(Depth::HORIZON);
        let drawn = || at_horizon.unwrap_or_else(|| self.drawn_value(salt::ESTIMATE));
        self.over().unwrap_or_else(drawn)
    }

    fn drawn_value(&self, salt: u64) -> Score {
        self.assigned_value()
            .unwrap_or_else(|| Score::new(centred(self.key(), salt, self.spec.range)))
    }

    fn has(&self, odds: u8, salt: u64) -> bool {
        draw(self.key(), salt, 100) < u64::from(odds)
    }

    fn is_over(&self) -> bool {
        let stops = match self.spec.kind {
            TreeKind::Uneven { stop, .. } => self.node.ply > 0 && self.has(stop, salt::STOP),
            _ => false,
        };
        stops || self.node.ply == self.spec.depth
    }

    fn width(&self) -> u16 {
        match self.spec.kind {
            TreeKind::Uneven { chain, .. } if self.has(chain, salt::CHAIN) => 1,
            TreeKind::Uneven { .. } => {
                1 + draw(self.key(), salt::WIDTH, self.spec.width.into()) as u16
            }
            _ => self.spec.width,
        }
    }

    fn child(&self, ordinal: u16) -> SyntheticNode {
        let number = u64::from(ordinal);
        let hash = match self.spec.kind {
            TreeKind::Dag { .. } => self.node.hash.wrapping_add(mix(join(self.spec.seed, number))),
            _ => join(self.node.hash, number),
        };
        let value = self.child_value(ordinal, hash);
        self.folded(SyntheticNode {
            hash,
            ply: self.node.ply + 1,
            side: self.node.side.other(),
            value,
        })
    }

    /// Lets the player of the last move move again, with the probability `again`.
    fn settle_side(&mut self) {
        if let TreeKind::Uneven { again, .. } | TreeKind::Dag { again } = self.spec.kind
            && self.has(again, salt::AGAIN)
        {
            self.node.side = self.node.side.other();
        }
    }
}

/// Returns a number within ±`range`.
fn centred(hash: u64, salt: u64, range: u32) -> i32 {
    draw(hash, salt, 2 * u64::from(range) + 1) as i32 - range as i32
}

impl std::str::FromStr for Synthetic {
    type Err = super::SpecError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.parse().map(Self::root)
    }
}

impl Position for Synthetic {
    type Move = u16;
    type Undo = SyntheticNode;

    const WIN_DISTANCE: bool = false;

    fn side(&self) -> Side {
        self.node.side
    }

    /// The hash of the path; in a DAG the multiset of moves, their number and the side.
    fn key(&self) -> u64 {
        match self.spec.kind {
            TreeKind::Dag { .. } => {
                let beside = (u64::from(self.node.ply) << 1) | self.node.side.index() as u64;
                join(self.node.hash, beside)
            }
            _ => self.node.hash,
        }
    }

    fn over(&self) -> Option<Score> {
        self.is_over().then(|| self.drawn_value(salt::LEAF))
    }

    fn moves(&self, out: &mut Moves<'_, u16>) {
        let width = if self.is_over() { 0 } else { self.width() };
        (0..width).for_each(|ordinal| out.push(ordinal));
    }

    fn play(&mut self, ordinal: u16) -> SyntheticNode {
        let before = self.node;
        self.node = self.child(ordinal);
        self.settle_side();
        before
    }

    fn undo(&mut self, _: u16, before: SyntheticNode) {
        self.node = before;
    }

    /// Counted from 1, because 0 means no move.
    fn move_code(&self, ordinal: u16) -> u16 {
        ordinal.saturating_add(1)
    }

    fn plies_left(&self) -> Option<u32> {
        Some(u32::from(self.spec.depth - self.node.ply))
    }

    fn range(&self) -> Bounds {
        let largest = match self.spec.kind {
            TreeKind::Ordered { tempo, .. } => {
                self.spec.range * (u32::from(self.spec.depth) + 1) + tempo
            }
            _ => self.spec.range,
        } as i32;
        Bounds::new(Score::new(-largest), Score::new(largest))
    }

    fn fingerprint(&self) -> u64 {
        self.spec.to_string().bytes().fold(0, |hash, byte| join(hash, u64::from(byte)))
    }
}

#[cfg(test)]
mod tests;
