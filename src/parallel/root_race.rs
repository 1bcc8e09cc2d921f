//! Every thread searches the root; the first to complete a pass has found its value.
//!
//! ABDADA and Lazy SMP. Value, move and line come from that one search, so with exact depth match
//! they are those of fixed-depth minimax, whoever is first.

use super::Parallel;
use super::passes::Passes;
use super::tasks::{PassResult, RootPass, Task};
use crate::position::Evaluator;
use crate::search::Aborted;
use crate::search::timeline::Activity;
use crate::search::worker::{Move, SearchTypes, Worker};
use crate::sync::{Arc, Mutex, lock, share};
use crate::{Depth, Score, Window};
use std::mem::replace;
use std::panic::{AssertUnwindSafe, catch_unwind};

impl<C: SearchTypes<Policy = Parallel>> Worker<C> {
    /// Searches the root, with the others once it turns out to take long.
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

    /// The present node is worth sharing: the helpers are told of the pass, if they have not been.
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

    /// Those race too whom this worker leads: all, or where several windows are raced for side by side, its group.
    fn call_followers(&self, race: &Arc<RootPass<Move<C>>>) {
        let groups = self.link.passes.as_ref().map_or(1, |passes| passes.groups());
        let team = &self.link.team;
        for follower in (self.link.worker + groups..team.size()).step_by(groups) {
            team.mailbox(follower).send(Task::RootPass(share(race)));
        }
    }

    /// There is no window left for this worker, which leads a group: all of it race for that of another, if one is
    /// raced for: then, whether the game's own code has not panicked.
    pub(super) fn follow(&mut self, passes: &Passes<Move<C>>) -> Option<bool> {
        let race = passes.race()?;
        self.call_followers(&race);
        let is_well = self.join_root_pass(&race);
        self.limits.stop = self.limits.control.token().clone();
        Some(is_well)
    }

    /// A helper has completed the pass: its root is taken over, and the observer hears what it has not
    /// heard. Moves that the pass did not come to are no news.
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

    /// Searches the root with the others, as a helper. Whether the game's own code has not panicked:
    /// if it has, this worker's position is lost.
    pub(super) fn join_root_pass(&mut self, root_pass: &RootPass<Move<C>>) -> bool {
        self.limits.stop = root_pass.stop.clone();
        self.limits.limited = root_pass.limited;
        self.root = lock(&root_pass.root).clone();
        // What earlier passes have shown, or this one so far, is worker 0's to remember.
        (self.root.raised, self.root.lined) = (false, false);
        let searched = catch_unwind(AssertUnwindSafe(|| self.search_ahead(root_pass)));
        searched.map_err(|panic| self.link.team.panicked(panic)).is_ok()
    }

    /// Searches at the depth of the pass, or at greater ones until it is over.
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

    /// The next iteration's depth, if there will be one. Nobody goes ahead of the first, which has no
    /// limits; nor beyond the cap on plies, where a helper would end the iteration under way.
    pub(super) fn next_depth(&self, depth: Depth) -> Option<Depth> {
        let goes_on = self.limits.limited && depth < self.limits.control.depth();
        let next = depth.to_plies().filter(|_| goes_on)? + 1;
        let most = u32::from(next) + u32::from(self.evaluator.quiescence_plies());
        (most <= self.limits.max_ply).then(|| Depth::plies(next))
    }

    /// From which depth on nodes are shared.
    fn set_least_depth(&mut self, depth: Depth) {
        let sharing = &self.link.team.sharing;
        self.link.least_depth = sharing.defer_depth.unwrap_or(self.reach(depth) / 2);
    }
}
