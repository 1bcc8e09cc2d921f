//! [`RootMove`] and [`RootMoves`]: the list of moves at the root.

use crate::{Bound, Depth, Score};

/// A move at the root, with the results of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The value after it, from the root's point of view.
    pub value: Score,
    /// The relation of `value` to the true value.
    pub bound: Bound,
    /// The depth of the root search that found it; [`Depth::HORIZON`] if there was none yet.
    pub depth: Depth,
    /// The line that begins with this move, as far as it is known.
    pub line: Vec<M>,
    /// Nodes spent on it.
    pub nodes: u64,
}

/// Sorts by value, the highest first, with equal values in their order.
// Within the search, the library's sort would be compiled for each combination of its types.
pub(super) fn sort_by_value<M>(moves: &mut [RootMove<M>]) {
    moves.sort_by_key(|found| std::cmp::Reverse(found.value));
}

/// The moves of the root, the best first.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves<M> {
    pub(crate) list: Vec<RootMove<M>>,
    /// The number of moves at the front that already have their exact value (multi-PV) and are not
    /// searched.
    pub(crate) fixed: usize,
    /// Whether the user has left moves out: then nothing about the root is stored.
    restricted: bool,
    /// The open move that strictly beat those before it in the pass under way.
    pub(crate) improved: Option<usize>,
    /// Whether a pass at the present depth has found a best move, which is then the first.
    pub(crate) raised: bool,
    /// Whether value and best move of the present depth are known, even if more was requested.
    pub(crate) known: bool,
    /// Whether the best move's line is that of the last depth.
    pub(crate) lined: bool,
    /// The moves whose search has ended in the pass under way.
    pub(crate) reported: Vec<M>,
    /// The number of nodes when the search of the last move ended.
    pub(crate) mark: u64,
}

impl<M: Copy + Eq> RootMoves<M> {
    /// Creates a list of `moves`; `restricted` if legal moves are missing.
    pub(crate) fn new(moves: &[M], restricted: bool) -> Self {
        let unsearched = |&mv| RootMove {
            mv,
            value: -Score::INFINITY,
            bound: Bound::Lower,
            depth: Depth::HORIZON,
            line: vec![mv],
            nodes: 0,
        };
        let list = moves.iter().map(unsearched).collect();
        Self {
            list,
            fixed: 0,
            restricted,
            improved: None,
            raised: false,
            known: false,
            lined: false,
            reported: Vec::new(),
            mark: 0,
        }
    }

    /// Returns the moves that are searched.
    pub(crate) fn open(&self) -> &[RootMove<M>] {
        &self.list[self.fixed..]
    }

    /// Returns them without what is known of them.
    pub(crate) fn open_moves(&self) -> Vec<M> {
        self.open().iter().map(|root| root.mv).collect()
    }

    /// Returns the index of `mv` among the open moves.
    pub(crate) fn index_of(&self, mv: M) -> usize {
        let index = self.open().iter().position(|root| root.mv == mv);
        index.expect("a move that the search came from")
    }

    /// Whether every legal move is searched, so that the root's value is the position's.
    pub(crate) fn is_whole(&self) -> bool {
        !self.restricted && self.fixed == 0
    }

    /// Returns the best move among those that are searched.
    pub(crate) fn best(&self) -> &RootMove<M> {
        &self.list[self.fixed]
    }

    /// Sets the exact value of the best move. If no pass at this depth has found its line, the line
    /// is cut after the move: an older line may have another value.
    pub(crate) fn set_value(&mut self, value: Score, depth: Depth) {
        let best = &mut self.list[self.fixed];
        (best.value, best.bound, best.depth) = (value, Bound::Exact, depth);
        if !self.lined {
            best.line.truncate(1);
        }
        self.known = true;
    }

    /// Moves the open move at `index` to the front of the open moves.
    pub(crate) fn promote(&mut self, index: usize) {
        self.list[self.fixed..][..=index].rotate_right(1);
    }

    /// If no move was ever better than another, all are optimal. The one that took the longest to
    /// search offers the longest resistance, so it moves to the front.
    pub(crate) fn promote_most_searched(&mut self) {
        let most = (0..self.open().len()).max_by_key(|&i| (self.open()[i].nodes, usize::MAX - i));
        most.into_iter().for_each(|index| self.promote(index));
    }
}
