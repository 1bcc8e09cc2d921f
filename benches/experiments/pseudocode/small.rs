//! All trees, the smallest first.

use eldest::{Moves, Position, Score, Side};
use std::ops::RangeInclusive;

/// A node of a tree in preorder: its subtree is the `size` nodes from it on.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Node {
    /// What a leaf is worth to the side to move there.
    pub(crate) score: i32,
    /// Whether the side that moved here moves again.
    pub(crate) again: bool,
    pub(crate) width: usize,
    pub(crate) parent: usize,
    pub(crate) ply: u16,
    size: usize,
    side: Side,
}

/// A place in a tree, as a position.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Place<'t> {
    pub(crate) tree: &'t [Node],
    pub(crate) at: usize,
}

impl<'t> Place<'t> {
    pub(crate) fn root(tree: &'t [Node]) -> Self {
        Self { tree, at: 0 }
    }

    /// The child nodes.
    pub(crate) fn children(self) -> impl Iterator<Item = usize> {
        let next = move |at: &usize| Some(at + self.tree[*at].size);
        std::iter::successors(Some(self.at + 1), next).take(self.tree[self.at].width)
    }
}

impl Position for Place<'_> {
    type Move = usize;
    type Undo = ();
    const WIN_DISTANCE: bool = false;

    fn side(&self) -> Side {
        self.tree[self.at].side
    }

    fn key(&self) -> u64 {
        self.at as u64
    }

    fn over(&self) -> Option<Score> {
        let node = &self.tree[self.at];
        (node.width == 0).then_some(Score::new(node.score))
    }

    fn moves(&self, out: &mut Moves<'_, usize>) {
        self.children().for_each(|child| out.push(child));
    }

    fn play(&mut self, child: usize) {
        self.at = child;
    }

    fn undo(&mut self, _: usize, (): ()) {
        self.at = self.tree[self.at].parent;
    }
}

/// The plies from the root to the farthest leaf.
pub(crate) fn height(tree: &[Node]) -> u16 {
    tree.iter().map(|node| node.ply).max().unwrap_or(0)
}

/// How trees of one size are compared.
pub(crate) type Rank = (u16, usize, usize, i32, usize);

/// Plies, the widest node, second turns, the values, and how many of them are negative.
pub(crate) fn rank(tree: &[Node]) -> Rank {
    let count = |which: fn(&Node) -> bool| tree.iter().filter(|node| which(node)).count();
    let widest = tree.iter().map(|node| node.width).max().unwrap_or(0);
    let values = tree.iter().map(|node| node.score.abs()).sum();
    (height(tree), widest, count(|node| node.again), values, count(|node| node.score < 0))
}

/// The notation of `crates/games/src/trees`.
pub(crate) fn text(place: Place<'_>) -> String {
    let node = &place.tree[place.at];
    let again = if node.again { "=" } else { "" };
    let child = |at| text(Place { at, ..place });
    let children: Vec<String> = place.children().map(child).collect();
    match children[..] {
        [] => format!("{again}{}", node.score),
        _ => format!("{again}[{}]", children.join(" ")),
    }
}

/// Which trees there are.
#[derive(Clone, Debug)]
pub(crate) struct Class {
    /// What leaves are worth.
    pub(crate) values: RangeInclusive<i32>,
    /// Whether a player may move twice in a row.
    pub(crate) again: bool,
}

impl Class {
    /// Shows every tree of `size` nodes.
    pub(crate) fn each(&self, size: usize, see: &mut impl FnMut(&[Node])) {
        let root = Node {
            score: 0,
            again: false,
            width: 0,
            parent: 0,
            ply: 0,
            size: 1,
            side: Side::First,
        };
        shapes(&mut vec![root], size, &mut |tree| self.label(tree, 0, see));
    }

    /// All values of the leaves and all turns from node `at` on.
    fn label(&self, tree: &mut [Node], at: usize, see: &mut impl FnMut(&[Node])) {
        if at == tree.len() {
            return see(tree);
        }
        let above = tree[tree[at].parent].side;
        for again in [false, true].into_iter().take(if self.again && at > 0 { 2 } else { 1 }) {
            tree[at].again = again;
            tree[at].side = if again || at == 0 { above } else { above.other() };
            let values = if tree[at].width == 0 { self.values.clone() } else { 0..=0 };
            for score in values {
                tree[at].score = score;
                self.label(tree, at + 1, see);
            }
        }
        tree[at].score = 0;
    }
}

/// All shapes: the next node in preorder hangs below the last one or one of its ancestors.
fn shapes(tree: &mut Vec<Node>, size: usize, see: &mut impl FnMut(&mut [Node])) {
    if tree.len() == size {
        measure(tree);
        return see(&mut tree.clone());
    }
    let mut parent = tree.len() - 1;
    loop {
        let ply = tree[parent].ply + 1;
        tree[parent].width += 1;
        tree.push(Node { parent, ply, width: 0, ..tree[0] });
        shapes(tree, size, see);
        tree.pop();
        tree[parent].width -= 1;
        if parent == 0 {
            return;
        }
        parent = tree[parent].parent;
    }
}

/// How many nodes each subtree has.
fn measure(tree: &mut [Node]) {
    tree.iter_mut().for_each(|node| node.size = 1);
    for at in (1..tree.len()).rev() {
        let Node { parent, size, .. } = tree[at];
        tree[parent].size += size;
    }
}
