//! ABDADA (Weill 1996): every thread searches the same tree; a sibling that another thread is
//! searching is put off until the others are done.
//!
//! By then its value is often in the table. Weill's marks are counts, set whenever a younger sibling is
//! searched; the simplified form (Kerrigan 2017) sets one on the first search only, and asks the
//! table about the node itself no more.

use super::Parallel;
use crate::Depth;
use crate::search::Aborted;
use crate::search::algorithm::Marking;
use crate::search::node::Node;
use crate::search::worker::{Move, SearchTypes, Worker};

impl<C: SearchTypes<Policy = Parallel>> Worker<C> {
    /// Searches the siblings from `index` on: first those that nobody is searching, then the others.
    pub(super) fn defer<const NULL: bool>(
        &mut self,
        marking: Marking,
        node: &mut Node<Move<C>>,
        index: usize,
    ) -> Result<(), Aborted> {
        // Whoever is put off moves to the front, over those who are done.
        let mut deferred = index;
        for at in index..node.end {
            if self.is_busy(node, at) {
                self.path.moves.swap(deferred, at);
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
        self.search_deferred::<NULL>(marking, node, index..deferred)
    }

    /// Searches those who were put off; unless the node has been answered meanwhile.
    fn search_deferred<const NULL: bool>(
        &mut self,
        marking: Marking,
        node: &mut Node<Move<C>>,
        deferred: std::ops::Range<usize>,
    ) -> Result<(), Aborted> {
        let counts = marking == Marking::Count;
        for at in deferred {
            if counts && NULL && self.is_answered(node) {
                break;
            }
            if counts {
                self.search_marked::<NULL>(node, at)?;
            } else {
                self.search_sibling::<NULL>(node, at)?;
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
        let entry = self.slot_here(node.depth).and_then(|slot| self.entry_here(slot, node.depth));
        let value = entry.and_then(|entry| self.table_value(entry, node.window, node.depth));
        if let Some(value) = value {
            (node.best, node.tainted) = (value, !C::TO_END && self.tainted);
        }
        value.is_some()
    }

    /// Whether another thread is searching the sibling at `at`.
    fn is_busy(&mut self, node: &Node<Move<C>>, at: usize) -> bool {
        let key = self.child_ahead(self.path.moves[at].mv).key;
        self.link.team.marks.is_busy(key, self.depth_of(node, at))
    }

    /// Searches the sibling at `at`, and the others see that it is being searched.
    fn search_marked<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
        at: usize,
    ) -> Result<(), Aborted> {
        let key = self.child_ahead(self.path.moves[at].mv).key;
        let depth = self.depth_of(node, at);
        self.link.team.marks.set(key, depth);
        let searched = self.search_sibling::<NULL>(node, at);
        self.link.team.marks.clear(key, depth);
        searched
    }

    /// The depth to which the sibling at `at` is searched first: a mark is about a position and a depth.
    fn depth_of(&self, node: &Node<Move<C>>, at: usize) -> Depth {
        self.child_depth(&self.branch(node, at))
    }
}
