//! Lazy SMP: every thread searches the root by itself; they meet in the table only.
//!
//! What one has found the others find there, so threads help each other as far as they are not at
//! the same place at the same time. At fixed depths every second helper is a ply ahead (`race.rs`).
//! And in every search, to the end too, where there are no depths to stagger, each helper begins
//! with another young brother wherever all of them will have to be searched: at nodes that are not
//! expected to fail high. The eldest comes first for all.
//!
//! Östensen 2016, "A Complete Chess Engine Parallelized Using Lazy SMP"; the order after Weill 1996.

use super::together::Together;
use crate::search::node::{Kind, Node};
use crate::search::worker::{Move, Parts, Worker};

impl<C: Parts<Brothers = Together>> Worker<C> {
    /// Lets this worker begin with a young brother of its own; `index` is the next of them.
    pub(super) fn stagger(&mut self, node: &Node<Move<C>>, index: usize) {
        let (worker, workers) = (self.seat.worker, self.seat.crew.size());
        if index == node.first + 1 && node.kind != Kind::Cut {
            let young = &mut self.moves[index..node.end];
            young.rotate_left(young.len() * worker / workers);
        }
    }
}
