//! Several windows of the root in parallel: which workers search them, and what worker 0 does when
//! no window is left.
//!
//! Worker 0 is one of those that search the root. The others are helpers that were idle when they
//! were recruited. All of them open split points below the root, and help each other there.
//!
//! In a race (ABDADA, Lazy SMP) no worker is idle during a pass: each worker that searches the root
//! leads a group, which races for its window, or for that of another group when no window is left.

use super::passes::{PassPlan, Passes, RootPass, WindowClaim};
use super::tasks::HelperTask;
use super::{Parallel, SplitPointOf};
use crate::search::Aborted;
use crate::search::limit_check::TIME_UNREPORTED;
use crate::search::timeline::{Activity, SpanOutcome};
use crate::search::worker::{Move, SearchTypes, Worker};
use crate::sync::{Arc, look, now, share};
use crate::{Bounds, Depth, Score};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The worker that was called for the value: worker 0.
const ASKER: usize = 0;

/// The passes of a search.
type PassesOf<C> = Passes<Move<C>>;

impl<C: SearchTypes<Policy = Parallel>> Worker<C> {
    /// Finds the value of the root with at most `most` windows in parallel. `known` is tightened
    /// pass by pass, and stays valid if the search is aborted. No value depends on a horizon.
    #[inline(never)]
    pub(super) fn close_in_side_by_side(
        &mut self,
        most: usize,
        depth: Depth,
        guess: Score,
        known: &mut Bounds,
    ) -> Result<bool, Aborted> {
        let (limited, driver, grid) =
            (self.limits.limited, self.options.driver_to_end, self.grid());
        let asked = PassPlan { depth, limited, driver, grid, most };
        let passes = Arc::new(Passes::new(asked, *known, guess, self.root.clone()));
        self.link.passes = Some(share(&passes));
        let found = self.lead_until_known(&passes, known);
        self.link.passes = None;
        found.map(|()| false)
    }

    /// Searches one window after the other, and helps other workers, until the value is known.
    fn lead_until_known(
        &mut self,
        passes: &PassesOf<C>,
        known: &mut Bounds,
    ) -> Result<(), Aborted> {
        let mut result = Ok(());
        while result.is_ok() && known.lower < known.upper {
            result = match (self.take_pass(passes), self.link.is_race()) {
                (Some(searched), _) => searched,
                (None, true) if self.follow(passes) == Some(true) => Ok(()),
                (None, _) => self.help_until_called(passes),
            };
            self.process_news(passes, known);
        }
        result
    }

    /// Searches the root with a window of its own; `None` if none is left.
    fn take_pass(&mut self, passes: &PassesOf<C>) -> Option<Result<(), Aborted>> {
        let everything = self.limits.control.token().clone();
        let claim = passes.claim(&everything)?;
        self.statistics.passes_beside += u64::from(self.link.worker != ASKER);
        self.root = claim.root.clone();
        self.limits.stop = claim.stop.clone();
        self.link.claimed = claim.number;
        let searched = self.pass(claim.window, passes.depth);
        self.limits.stop = everything;
        Some(self.give_back(passes, &claim, searched))
    }

    /// Returns the result of `claim`. An abort is not an error if other results have made the claim
    /// superfluous.
    fn give_back(
        &self,
        passes: &PassesOf<C>,
        claim: &WindowClaim<Move<C>>,
        searched: Result<Score, Aborted>,
    ) -> Result<(), Aborted> {
        match searched {
            Ok(value) => {
                passes.finish(claim, value, &self.root, self.link.worker == ASKER);
                Ok(())
            }
            Err(Aborted) => passes.abandon(claim).then_some(()).ok_or(Aborted),
        }
    }

    /// Takes over the shared results; the observer receives those of other workers.
    fn process_news(&mut self, passes: &PassesOf<C>, known: &mut Bounds) {
        let (now_known, root, unprocessed) = passes.news();
        self.root = root;
        for (found, raises) in unprocessed {
            let reported = found.open().iter().filter(|root| found.reported.contains(&root.mv));
            reported.for_each(|root| self.observer.root_move(root));
            if raises {
                self.observer.line(found.best());
            }
        }
        if std::mem::replace(known, now_known) != now_known && self.root.fixed == 0 {
            self.observer.bounds(passes.depth, now_known);
        }
    }

    /// If another root window is open, sends an idle helper to search it: the present node is worth
    /// sharing.
    pub(super) fn recruit(&self) {
        if !C::TO_END {
            return;
        }
        let Some(passes) = self.link.passes.as_ref().filter(|passes| passes.is_open()) else {
            return;
        };
        let team = &self.link.team;
        passes.admit(|| match team.idle.take(self.link.worker) {
            Some(ASKER) => {
                team.mailbox(ASKER).send(HelperTask::News);
                false
            }
            Some(helper) => {
                team.mailbox(helper).send(HelperTask::Lead(share(passes)));
                true
            }
            None => false,
        });
    }

    /// Searches the root as a helper, as long as there are windows. Returns whether the game's own
    /// code has not panicked: if it has, this worker's position is lost. Worker 0 is notified in
    /// any case.
    pub(super) fn lead(&mut self, passes: &Arc<PassesOf<C>>) -> bool {
        let depth = passes.depth;
        let mark = self.log.begin(self.statistics.nodes, || Activity::Lead { depth });
        self.limits.limited = passes.limited;
        self.link.passes = Some(share(passes));
        let led = catch_unwind(AssertUnwindSafe(|| self.lead_while_wanted(passes)));
        self.link.passes = None;
        let team = &self.link.team;
        let is_well = led.unwrap_or_else(|panic| {
            team.panicked(panic);
            passes.leave(self.link.worker);
            false
        });
        self.call_asker();
        self.log.end(mark, self.statistics.nodes, SpanOutcome::Finished);
        is_well
    }

    /// Searches one window after the other, and in a race those of other groups too, until there is
    /// none and this worker has left `passes`; returns whether the game's own code has not
    /// panicked.
    fn lead_while_wanted(&mut self, passes: &PassesOf<C>) -> bool {
        loop {
            let is_well = match self.take_pass(passes) {
                Some(Ok(())) => continue,
                Some(Err(Aborted)) => true,
                None => match self.follow(passes) {
                    Some(true) => continue,
                    None if passes.leave_if_idle(self.link.worker) => return true,
                    None => continue,
                    Some(false) => false,
                },
            };
            passes.leave(self.link.worker);
            return is_well;
        }
    }

    /// In a race: calls the idle leaders to race for this worker's window.
    pub(super) fn call_leaders(&self, race: &Arc<RootPass<Move<C>>>) {
        let Some(passes) = &self.link.passes else { return };
        let team = &self.link.team;
        for leader in passes.announce(self.link.claimed, race) {
            team.mailbox(leader).send(HelperTask::Lead(share(passes)));
        }
        self.call_asker();
    }

    /// Wakes worker 0 if it is idle, to look at new results.
    pub(super) fn call_asker(&self) {
        let team = &self.link.team;
        if team.idle.withdraw(ASKER) {
            team.mailbox(ASKER).send(HelperTask::News);
        }
    }

    /// Helps other workers with their windows until the value is known or a window is left: worker
    /// 0 has none of its own. A worker that finishes a window notifies worker 0. Order matters:
    /// worker 0 enlists as idle, then looks at the results; the other worker stores its result,
    /// then looks whether worker 0 is idle. So at least one of them sees the other.
    fn help_until_called(&mut self, passes: &PassesOf<C>) -> Result<(), Aborted> {
        while let Some(split) = self.steal(None) {
            self.help(&split);
            if passes.calls() {
                return Ok(());
            }
        }
        let since = now();
        let mark = self.log.begin(self.statistics.nodes, || Activity::Idle);
        let help = self.wait_until_called(passes);
        self.log.end(mark, self.statistics.nodes, SpanOutcome::Finished);
        self.statistics.idle += now().saturating_sub(since);
        help.into_iter().for_each(|split| self.help(&split));
        if self.limits.is_report_due(now()) {
            self.report_at(now());
        }
        if self.limits.control.token().is_stopped() { Err(Aborted) } else { Ok(()) }
    }

    /// Blocks until there is something to do; returns the split point to help at, if any. Wakes up
    /// now and then.
    pub(super) fn wait_until_called(&self, passes: &PassesOf<C>) -> Option<Arc<SplitPointOf<C>>> {
        let team = &self.link.team;
        team.idle.enlist(ASKER);
        // A worker that has stopped all others may have called before, and left its window as it
        // was.
        let is_called = passes.calls() || self.limits.control.token().is_stopped();
        let stolen = if is_called { None } else { self.steal(None) };
        let task = if is_called || stolen.is_some() {
            None
        } else {
            let mailbox = team.mailbox(ASKER);
            look(team.size(), || mailbox.is_full());
            mailbox.receive_within(TIME_UNREPORTED)
        };
        // If another worker was faster, it has sent a task.
        let task =
            task.or_else(|| (!team.idle.withdraw(ASKER)).then(|| team.mailbox(ASKER).receive()));
        match (task, stolen) {
            (Some(HelperTask::Help(split)), stolen) => {
                stolen.into_iter().for_each(|stolen| _ = stolen.decline());
                Some(split)
            }
            (_, stolen) => stolen,
        }
    }
}
