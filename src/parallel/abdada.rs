//! ABDADA (Weill 1996): every thread searches the same tree; a brother whom another thread is
//! searching is put off until the others are done.
//!
//! By then his value is often in the table. Weill's marks are counts, set whenever a young brother is
//! searched; the simplified form (Kerrigan 2017) sets one on the first search only, and asks the
//! table about the node itself no more.

use super::together::Together;
use crate::search::Aborted;
use crate::search::node::Node;
use crate::search::sharing::Algorithm;
use crate::search::worker::{Move, Parts, Worker};
use crate::table::Table;

impl<C: Parts<Brothers = Together>> Worker<C> {
    /// Searches the brothers from `index` on: first those whom nobody is searching, then the others.
    pub(super) fn defer<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
        index: usize,
    ) -> Result<(), Aborted> {
        // Whoever is put off moves to the front, over those who are done.
        let mut deferred = index;
        for at in index..node.end {
            if self.is_busy(node, at) {
                self.moves.swap(deferred, at);
                deferred += 1;
            } else {
                self.search_marked::<NULL>(node, at)?;
                if node.is_cut() {
                    self.statistics.cutoff(at - node.first);
                    return Ok(());
                }
            }
        }
        self.statistics.deferred += (deferred - index) as u64;
        self.search_deferred::<NULL>(node, index..deferred)
    }

    /// Searches those who were put off; unless the node has been answered meanwhile.
    fn search_deferred<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
        deferred: std::ops::Range<usize>,
    ) -> Result<(), Aborted> {
        let counts = self.seat.crew.algorithm == Algorithm::Abdada;
        for at in deferred {
            if counts && NULL && self.is_answered(node) {
                break;
            }
            if counts {
                self.search_marked::<NULL>(node, at)?;
            } else {
                self.brother::<NULL>(node, at)?;
            }
            if node.is_cut() {
                self.statistics.cutoff(at - node.first);
                break;
            }
        }
        Ok(())
    }

    /// Whether another thread has put an answer for the null window of this node into the table: then
    /// it is taken.
    fn is_answered(&mut self, node: &mut Node<Move<C>>) -> bool {
        let entry =
            self.present_place(node.depth).and_then(|place| self.table.probe(place, node.depth));
        let value = entry.and_then(|entry| self.table_value(entry, node.window, node.depth));
        if let Some(value) = value {
            (node.best, node.tainted) = (value, !C::TO_END && self.tainted);
        }
        value.is_some()
    }

    /// Whether another thread is searching the brother at `at`.
    fn is_busy(&mut self, node: &Node<Move<C>>, at: usize) -> bool {
        let (key, _) = self.child_ahead(self.moves[at].mv);
        self.seat.crew.marks.is_busy(key, node.depth.below())
    }

    /// Searches the brother at `at`, and the others see that he is being searched.
    fn search_marked<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
        at: usize,
    ) -> Result<(), Aborted> {
        let (key, _) = self.child_ahead(self.moves[at].mv);
        let _marked = self.seat.crew.marks.set(key, node.depth.below());
        self.brother::<NULL>(node, at)
    }
}
