//! ABDADA (Weill 1996): every thread searches the same tree; a sibling that another thread is
//! searching is deferred until the others are done.
//!
//! By then its value is often in the table. Weill's marks are counts, set whenever a younger
//! sibling is searched; the simplified form (Kerrigan 2017) sets a mark on the first search only,
//! and does not probe the table for the node itself again.

use super::Parallel;
use crate::Depth;
use crate::search::Aborted;
use crate::search::algorithm::Marking;
use crate::search::node::Node;
use crate::search::worker::{Move, SearchTypes, Worker};

/// The rank of a deferred sibling. While siblings are searched they keep their places, and so their
/// indices; their ranks are not otherwise used by then.
const DEFERRED: i32 = 1;
/// The rank of a sibling that has been searched, or is being searched.
const SEARCHED: i32 = 0;

impl<C: SearchTypes<Policy = Parallel>> Worker<C> {
    /// Searches the siblings from `index` on: first those that no other thread is searching, then
    /// the rest.
    pub(super) fn defer<const NULL: bool>(
        &mut self,
        marking: Marking,
        node: &mut Node<Move<C>>,
        index: usize,
    ) -> Result<(), Aborted> {
        let mut deferred = 0;
        for at in index..node.end {
            let is_busy = self.is_busy(node, at);
            self.path.moves[at].rank = if is_busy { DEFERRED } else { SEARCHED };
            deferred += u64::from(is_busy);
            if !is_busy {
                self.search_marked::<NULL>(node, at)?;
                if node.is_cut() {
                    self.statistics.cutoff(at - node.first);
                    self.put_searched_first(index, at, at);
                    return Ok(());
                }
            }
        }
        self.statistics.deferred += deferred;
        self.search_deferred::<NULL>(marking, node, index)
    }

    /// Searches the deferred siblings from `index` on, unless the node is answered meanwhile.
    fn search_deferred<const NULL: bool>(
        &mut self,
        marking: Marking,
        node: &mut Node<Move<C>>,
        index: usize,
    ) -> Result<(), Aborted> {
        let counts = marking == Marking::Count;
        for at in index..node.end {
            if self.path.moves[at].rank != DEFERRED {
                continue;
            }
            if counts && NULL && self.is_answered(node) {
                break;
            }
            if counts {
                self.search_marked::<NULL>(node, at)?;
            } else {
                self.search_sibling::<NULL>(node, at)?;
            }
            self.path.moves[at].rank = SEARCHED;
            if node.is_cut() {
                self.statistics.cutoff(at - node.first);
                self.put_searched_first(index, at, node.end - 1);
                break;
            }
        }
        Ok(())
    }

    /// Reorders the siblings `index..=last` after a cutoff by the one at `best`: those that were
    /// searched come first, and the best is the last of them, because the learning from a cutoff
    /// considers all moves before the best as searched.
    fn put_searched_first(&mut self, index: usize, best: usize, last: usize) {
        let moves = &mut self.path.moves;
        moves.swap(best, last);
        let mut end = index;
        for at in index..=last {
            if moves[at].rank != DEFERRED {
                moves.swap(end, at);
                end += 1;
            }
        }
    }

    /// Whether the table has a value for the null window of this node by now; if so, the node takes
    /// it.
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

    /// Searches the sibling at `at`, and marks it as being searched.
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

    /// Returns the depth of the first search of the sibling at `at`: a mark is about a position and
    /// a depth.
    fn depth_of(&self, node: &Node<Move<C>>, at: usize) -> Depth {
        self.child_depth(&self.branch(node, at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doc::Countdown;
    use crate::parallel::TeamLink;
    use crate::parallel::team::{Fan, Team};
    use crate::position::{Evaluator, Ranked};
    use crate::search::algorithm::Algorithm;
    use crate::search::control::{Control, Limits};
    use crate::search::memory::MoveMemory;
    use crate::search::node::NodeType;
    use crate::search::observer::NoTracer;
    use crate::search::options::Options;
    use crate::search::options::Sharing;
    use crate::search::root_moves::RootMoves;
    use crate::search::worker::{Types, WorkerContext};
    use crate::selective::{Selection, Selector};
    use crate::sync::Arc;
    use crate::table::NoTable;
    use crate::{Score, Side, Window};

    /// Every move is quiet, and the search learns which moves are good.
    struct Quiet;

    impl Evaluator<Countdown> for Quiet {
        type State = ();

        const SELECTS: bool = true;

        fn start(&self, _: &Countdown) {}

        fn evaluate(&self, _: &Countdown, (): &()) -> Score {
            Score::DRAW
        }

        fn selector(&self) -> impl Selector<Countdown> {
            self
        }
    }

    impl Selector<Countdown> for &Quiet {
        fn selection(&self) -> Selection {
            Selection::NONE.with(|selection| selection.signed_history = true)
        }

        fn is_quiet(&self, _: &Countdown, _: u8) -> bool {
            true
        }
    }

    type Learning = Types<Countdown, Quiet, NoTable, Parallel, NoTracer, false>;

    /// Returns the history of the moves 1, 2 and 3 after `moves` are searched in a heap of three
    /// while another worker searches the move `busy`. Taking all three wins.
    fn learnt(moves: [u8; 3], busy: u8) -> [i32; 3] {
        let control = Arc::new(Control::new(&Limits::new()));
        let (scheme, fan) = (Algorithm::Abdada.scheme(), Fan { helpers: 1, each: 2 });
        let team = Team::new(scheme, Sharing::default(), Arc::clone(&control), fan);
        let link = TeamLink::new(&team, 0, None);
        let context = WorkerContext::bare(Quiet, control, Options::default(), link);
        let (start, root) = (Countdown::new(3), RootMoves::new(&moves, false));
        let mut worker = Worker::<Learning>::new(start, root, context, MoveMemory::default());
        worker.path.moves.extend(moves.map(|mv| Ranked { mv, rank: 0 }));
        let (window, depth) = (Window::null(Score::DRAW), Depth::plies(8));
        team.marks.set(worker.child_ahead(busy).key, depth.below());
        let mut node = Node::new(window, depth, NodeType::Cut, 0..3, 0, 0);
        worker.defer::<true>(Marking::Count, &mut node, 0).expect("no limit");
        assert_eq!((node.is_cut(), node.best_move), (true, Some(3)));
        worker.learn(&node);
        [1, 2, 3].map(|mv| worker.ordering.memory.history(Side::First, mv))
    }

    #[test]
    fn what_was_put_off_and_not_searched_is_not_punished() {
        let [_, unsearched, best] = learnt([1, 2, 3], 2);
        assert!(unsearched == 0 && best > 0, "{unsearched}, {best}");
    }

    #[test]
    fn what_was_searched_before_one_that_had_been_put_off_is_punished() {
        let [_, searched, best] = learnt([3, 1, 2], 3);
        assert!(searched < 0 && best > 0, "{searched}, {best}");
    }
}
