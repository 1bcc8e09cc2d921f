//! The root is searched: its list of moves is updated as the search of each ends.
//!
//! No table cutoff is taken at the root, and the best move comes only from a search with an open
//! window or a fail-high, never from the table.

use super::Aborted;
use super::contract::check_found;
use super::lookup::Home;
use super::node::{Node, NodeType};
use super::timeline::{Activity, Outcome};
use super::worker::{Move, SearchTypes, SiblingPolicy, Worker};
use crate::position::Ranked;
use crate::search::trace::Tracer;
use crate::{Bound, Depth, Score, Window};

/// What the search of a root move has found.
#[derive(Clone, Debug)]
pub(crate) struct Found<M> {
    pub(crate) mv: M,
    pub(crate) value: Score,
    /// The window that it was asked with last: it says what the value means.
    pub(crate) asked: Window,
    /// Whether it raised alpha.
    pub(crate) raises: bool,
    /// Nodes that were spent on it.
    pub(crate) nodes: u64,
}

impl<C: SearchTypes> Worker<C> {
    /// Searches the root once, to `depth`, as far as `window` asks, as the policy says. The move that
    /// raised alpha last comes to stand first.
    pub(crate) fn pass(&mut self, window: Window, depth: Depth) -> Result<Score, Aborted> {
        C::Policy::pass(self, window, depth)
    }

    /// The same, by this worker.
    #[inline(never)]
    pub(crate) fn search_root(&mut self, window: Window, depth: Depth) -> Result<Score, Aborted> {
        let mark = self.log.begin(self.statistics.nodes, || Activity::Pass { depth, window });
        let searched = self.root_node(window, depth);
        self.log.end(mark, self.statistics.nodes, Outcome::of(&searched));
        searched
    }

    fn root_node(&mut self, window: Window, depth: Depth) -> Result<Score, Aborted> {
        self.enter()?;
        self.select_to(depth);
        self.tracer.enter(0, window, depth, NodeType::Pv);
        self.path.moves.clear();
        self.path.lines.clear();
        self.path.moves.extend(self.root.open().iter().map(|root| Ranked { mv: root.mv, rank: 0 }));
        (self.root.improved, self.root.mark) = (None, self.statistics.nodes);
        self.root.reported.clear();
        let node =
            Node::new(window, depth, NodeType::Pv, 0..self.path.moves.len(), 0, self.root.mark);
        let mut node = Node { is_root: true, ..node };
        self.search_children::<false>(&mut node)?;
        self.tainted = node.tainted;
        self.tracer.leave(0, node.best);
        node.best_move.into_iter().for_each(|mv| self.root.promote(self.root.index_of(mv)));
        self.root.improved = None;
        if self.root.is_whole() {
            self.check_root(node.best, window);
            self.learn(&node);
            if let Some(slot) = self.slot_here(depth) {
                self.store(Home::Shared(slot), &node);
            }
        }
        self.root.raised |= node.best_move.is_some();
        Ok(node.best)
    }

    /// In debug builds: what was found must agree with what the game says of the root; unless it may be the
    /// table that is wrong, whose bounds are taken over without a look at their positions.
    fn check_root(&self, value: Score, window: Window) {
        if C::TO_END && self.statistics.table_cutoffs + self.statistics.etc_cutoffs == 0 {
            check_found(&self.path.position, value, window.classify(value));
        }
    }

    /// Nodes since the search of the last root move.
    pub(crate) fn nodes_of_root_move(&mut self) -> u64 {
        self.statistics.nodes - std::mem::replace(&mut self.root.mark, self.statistics.nodes)
    }

    /// Keeps what was found about a move of the root; `line` is its line, from its last move to its
    /// first, if it was found exactly.
    pub(crate) fn report_root_move(
        &mut self,
        depth: Depth,
        found: &Found<Move<C>>,
        line: &[Move<C>],
    ) {
        let index = self.root.index_of(found.mv);
        let root = &mut self.root.list[self.root.fixed + index];
        (root.value, root.bound, root.depth) =
            (found.value, found.asked.classify(found.value), depth);
        root.nodes += found.nodes;
        let is_exact = root.bound == Bound::Exact;
        if is_exact {
            // At a split point it may come too late to raise alpha, and is exact all the same.
            root.line.clear();
            root.line.extend(line.iter().rev());
        }
        self.observer.root_move(root);
        self.root.reported.push(found.mv);
        if !found.raises {
            return;
        }
        self.root.lined = is_exact;
        if !is_exact {
            root.line.clear();
            root.line.push(root.mv);
        }
        self.observer.line(root);
        if index > 0 {
            self.root.improved = Some(index);
        }
    }
}
