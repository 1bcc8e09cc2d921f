//! ABDADA and Lazy SMP: every thread searches the root; the first to complete a pass has found its
//! value.
//!
//! Value, move and line come from that one search, so with exact depth match they are those of
//! fixed-depth minimax, whichever thread is first.
//!
//! Lazy SMP: every thread searches the root independently; threads share only the table.
//!
//! Each thread finds the results of the others there, so threads help each other unless they are at
//! the same place at the same time. At fixed depths every second helper is a ply ahead: where
//! deeper entries count, the first, the third and so on. In every search, also to the end, where
//! there are no depths to stagger, each helper begins with a different younger sibling wherever all
//! of them will have to be searched: at nodes that are not expected to fail high. The first child
//! comes first for all. The decisions of a selective search depend on the sorted order of the moves
//! and not on when they are searched.
//!
//! Östensen 2016, "A Complete Chess Engine Parallelized Using Lazy SMP"; the order after Weill
//! 1996.

use super::Parallel;
use super::passes::{PassResult, Passes, RootPass};
use super::tasks::HelperTask;
use crate::position::{Evaluator, Position};
use crate::search::Aborted;
use crate::search::algorithm::How;
use crate::search::node::{Node, NodeType};
use crate::search::options::DepthMatch;
use crate::search::stack::longest_line;
use crate::search::timeline::Activity;
use crate::search::worker::{Move, SearchTypes, Worker};
use crate::sync::{Arc, Mutex, lock, share};
use crate::{Depth, Score, Window};
use std::mem::replace;
use std::panic::{AssertUnwindSafe, catch_unwind};

impl<C: SearchTypes<Policy = Parallel>> Worker<C> {
    /// Searches the root, together with the other workers once it turns out to take long.
    pub(super) fn race_root(&mut self, window: Window, depth: Depth) -> Result<Score, Aborted> {
        self.set_least_depth(depth);
        self.link.pass = Some((window, depth));
        let searched = self.search_root(window, depth);
        self.link.pass = None;
        let Some(root_pass) = self.link.root_pass.take() else {
            return searched;
        };
        self.limits.stop = self.limits.control.token().clone();
        root_pass.stop.stop();
        let result = lock(&root_pass.result).take();
        searched.or_else(|aborted| result.map(|result| self.accept(result)).ok_or(aborted))
    }

    /// Announces the pass to the helpers, if that has not been done: the present node is worth
    /// sharing.
    pub(super) fn announce(&mut self) {
        if self.link.call.is_some() {
            return;
        }
        let Some((window, depth)) = self.link.pass.take() else {
            return;
        };
        self.log.moment(Activity::Announce { depth });
        let root_pass = Arc::new(RootPass {
            window,
            depth,
            limited: self.limits.limited,
            stop: self.limits.stop.below(),
            root: Mutex::new(self.root.clone()),
            result: Mutex::new(None),
        });
        self.limits.stop = root_pass.stop.clone();
        self.call_followers(&root_pass);
        self.call_leaders(&root_pass);
        self.link.root_pass = Some(root_pass);
    }

    /// Sends the race to the workers led by this one: all, or its group where several windows are
    /// raced for.
    fn call_followers(&self, race: &Arc<RootPass<Move<C>>>) {
        let groups = self.link.passes.as_ref().map_or(1, |passes| passes.groups());
        let team = &self.link.team;
        for follower in (self.link.worker + groups..team.size()).step_by(groups) {
            team.mailbox(follower).send(HelperTask::RootPass(share(race)));
        }
    }

    /// Joins the race of another group with the whole group, because no window is left for this
    /// worker; `None` if there is no race, or else whether the game's own code has not panicked.
    pub(super) fn follow(&mut self, passes: &Passes<Move<C>>) -> Option<bool> {
        let race = passes.race()?;
        self.call_followers(&race);
        let is_well = self.join_root_pass(&race);
        self.limits.stop = self.limits.control.token().clone();
        Some(is_well)
    }

    /// Takes over the root of a helper that has completed the pass, and reports to the observer
    /// what it has not received yet. Moves that the pass did not reach are not reported.
    fn accept(&mut self, result: PassResult<Move<C>>) -> Score {
        let mine = replace(&mut self.root, result.root);
        self.root.mark = self.statistics.nodes;
        self.tainted = result.tainted;
        for found in self.root.open() {
            if self.root.reported.contains(&found.mv) && !mine.reported.contains(&found.mv) {
                self.observer.root_move(found);
            }
        }
        if self.root.raised {
            self.observer.line(self.root.best());
        }
        self.root.raised |= mine.raised;
        result.value
    }

    /// Searches the root with the others, as a helper. Returns whether the game's own code has not
    /// panicked: if it has, this worker's position is lost.
    pub(super) fn join_root_pass(&mut self, root_pass: &RootPass<Move<C>>) -> bool {
        self.limits.stop = root_pass.stop.clone();
        self.limits.limited = root_pass.limited;
        self.root = lock(&root_pass.root).clone();
        // The results of earlier passes, and of this one so far, are kept by worker 0.
        (self.root.raised, self.root.lined) = (false, false);
        let searched = catch_unwind(AssertUnwindSafe(|| self.search_ahead(root_pass)));
        searched.map_err(|panic| self.link.team.panicked(panic)).is_ok()
    }

    /// Searches at the depth of the pass, or at greater ones until the pass is over.
    fn search_ahead(&mut self, root_pass: &RootPass<Move<C>>) -> Result<(), Aborted> {
        self.statistics.steals += 1;
        let mut depth = self.first_depth(root_pass.depth);
        loop {
            self.set_least_depth(depth);
            let value = self.search_root(root_pass.window, depth)?;
            if depth == root_pass.depth {
                let result = PassResult { value, root: self.root.clone(), tainted: self.tainted };
                lock(&root_pass.result).get_or_insert(result);
                root_pass.stop.stop();
                return Ok(());
            }
            let Some(next) = self.next_depth(depth) else {
                return Ok(());
            };
            depth = next;
        }
    }

    /// Returns the next iteration's depth, if there will be one. No worker is ahead of the first
    /// iteration, which has no limits; nor where a line may be longer than the cap on plies,
    /// because that would end the iteration under way.
    pub(super) fn next_depth(&self, depth: Depth) -> Option<Depth> {
        let goes_on = self.limits.limited && depth < self.limits.control.depth();
        let next = depth.to_plies().filter(|_| goes_on)? + 1;
        (self.longest_line(next) <= self.limits.max_ply).then(|| Depth::plies(next))
    }

    /// Returns the maximum number of plies of a line where the root is searched to `depth`, with
    /// quiescence. A selective search extends lines, and may pass between two moves, but only
    /// within the length of the game.
    fn longest_line(&self, depth: u16) -> u32 {
        let (depth, quiet) = (u32::from(depth), u32::from(self.evaluator.quiescence_plies()));
        let each = if self.passes() { 2 } else { 1 };
        let left =
            self.path.position.plies_left().map_or(u32::MAX, |left| left.saturating_mul(each));
        longest_line(&*self.evaluator, depth).min(left).max(depth + quiet)
    }

    /// Sets the minimum remaining plies of nodes that are shared.
    fn set_least_depth(&mut self, depth: Depth) {
        let sharing = &self.link.team.sharing;
        self.link.least_depth = sharing.defer_depth.unwrap_or(self.reach(depth) / 2);
    }
}

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

    /// Returns the first depth of this worker: Lazy SMP lets every second helper start a ply ahead,
    /// as long as there is a next iteration. Not the first helper where depths must match exactly,
    /// because then entries from ahead help only later.
    pub(super) fn first_depth(&self, depth: Depth) -> Depth {
        let first = match self.options.depth_match {
            DepthMatch::Exact => 0,
            DepthMatch::AtLeast => 1,
        };
        let is_ahead = self.link.team.scheme.how == How::Stagger && self.link.worker % 2 == first;
        self.next_depth(depth).filter(|_| is_ahead).unwrap_or(depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ZeroEvaluator;
    use crate::doc::Countdown;
    use crate::parallel::TeamLink;
    use crate::parallel::team::{Fan, Team};
    use crate::search::algorithm::Algorithm;
    use crate::search::control::{Control, Limits};
    use crate::search::memory::MoveMemory;
    use crate::search::observer::NoTracer;
    use crate::search::options::{Options, Sharing};
    use crate::search::root_moves::RootMoves;
    use crate::search::worker::{Types, WorkerContext};
    use crate::selective::{Selection, Selective};
    use crate::table::NoTable;

    type Racing = Types<Countdown, Selective<ZeroEvaluator>, NoTable, Parallel, NoTracer, false>;

    /// Returns the greatest depth of a helper with a cap of a hundred plies, in a game of at most
    /// `left`.
    fn deepest(left: u8, selection: Selection) -> u16 {
        let control = Arc::new(Control::new(&Limits::new()));
        let fan = Fan { helpers: 1, each: 2 };
        let scheme = Algorithm::LazySmp.scheme();
        let team = Team::new(scheme, Sharing::default(), Arc::clone(&control), fan);
        let evaluator = Selective::new(ZeroEvaluator, selection);
        let link = TeamLink::new(&team, 1, None);
        let context = WorkerContext::bare(evaluator, control, Options::default(), link);
        let (start, root) = (Countdown::new(left), RootMoves::new(&[1, 2, 3], false));
        let mut worker = Worker::<Racing>::new(start, root, context, MoveMemory::default());
        worker.limits.limit();
        let goes_to = |plies: u16| worker.next_depth(Depth::plies(plies - 1)).is_some();
        (2..1_000).take_while(|plies| goes_to(*plies)).last().expect("two plies are few")
    }

    /// Extensions make lines three times as long, singular moves five times.
    #[test]
    fn a_helper_goes_ahead_only_if_the_longest_line_may_be_played() {
        let with = |change: fn(&mut Selection)| Selection::NONE.with(change);
        assert_eq!(deepest(200, Selection::NONE), 100);
        assert_eq!(deepest(200, with(|s| s.null_move = true)), 100);
        assert_eq!(deepest(200, with(|s| s.extensions = true)), 33);
        assert_eq!(deepest(200, with(|s| (s.extensions, s.singular) = (true, true))), 20);
    }

    /// Lines are not longer than the game, with a pass after each move.
    #[test]
    fn a_helper_goes_ahead_where_the_game_ends_before_the_cap() {
        assert_eq!(deepest(100, Selection::NONE.with(|s| s.extensions = true)), 100);
        assert_eq!(deepest(50, Selection::default()), 100);
        assert_eq!(deepest(51, Selection::default()), 33);
    }
}
