//! [`Drawing`]: a drawn tree, independent of the game and the format.

use eldest::{Bound, Depth, Score, Side, Window};
use std::iter::successors;
use std::ops::Neg;

/// The searches, and the part of the game tree that any of them visited.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Parents come before their children, the root first.
    pub(super) nodes: Vec<TreeNode>,
    pub(super) searches: Vec<SearchDrawing>,
    /// Whether the types of the nodes are shown.
    pub(super) types: bool,
    /// Whether all scores are for the side to move at the root.
    pub(super) from_root: bool,
}

/// A node of the game tree: visited, or a sibling of a visited one.
#[derive(Clone, Debug)]
pub(super) struct TreeNode {
    pub(super) parent: Option<usize>,
    pub(super) ply: usize,
    /// The move that leads here; empty at the root.
    pub(super) name: String,
    pub(super) side: Side,
    /// The score of a leaf.
    pub(super) leaf: Option<Score>,
    /// The type in the minimal tree: 1, 2 or 3.
    pub(super) critical: Option<u8>,
    /// In search order; unvisited ones last.
    pub(super) children: Vec<usize>,
}

/// The search of one algorithm.
#[derive(Clone, Debug)]
pub(super) struct SearchDrawing {
    pub(super) name: &'static str,
    /// The value of the root.
    pub(super) value: Score,
    /// In the order of the search; the first is a pass over the root.
    pub(super) visits: Vec<DrawnVisit>,
    /// For each node, its visits.
    pub(super) of_node: Vec<Vec<usize>>,
    /// For each node, whether it is on the principal variation.
    pub(super) on_line: Vec<bool>,
}

/// A visit to a node.
#[derive(Clone, Debug)]
pub(super) struct DrawnVisit {
    pub(super) node: usize,
    /// The visit of the parent.
    pub(super) from: Option<usize>,
    pub(super) window: Window,
    pub(super) depth: Depth,
    pub(super) value: Score,
    /// The kind of bound that the value is.
    pub(super) bound: Bound,
    /// Whether this is a re-search: the same visit of the parent has searched this node before.
    pub(super) again: bool,
    /// Children that a cutoff left unvisited.
    pub(super) pruned: Vec<usize>,
}

/// The size of a searched tree, in visits.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct TreeSize {
    pub(super) leaves: usize,
    pub(super) interior: usize,
    pub(super) researches: usize,
    pub(super) passes: usize,
}

impl Drawing {
    /// Sets whether the types of the nodes in the minimal tree (Knuth and Moore 1975) are shown.
    #[must_use]
    pub fn with_types(self, types: bool) -> Self {
        Self { types, ..self }
    }

    /// Converts all values and windows to the point of view of the side to move at the root.
    #[must_use]
    pub fn seen_from_root(mut self) -> Self {
        let root = self.nodes[0].side;
        let other: Vec<bool> = self.nodes.iter().map(|node| node.side != root).collect();
        for (node, _) in self.nodes.iter_mut().zip(&other).filter(|(_, other)| **other) {
            node.leaf = node.leaf.map(Neg::neg);
        }
        let visits = self.searches.iter_mut().flat_map(|search| &mut search.visits);
        visits.filter(|seen| other[seen.node]).for_each(DrawnVisit::turn);
        Self { from_root: true, ..self }
    }

    pub(super) fn counts(&self, search: &SearchDrawing) -> TreeSize {
        let count = |what: &dyn Fn(&DrawnVisit) -> bool| {
            search.visits.iter().filter(|seen| what(seen)).count()
        };
        let leaves = count(&|seen| self.nodes[seen.node].leaf.is_some());
        TreeSize {
            leaves,
            interior: search.visits.len() - leaves,
            researches: count(&|seen| seen.again),
            passes: count(&|seen| seen.from.is_none()),
        }
    }

    /// Returns whether `search` visits `node`, and another search does not.
    pub(super) fn is_only_in(&self, search: &SearchDrawing, node: usize) -> bool {
        search.visited(node) && self.searches.iter().any(|other| !other.visited(node))
    }

    /// Returns the final value of a node: the score of a leaf, the value of the root, or the result
    /// of the last visit.
    pub(super) fn value(&self, search: &SearchDrawing, node: usize) -> Option<(Score, Bound)> {
        let root = (node == 0).then_some(search.value);
        let exact = self.nodes[node].leaf.or(root).map(|score| (score, Bound::Exact));
        exact.or_else(|| search.last(node).map(|seen| (seen.value, seen.bound)))
    }

    /// Returns the nodes from the root to `node`, without the root.
    pub(super) fn path(&self, node: usize) -> Vec<usize> {
        let above = |node: &usize| self.nodes[*node].parent;
        let mut path: Vec<usize> = successors(Some(node), above).collect();
        path.pop();
        path.reverse();
        path
    }

    /// Returns whether moves need labels, because they are not just the numbers of the children.
    pub(super) fn has_names(&self) -> bool {
        let numbered = |node: &TreeNode| {
            let mut children = node.children.iter().enumerate();
            children.all(|(number, child)| self.nodes[*child].name == number.to_string())
        };
        !self.nodes.iter().all(numbered)
    }
}

impl DrawnVisit {
    fn turn(&mut self) {
        (self.window, self.value) = (-self.window, -self.value);
        self.bound = match self.bound {
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
            Bound::Exact => Bound::Exact,
        };
    }
}

impl SearchDrawing {
    pub(super) fn visited(&self, node: usize) -> bool {
        !self.of_node[node].is_empty()
    }

    pub(super) fn visits_of(&self, node: usize) -> impl ExactSizeIterator<Item = &DrawnVisit> {
        self.of_node[node].iter().map(|visit| &self.visits[*visit])
    }

    pub(super) fn last(&self, node: usize) -> Option<&DrawnVisit> {
        self.visits_of(node).last()
    }
}
