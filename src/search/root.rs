//! The root: its own list of moves, updated as each brother ends.
//!
//! No table cutoff is taken at the root, and the best move comes only from a search with an open
//! window or a fail-high, never from the table.

use super::Aborted;
use super::node::{Kind, Node};
use super::worker::{Move, Parts, Worker};
use crate::position::{Position, Ranked};
use crate::search::trace::Tracer;
use crate::table::Table;
use crate::{Bound, Depth, Score, Window};

/// A move at the root, and what the search has found out about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The value after it, from the root's point of view.
    pub value: Score,
    /// What `value` says about the true one.
    pub bound: Bound,
    /// The depth of the root search that found it; [`Depth::HORIZON`] if there was none yet.
    pub depth: Depth,
    /// The line that begins with this move, as far as it is known.
    pub line: Vec<M>,
    /// Nodes that were spent on it.
    pub nodes: u64,
}

/// The moves of the root, the best first.
#[derive(Clone, Debug)]
pub(crate) struct Root<M> {
    pub(crate) list: Vec<RootMove<M>>,
    /// So many moves at the front are settled already (multi-PV) and not searched.
    pub(crate) settled: usize,
    /// Whether the user has left moves out: then nothing about the root is stored.
    restricted: bool,
    /// The move that strictly beat its elders in the pass under way.
    pub(crate) news: Option<usize>,
    /// Whether the best move's line is that of the last depth.
    pub(crate) lined: bool,
    /// Nodes when the last brother ended.
    mark: u64,
}

impl<M: Copy + Eq> Root<M> {
    /// A list of `moves`; `restricted` if they are not all legal ones.
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
        Self { list, settled: 0, restricted, news: None, lined: false, mark: 0 }
    }

    /// The moves that are searched.
    fn open(&self) -> &[RootMove<M>] {
        &self.list[self.settled..]
    }

    /// Whether every legal move is searched, so that the root's value is the position's.
    pub(crate) fn is_whole(&self) -> bool {
        !self.restricted && self.settled == 0
    }

    /// The best move among those that are searched.
    pub(crate) fn best(&self) -> &RootMove<M> {
        &self.list[self.settled]
    }

    /// The best move's value is exactly `value`.
    pub(crate) fn settle(&mut self, value: Score, depth: Depth) {
        let best = &mut self.list[self.settled];
        (best.value, best.bound, best.depth) = (value, Bound::Exact, depth);
    }

    /// Moves the open move `index` to the front of the open ones.
    pub(crate) fn promote(&mut self, index: usize) {
        self.list[self.settled..][..=index].rotate_right(1);
    }

    /// When no move was ever better than another, all are optimal: the one that took the longest to
    /// search puts up the longest resistance.
    pub(crate) fn promote_most_searched(&mut self) {
        let most = (0..self.open().len()).max_by_key(|&i| (self.open()[i].nodes, usize::MAX - i));
        most.into_iter().for_each(|index| self.promote(index));
    }
}

impl<C: Parts> Worker<C> {
    /// Searches the root once, to `depth`, as far as `window` asks; whether a move raised alpha.
    pub(crate) fn pass(&mut self, window: Window, depth: Depth) -> Result<(Score, bool), Aborted> {
        self.enter()?;
        self.tracer.enter(0, window, depth, Kind::Pv);
        self.moves.clear();
        self.lines.clear();
        self.moves.extend(self.root.open().iter().map(|root| Ranked { mv: root.mv, rank: 0 }));
        (self.root.news, self.root.mark) = (None, self.statistics.nodes);
        let before = self.statistics.nodes;
        let node = Node::new(window, depth, Kind::Pv, 0..self.moves.len(), 0);
        let mut node = Node { is_root: true, ..node };
        self.brothers::<false>(&mut node)?;
        self.tainted = node.tainted;
        self.tracer.leave(0, node.best);
        let best = (0..self.moves.len()).find(|&i| Some(self.moves[i].mv) == node.best_move);
        best.into_iter().for_each(|index| self.root.promote(index));
        self.root.news = None;
        if self.root.is_whole() {
            let place = self.table.place(self.position.key());
            let place = self.uses_table(depth).then_some(place);
            self.remember(place, &node, before);
        }
        Ok((node.best, best.is_some()))
    }

    /// Keeps what was found about move `index`.
    pub(crate) fn settle_root(
        &mut self,
        node: &Node<Move<C>>,
        index: usize,
        value: Score,
        asked: Window,
    ) {
        let nodes = self.statistics.nodes - self.root.mark;
        self.root.mark = self.statistics.nodes;
        let found = &mut self.root.list[self.root.settled + index];
        (found.value, found.bound, found.depth) = (value, asked.classify(value), node.depth);
        found.nodes += nodes;
        self.observer.root_move(found);
        if value <= asked.alpha {
            return;
        }
        found.line.clear();
        self.root.lined = found.bound == Bound::Exact;
        if self.root.lined {
            found.line.extend(self.lines[node.line..].iter().rev());
        } else {
            found.line.push(found.mv);
        }
        self.observer.line(found);
        if index > 0 {
            self.root.news = Some(index);
        }
    }
}
