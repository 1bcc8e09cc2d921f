//! [`NodeType`] and [`Node`]: a node of the tree while its children are searched.
//!
//! [`SelectionState`] and [`Survey`]: the state of a selective search, which a worker keeps and
//! passes to its helpers.

use crate::position::{Selection, Turn};
use crate::{Depth, Score, Window};

/// The type of a node in the minimal tree (Knuth and Moore 1975: types 1, 2 and 3), by structure:
/// the outcome that the search expects, even where every window is null.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum NodeType {
    /// Type 1, on the principal variation: its value is expected to be exact.
    Pv,
    /// Type 2: expected to fail high.
    Cut,
    /// Type 3: expected to fail low.
    All,
}

impl NodeType {
    /// Returns the type of the first child. Where the same side moves again, the expectation stays.
    #[inline(always)]
    pub(crate) fn first_child(self, turn: Turn) -> Self {
        match self {
            Self::Cut if turn.alternates() => Self::All,
            Self::All if turn.alternates() => Self::Cut,
            same => same,
        }
    }

    /// Returns the type of a younger sibling, which is expected not to improve on the first child.
    #[inline(always)]
    pub(crate) fn sibling(turn: Turn) -> Self {
        if turn.alternates() { Self::Cut } else { Self::All }
    }
}

/// How much of a node's moves is sorted.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ordered {
    /// All of them.
    All,
    /// The first is the best; the others have ranks but are not sorted.
    Ranked,
    /// The first is the table's move; the others have no ranks yet.
    First,
    /// All of them, but those after the first are rotated by this many places.
    Turned(u32),
}

/// An interior node while its children are searched.
#[derive(Clone, Debug)]
pub(crate) struct Node<M> {
    /// The window in force when the node was entered: it classifies the result.
    pub(crate) window: Window,
    /// Remaining depth.
    pub(crate) depth: Depth,
    /// The expected type of the node.
    pub(crate) kind: NodeType,
    /// The index of its first move on the stack of moves.
    pub(crate) first: usize,
    /// One past the last of its moves.
    pub(crate) end: usize,
    /// The best value so far, fail-soft.
    pub(crate) best: Score,
    /// The last move that raised alpha.
    pub(crate) best_move: Option<M>,
    /// Alpha, as raised so far.
    pub(crate) alpha: Score,
    /// The start of its line on the stack of lines.
    pub(crate) line: usize,
    /// The nodes that its worker had visited before the first child.
    pub(crate) before: u64,
    /// Whether the value depends on a horizon.
    pub(crate) tainted: bool,
    /// Whether it is the root.
    pub(crate) is_root: bool,
    /// How much of its moves is sorted.
    pub(crate) ordered: Ordered,
}

impl<M: Copy> Node<M> {
    /// Creates a node with the moves `first..end`, none of them searched.
    #[inline(always)]
    pub(crate) fn new(
        window: Window,
        depth: Depth,
        kind: NodeType,
        moves: std::ops::Range<usize>,
        line: usize,
        before: u64,
    ) -> Self {
        Self {
            window,
            depth,
            kind,
            first: moves.start,
            end: moves.end,
            best: -Score::INFINITY,
            best_move: None,
            alpha: window.alpha,
            line,
            before,
            tainted: false,
            is_root: false,
            ordered: Ordered::All,
        }
    }

    /// Notes that the moves after the first, which were sorted, have been rotated by `by` places.
    pub(crate) fn turn(&mut self, by: usize) {
        self.ordered = Ordered::Turned(by as u32);
    }

    /// Returns the index of a move in the sorted order, 0 for the first, whichever move this worker
    /// begins with.
    #[inline(always)]
    pub(crate) fn number(&self, index: usize) -> usize {
        let at = index - self.first;
        match self.ordered {
            Ordered::Turned(by) if at > 0 => {
                1 + (at - 1 + by as usize) % (self.end - self.first - 1)
            }
            _ => at,
        }
    }

    /// Returns the remaining window: alpha as raised, beta unchanged.
    #[inline(always)]
    pub(crate) fn open(&self) -> Window {
        Window { alpha: self.alpha, beta: self.window.beta }
    }

    /// Whether the best value so far fails high.
    #[inline(always)]
    pub(crate) fn is_cut(&self) -> bool {
        self.best >= self.window.beta
    }

    /// Takes in the value of a child; returns whether it raises alpha. At a null window that is a
    /// cutoff.
    #[inline(always)]
    pub(crate) fn adopt<const NULL: bool>(&mut self, value: Score, mv: M, tainted: bool) -> bool {
        self.best = self.best.max(value);
        let raises = value > self.alpha;
        if raises {
            self.best_move = Some(mv);
        }
        if raises && !NULL {
            self.alpha = value;
        }
        // A cutoff depends only on the move that gives it; any other value depends on all children.
        self.tainted = tainted || (self.tainted && value < self.window.beta);
        raises
    }
}

/// A worker's state of a selective search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct SelectionState {
    pub(super) selection: Selection,
    /// The ply that a null move led to; no second null move is tried there.
    pub(super) passed_at: u32,
    /// Whether a null move is being verified: no other is tried below.
    pub(super) verifies: bool,
    /// The ply beyond which no line is extended.
    pub(super) extends_to: u32,
    /// Whether the next first child is searched a ply deeper.
    pub(super) deepens: bool,
}

/// The properties of a node before its moves are searched.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Survey {
    /// The static score; none where the side to move is in danger, so that nothing is left out.
    pub(super) score: Option<Score>,
    /// Whether the score is higher than two plies before.
    pub(super) improves: bool,
}

/// The surveys that a helper needs to decide like the owner of a node: of this ply and the one
/// before.
pub(crate) type Surveys = [Survey; 2];

impl SelectionState {
    /// Creates the state for `selection` in a search that has not begun.
    pub(crate) fn new(selection: Selection) -> Self {
        Self { selection, passed_at: u32::MAX, verifies: false, extends_to: 0, deepens: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_that_begins_with_another_sibling_knows_its_number() {
        for (first, count) in [(0, 1), (0, 2), (5, 7), (3, 40)] {
            for by in 0..count - 1 {
                let mut moves: Vec<usize> =
                    (0..first + count).map(|at| at - first.min(at)).collect();
                moves[first + 1..].rotate_left(by);
                let window = Window::null(Score::DRAW);
                let all = first..first + count;
                let mut node =
                    Node::<usize>::new(window, Depth::END, NodeType::All, all.clone(), 0, 0);
                node.turn(by);
                assert!(all.into_iter().all(|index| node.number(index) == moves[index]));
            }
        }
    }
}
