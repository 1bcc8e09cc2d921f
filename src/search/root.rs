//! The root is searched: its list of moves is updated as each brother ends.
//!
//! No table cutoff is taken at the root, and the best move comes only from a search with an open
//! window or a fail-high, never from the table.

use super::Aborted;
use super::node::{Kind, Node};
use super::worker::{Move, Parts, Worker};
use crate::position::Ranked;
use crate::search::trace::Tracer;
use crate::{Bound, Depth, Score, Window};

impl<C: Parts> Worker<C> {
    /// Searches the root once, to `depth`, as far as `window` asks. The move that raised alpha last
    /// comes to stand first.
    pub(crate) fn pass(&mut self, window: Window, depth: Depth) -> Result<Score, Aborted> {
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
            self.remember(self.present_place(depth), &node, before);
        }
        self.root.raised |= best.is_some();
        Ok(node.best)
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
