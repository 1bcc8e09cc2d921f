//! [`Tree`]: a tree in memory, node by node.

use super::Branch;
use super::notation::ParseTreeError;
use crate::join;
use eldest::{Bounds, KeyKind, Moves, Position, Score, Side};
use std::collections::VecDeque;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// A node of an explicit tree, as a position; a clone shares the tree.
///
/// Scores of leaves are for the side to move. The key of a node is its number in breadth-first
/// order, from 0 at the root. Wins and losses do not count their distance; wrap the tree in
/// [`Distances`](super::Distances) if they should.
///
/// ```
/// use eldest::Position;
/// use eldest_games::trees::Tree;
///
/// let mut node: Tree = "[[3 5] 8]".parse()?;
/// node.play(1);
/// assert_eq!(node.over().map(|score| score.get()), Some(8));
/// # Ok::<(), eldest_games::trees::ParseTreeError>(())
/// ```
#[derive(Clone)]
pub struct Tree {
    shared: Arc<SharedTree>,
    at: u32,
}

struct SharedTree {
    nodes: Vec<TreeNode>,
    text: String,
    range: Bounds,
    granularity: u32,
    fingerprint: u64,
}

struct TreeNode {
    score: Score,
    side: Side,
    parent: u32,
    first_child: u32,
    width: u32,
    height: u32,
}

impl Tree {
    /// Returns the score of a leaf, or the estimate of an inner node (0 by default), for the side
    /// to move. As a function, it is the evaluator of these trees.
    #[must_use]
    pub fn estimate(&self) -> Score {
        self.node().score
    }

    /// Returns the number of nodes of the whole tree.
    #[must_use]
    pub fn size(&self) -> usize {
        self.shared.nodes.len()
    }

    fn node(&self) -> &TreeNode {
        &self.shared.nodes[self.at as usize]
    }
}

impl<T: Into<Branch>> From<T> for Tree {
    fn from(root: T) -> Self {
        let root = Branch { again: false, ..root.into() };
        Self { shared: Arc::new(SharedTree::new(&root)), at: 0 }
    }
}

impl FromStr for Tree {
    type Err = ParseTreeError;

    fn from_str(text: &str) -> Result<Self, ParseTreeError> {
        text.parse::<Branch>().map(Self::from)
    }
}

/// Writes the whole tree, independent of the current node.
impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shared.text)
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tree({self} at node {})", self.at)
    }
}

impl SharedTree {
    fn new(root: &Branch) -> Self {
        let nodes = lay_out(root);
        let text = root.to_string();
        let range = range(&nodes);
        Self {
            range,
            granularity: granularity(&nodes, range),
            fingerprint: text.bytes().fold(0, |hash, byte| join(hash, u64::from(byte))),
            nodes,
            text,
        }
    }
}

/// Returns all nodes in breadth-first order, so that the children of a node are adjacent.
fn lay_out(root: &Branch) -> Vec<TreeNode> {
    let mut nodes = vec![TreeNode::new(root, Side::First, 0)];
    let mut waiting = VecDeque::from([(0, root)]);
    while let Some((id, branch)) = waiting.pop_front() {
        nodes[id].first_child = nodes.len() as u32;
        for child in &branch.children {
            let side = if child.again { nodes[id].side } else { nodes[id].side.other() };
            waiting.push_back((nodes.len(), child));
            nodes.push(TreeNode::new(child, side, id as u32));
        }
    }
    measure_heights(&mut nodes);
    nodes
}

impl TreeNode {
    fn new(branch: &Branch, side: Side, parent: u32) -> Self {
        let width = branch.children.len() as u32;
        Self { score: branch.score, side, parent, first_child: 0, width, height: 0 }
    }
}

fn measure_heights(nodes: &mut [TreeNode]) {
    for id in (1..nodes.len()).rev() {
        let parent = nodes[id].parent as usize;
        nodes[parent].height = nodes[parent].height.max(nodes[id].height + 1);
    }
}

/// Returns the narrowest range with every score of the tree, for both sides.
fn range(nodes: &[TreeNode]) -> Bounds {
    let largest = nodes.iter().map(|node| node.score.get().abs()).max().unwrap_or(0);
    Bounds::new(Score::new(-largest), Score::new(largest))
}

/// Returns the step of the grid on which the leaves lie, from the lower end of the range.
fn granularity(nodes: &[TreeNode], range: Bounds) -> u32 {
    let leaves = nodes.iter().filter(|node| node.width == 0).map(|node| node.score.get());
    let steps =
        leaves.flat_map(|score| [score, -score]).map(|score| score.abs_diff(range.lower().get()));
    steps.fold(0, greatest_common_divisor).max(1)
}

fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

impl Position for Tree {
    type Move = u16;
    type Undo = ();

    const WIN_DISTANCE: bool = false;

    fn side(&self) -> Side {
        self.node().side
    }

    fn key(&self) -> u64 {
        u64::from(self.at)
    }

    fn key_kind(&self) -> KeyKind {
        KeyKind::Unique { bits: 32 }
    }

    fn over(&self) -> Option<Score> {
        let node = self.node();
        (node.width == 0).then_some(node.score)
    }

    fn moves(&self, out: &mut Moves<'_, u16>) {
        (0..self.node().width).for_each(|ordinal| out.push(ordinal as u16));
    }

    fn play(&mut self, ordinal: u16) {
        self.at = self.node().first_child + u32::from(ordinal);
    }

    fn undo(&mut self, _: u16, (): ()) {
        self.at = self.node().parent;
    }

    /// Counted from 1, because 0 means no move.
    fn move_code(&self, ordinal: u16) -> u16 {
        ordinal.saturating_add(1)
    }

    fn key_after(&self, ordinal: u16) -> Option<u64> {
        Some(u64::from(self.node().first_child) + u64::from(ordinal))
    }

    fn plies_left(&self) -> Option<u32> {
        Some(self.node().height)
    }

    fn range(&self) -> Bounds {
        self.shared.range
    }

    fn granularity(&self) -> u32 {
        self.shared.granularity
    }

    fn fingerprint(&self) -> u64 {
        self.shared.fingerprint
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(text: &str) -> Tree {
        text.parse().expect(text)
    }

    #[test]
    fn moves_lead_to_the_children_and_back() {
        let mut node = tree("[[3 5] [2 9 4]]");
        node.play(1);
        assert_eq!(Moves::collect(|out| node.moves(out)), [0, 1, 2]);
        assert_eq!((node.key(), node.key_after(2), node.plies_left()), (2, Some(7), Some(1)));
        node.play(2);
        assert_eq!(node.over(), Some(Score::new(4)));
        node.undo(2, ());
        node.undo(1, ());
        assert_eq!((node.key(), node.plies_left()), (0, Some(2)));
    }

    #[test]
    fn the_side_stays_after_an_equal_sign() {
        let mut node = tree("[=[3 =5] 2]");
        let side = node.side();
        node.play(0);
        assert_eq!(node.side(), side);
        node.play(1);
        assert_eq!(node.side(), side);
        node.undo(1, ());
        node.play(0);
        assert_eq!(node.side(), side.other());
    }

    #[test]
    fn range_and_grid_are_those_of_the_scores() {
        let tree = tree("[[-4 10] 3:[2]]");
        assert_eq!(tree.range(), Bounds::new(Score::new(-10), Score::new(10)));
        assert_eq!(tree.granularity(), 2);
        assert_eq!(Tree::from(0).granularity(), 1);
    }

    #[test]
    fn different_trees_have_different_fingerprints() {
        assert_ne!(tree("[1 2]").fingerprint(), tree("[2 1]").fingerprint());
    }
}
