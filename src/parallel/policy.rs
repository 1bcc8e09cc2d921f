//! [`Parallel`]: the sibling policy of all parallel searches.
//!
//! It is the serial loop, until a node turns out to be worth sharing; what happens then depends on
//! the algorithm, off the path of the other nodes.

use super::link::Link;
use super::root_race;
use crate::search::Aborted;
use crate::search::node::{Node, NodeType};
use crate::search::sharing::Algorithm;
use crate::search::worker::{Move, SearchTypes, SiblingPolicy, Worker};
use crate::{Depth, Score, Window};

/// The sibling policy of all parallel searches.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Parallel;

impl SiblingPolicy for Parallel {
    type Link<C: SearchTypes<Policy = Self>> = Link<C>;

    #[inline(always)]
    fn younger_siblings<C: SearchTypes<Policy = Self>, const NULL: bool>(
        worker: &mut Worker<C>,
        node: &mut Node<Move<C>>,
    ) -> Result<(), Aborted> {
        let is_deep = worker.plies_left(node.depth) >= worker.link.least_depth;
        for index in node.first + 1..node.end {
            let spent = worker.statistics.nodes - node.before;
            if is_deep
                && spent >= worker.link.least_work
                && let Some(shared) = worker.share::<NULL>(node, index)
            {
                return shared;
            }
            worker.search_sibling::<NULL>(node, index)?;
            if node.is_cut() {
                worker.statistics.cutoff(index - node.first);
                break;
            }
        }
        Ok(())
    }

    fn pass<C: SearchTypes<Policy = Self>>(
        worker: &mut Worker<C>,
        window: Window,
        depth: Depth,
    ) -> Result<Score, Aborted> {
        if root_race::is_on(&worker.link) {
            worker.race_root(window, depth)
        } else {
            worker.search_root(window, depth)
        }
    }
}

impl<C: SearchTypes<Policy = Parallel>> Worker<C> {
    /// Shares the siblings from `index` on with others, if the algorithm wants to; `None` if not:
    /// then this one is searched in turn.
    #[cold]
    #[inline(never)]
    fn share<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
        index: usize,
    ) -> Option<Result<(), Aborted>> {
        self.call_helpers();
        match self.link.team.algorithm {
            Algorithm::Serial => None,
            Algorithm::RootSplit | Algorithm::PvSplit | Algorithm::YoungBrothersWait => {
                self.may_split(node, index).then(|| self.split::<NULL>(node, index))
            }
            Algorithm::Abdada | Algorithm::SimplifiedAbdada => {
                self.announce();
                (self.is_deep(node.depth) && self.is_promising(node, index))
                    .then(|| self.defer::<NULL>(node, index))
            }
            Algorithm::LazySmp => {
                self.announce();
                self.stagger(node, index);
                None
            }
        }
    }

    /// Calls the helpers, if that has not been done and the search is long enough to be worth it.
    fn call_helpers(&mut self) {
        if self.statistics.nodes >= self.link.team.sharing.call_after {
            self.link.call.take().into_iter().for_each(|call| call());
        }
    }

    /// Whether the siblings from `index` on will probably all have to be searched. A node that was
    /// expected to fail high and has not done so with its first moves may still do so with the next.
    pub(super) fn is_promising(&self, node: &Node<Move<C>>, index: usize) -> bool {
        let team = &self.link.team;
        let first = team.sharing.cut_siblings(team.algorithm);
        node.kind != NodeType::Cut || index - node.first >= first
    }

    /// Whether so many plies remain that the races share the node.
    pub(super) fn is_deep(&self, depth: Depth) -> bool {
        self.reach(depth) >= self.link.least_depth
    }

    /// The plies that remain at most; to the end of a game that does not tell, up to the cap.
    pub(super) fn reach(&self, depth: Depth) -> u32 {
        self.plies_left(depth).min(self.max_ply.saturating_sub(self.ply))
    }
}
