//! Lazy SMP: every thread searches the root by itself; they meet in the table only.
//!
//! What one has found the others find there, so threads help each other as far as they are not at
//! the same place at the same time. At fixed depths every second helper is a ply ahead: where deeper entries count,
//! the first, the third and so on.
//! And in every search, to the end too, where there are no depths to stagger, each helper begins
//! with another younger sibling wherever all of them will have to be searched: at nodes that are not
//! expected to fail high. The first child comes first for all. What a selective search leaves out, and how deep it
//! looks, goes by the order of the moves and not by when they are searched.
//!
//! Östensen 2016, "A Complete Chess Engine Parallelized Using Lazy SMP"; the order after Weill 1996.

use super::Parallel;
use crate::Depth;
use crate::search::algorithm::How;
use crate::search::node::{Node, NodeType};
use crate::search::options::DepthMatch;
use crate::search::worker::{Move, SearchTypes, Worker};

impl<C: SearchTypes<Policy = Parallel>> Worker<C> {
    /// Lets this worker begin with a younger sibling of its own; `index` is the next of them.
    pub(super) fn stagger(&mut self, node: &mut Node<Move<C>>, index: usize) {
        let (worker, workers) = (self.link.worker, self.link.team.size());
        if index == node.first + 1 && node.kind != NodeType::Cut {
            let siblings = &mut self.path.moves[index..node.end];
            let by = siblings.len() * worker / workers;
            siblings.rotate_left(by);
            node.turn(by);
        }
    }

    /// Lazy SMP sends every second helper a ply ahead, as long as there is a next iteration: not the
    /// first where depths must match exactly, because then what lies ahead is of use only later.
    pub(super) fn first_depth(&self, depth: Depth) -> Depth {
        let first = match self.options.depth_match {
            DepthMatch::Exact => 0,
            DepthMatch::AtLeast => 1,
        };
        let is_ahead = self.link.team.scheme.how == How::Stagger && self.link.worker % 2 == first;
        self.next_depth(depth).filter(|_| is_ahead).unwrap_or(depth)
    }
}
