//! [`Together`]: the sibling policy of all parallel searches.
//!
//! It is the serial loop, until a node turns out to be worth sharing; what happens then depends on
//! the algorithm, off the path of the other nodes.

use super::race;
use super::seat::Seat;
use crate::search::Aborted;
use crate::search::node::{Kind, Node};
use crate::search::sharing::Algorithm;
use crate::search::worker::{Brothers, Move, Parts, Worker};
use crate::{Depth, Score, Window};

/// The sibling policy of all parallel searches.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Together;

impl Brothers for Together {
    type Seat<C: Parts<Brothers = Self>> = Seat<C>;

    #[inline(always)]
    fn young<C: Parts<Brothers = Self>, const NULL: bool>(
        worker: &mut Worker<C>,
        node: &mut Node<Move<C>>,
    ) -> Result<(), Aborted> {
        let is_deep = worker.plies_left(node.depth) >= worker.seat.least_depth;
        for index in node.first + 1..node.end {
            let spent = worker.statistics.nodes - node.before;
            if is_deep
                && spent >= worker.seat.least_work
                && let Some(shared) = worker.share::<NULL>(node, index)
            {
                return shared;
            }
            worker.brother::<NULL>(node, index)?;
            if node.is_cut() {
                worker.statistics.cutoff(index - node.first);
                break;
            }
        }
        Ok(())
    }

    fn pass<C: Parts<Brothers = Self>>(
        worker: &mut Worker<C>,
        window: Window,
        depth: Depth,
    ) -> Result<Score, Aborted> {
        if race::is_on(&worker.seat) {
            worker.race(window, depth)
        } else {
            worker.search_root(window, depth)
        }
    }
}

impl<C: Parts<Brothers = Together>> Worker<C> {
    /// Shares the brothers from `index` on with others, if the algorithm wants to; `None` if not:
    /// then this one is searched in turn.
    #[cold]
    #[inline(never)]
    fn share<const NULL: bool>(
        &mut self,
        node: &mut Node<Move<C>>,
        index: usize,
    ) -> Option<Result<(), Aborted>> {
        self.call_helpers();
        match self.seat.crew.algorithm {
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
        if self.statistics.nodes >= self.seat.crew.sharing.call_after {
            self.seat.call.take().into_iter().for_each(|call| call());
        }
    }

    /// Whether the brothers from `index` on will probably all have to be searched. A node that was
    /// expected to fail high and has not done so with its first moves may still do so with the next.
    pub(super) fn is_promising(&self, node: &Node<Move<C>>, index: usize) -> bool {
        let crew = &self.seat.crew;
        let first = crew.sharing.cut_brothers(crew.algorithm);
        node.kind != Kind::Cut || index - node.first >= first
    }

    /// Whether so many plies remain that the races share the node.
    pub(super) fn is_deep(&self, depth: Depth) -> bool {
        self.reach(depth) >= self.seat.least_depth
    }

    /// The plies that remain at most; to the end of a game that does not tell, up to the cap.
    pub(super) fn reach(&self, depth: Depth) -> u32 {
        self.plies_left(depth).min(self.max_ply.saturating_sub(self.ply))
    }
}
