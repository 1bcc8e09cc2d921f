//! The parallel searches: one kernel, and several ways to search the younger siblings.
//!
//! | file | |
//! |---|---|
//! | this one | [`Parallel`], the sibling policy: the serial loop, until a node is worth sharing; then the algorithm, off the hot path; [`TeamLink`], a worker's link to its team |
//! | [`split_point`], [`split`] | Young Brothers Wait, PV-splitting and root splitting: one mechanism, three predicates |
//! | [`passes`], [`side_by_side`] | several windows of the root in parallel, in searches to the end |
//! | [`root_race`], [`abdada`], [`marks`] | ABDADA and Lazy SMP: every thread searches the root |
//! | [`team`], [`tasks`], [`helper`] | the threads of a search: which are idle, how they receive tasks, how they leave |
//!
//! `docs/split-points.md` describes the protocol: the states, which thread writes what, and the
//! races by name.

mod abdada;
pub(crate) mod helper;
mod marks;
#[cfg(loom)]
pub mod models;
mod passes;
mod root_race;
mod side_by_side;
mod split;
mod split_point;
mod tasks;
pub(crate) mod team;

use crate::position::Position;
use crate::search::Aborted;
use crate::search::algorithm::{At, How};
use crate::search::node::{Node, NodeType};
use crate::search::timeline::Activity;
use crate::search::worker::{EvaluatorState, Move, SearchTypes, SiblingPolicy, Worker};
use crate::sync::Arc;
use crate::{Bounds, Depth, Score, Window};
use passes::{Passes, RootPass};
use split_point::SplitPoint;
use team::Team;

/// The sibling policy of all parallel searches.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Parallel;

impl SiblingPolicy for Parallel {
    type Link<C: SearchTypes<Policy = Self>> = TeamLink<C::Position, EvaluatorState<C>>;

    #[inline(always)]
    fn younger_siblings<C: SearchTypes<Policy = Self>, const NULL: bool>(
        worker: &mut Worker<C>,
        node: &mut Node<Move<C>>,
    ) -> Result<(), Aborted> {
        let shared_from = node.before.saturating_add(worker.link.least_work);
        for index in node.first + 1..node.end {
            if worker.statistics.nodes >= shared_from
                && worker.plies_left(node.depth) >= worker.link.least_depth
            {
                let (after, shared) = worker.share::<NULL>(node.clone(), index);
                if let Some(shared) = shared {
                    *node = after;
                    return shared;
                }
                node.ordered = after.ordered;
            }
            worker.search_sibling::<NULL>(node, index)?;
            if node.is_cut() {
                worker.statistics.cutoff(index - node.first);
                break;
            }
        }
        Ok(())
    }

    fn close_in<C: SearchTypes<Policy = Self>>(
        worker: &mut Worker<C>,
        depth: Depth,
        guess: Score,
        known: &mut Bounds,
    ) -> Result<bool, Aborted> {
        match worker.passes_at_once(*known) {
            1 => worker.close_in(depth, guess, known),
            most => worker.close_in_side_by_side(most, depth, guess, known),
        }
    }

    fn pass<C: SearchTypes<Policy = Self>>(
        worker: &mut Worker<C>,
        window: Window,
        depth: Depth,
    ) -> Result<Score, Aborted> {
        if worker.link.is_race() {
            worker.race_root(window, depth)
        } else {
            worker.search_root(window, depth)
        }
    }
}

/// Calls the helpers.
pub(crate) type CallHelpers = Box<dyn FnOnce() + Send>;

/// A worker's link to its team.
pub(crate) struct TeamLink<P: Position, S> {
    worker: usize,
    team: Arc<Team<P, S>>,
    /// Calls the helpers; `None` once they have been called.
    call: Option<CallHelpers>,
    /// The innermost split point that this worker searches below.
    split: Option<Arc<SplitPoint<P, S>>>,
    /// The parallel windows of the root, while this worker searches one of them.
    passes: Option<Arc<Passes<P::Move>>>,
    /// The number of that window.
    claimed: u32,
    /// The pass that this worker searches and has not announced.
    pass: Option<(Window, Depth)>,
    /// The pass that all workers search.
    root_pass: Option<Arc<RootPass<P::Move>>>,
    /// The minimum remaining plies of a node that is shared.
    least_depth: u32,
    /// The minimum number of nodes visited below it.
    least_work: u64,
}

impl<P: Position, S> TeamLink<P, S> {
    /// Creates the link of `worker`; `call` calls the helpers, if any.
    pub(crate) fn new(team: &Arc<Team<P, S>>, worker: usize, call: Option<CallHelpers>) -> Self {
        let sharing = &team.sharing;
        let (least_depth, least_work) = match team.scheme.how {
            _ if team.size() == 1 => (u32::MAX, u64::MAX),
            How::Split(_) => (sharing.split_depth, sharing.least_work(team.size())),
            How::Defer(_) | How::Stagger => (sharing.defer_depth.unwrap_or(u32::MAX), 0),
        };
        let team = Arc::clone(team);
        Self {
            worker,
            team,
            call,
            split: None,
            passes: None,
            claimed: 0,
            pass: None,
            root_pass: None,
            least_depth,
            least_work,
        }
    }

    /// Whether all workers search the root.
    fn is_race(&self) -> bool {
        self.team.size() > 1 && self.team.scheme.how.is_race()
    }
}

/// The split points of a search.
type SplitPointOf<C> = SplitPoint<<C as SearchTypes>::Position, EvaluatorState<C>>;

impl<C: SearchTypes<Policy = Parallel>> Worker<C> {
    /// Shares the siblings from `index` on with other workers, if the algorithm decides so; `None`
    /// if not: then this sibling is searched serially.
    ///
    /// The node comes and goes by value. By reference it would stay in memory at every node, not in
    /// registers: two in a hundred instructions of a search of Connect Four.
    #[cold]
    #[inline(never)]
    fn share<const NULL: bool>(
        &mut self,
        mut node: Node<Move<C>>,
        index: usize,
    ) -> (Node<Move<C>>, Option<Result<(), Aborted>>) {
        self.call_helpers();
        let shared = match self.link.team.scheme.how {
            How::Split(at) => {
                self.recruit();
                self.may_split(at, &node, index).then(|| self.split::<NULL>(&mut node, index))
            }
            How::Defer(marking) => {
                self.announce();
                (self.is_deep(node.depth) && self.is_promising(&node, index))
                    .then(|| self.defer::<NULL>(marking, &mut node, index))
            }
            How::Stagger => {
                self.announce();
                self.stagger(&mut node, index);
                None
            }
        };
        (node, shared)
    }

    /// Returns how many windows of the root are searched in parallel: several only in searches to
    /// the end, if more than the root or the principal variation is shared. Where only one value is
    /// possible there is one pass.
    fn passes_at_once(&self, known: Bounds) -> usize {
        let (team, possible) = (&self.link.team, self.grid().inwards(known));
        match team.scheme.how {
            How::Split(At::Root | At::Pv) => 1,
            _ if possible.lower == possible.upper => 1,
            _ if C::TO_END && team.size() > 1 => {
                let most = self.options.driver_to_end.passes(team.sharing.passes, team.size());
                most.min(team.size())
            }
            _ => 1,
        }
    }

    /// Calls the helpers, if that has not been done and the search has taken long enough.
    fn call_helpers(&mut self) {
        if self.statistics.nodes >= self.link.team.sharing.call_after
            && let Some(call) = self.link.call.take()
        {
            self.log.moment(Activity::Call);
            call();
        }
    }

    /// Whether the siblings from `index` on will probably all have to be searched. A node that was
    /// expected to fail high and has not done so with its first moves may still do so with the
    /// next.
    fn is_promising(&self, node: &Node<Move<C>>, index: usize) -> bool {
        let team = &self.link.team;
        let first = team.sharing.cut_siblings.unwrap_or(team.scheme.cut_siblings);
        node.kind != NodeType::Cut || index - node.first >= first
    }

    /// Whether enough plies remain for the races to share the node.
    fn is_deep(&self, depth: Depth) -> bool {
        self.reach(depth) >= self.link.least_depth
    }

    /// Returns the maximum number of remaining plies; up to the cap in a search to the end of a
    /// game that gives no bound.
    fn reach(&self, depth: Depth) -> u32 {
        self.plies_left(depth).min(self.limits.max_ply.saturating_sub(self.path.ply))
    }
}
