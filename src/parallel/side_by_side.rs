//! Several windows of the root side by side: who searches them, and what the asker does when none is left.
//!
//! The asker is worker 0, and one of those who search the root. The others are helpers that it, or one of them, finds
//! idle. Below the root all open split points, and all help each other there.
//!
//! In a race (ABDADA, Lazy SMP) nobody is idle while there is a pass: each of those who search the root leads a
//! group, whose workers race for its window, or for that of another group when none is left for it.

use super::passes::{Claim, PassPlan, Passes, RootPass};
use super::tasks::HelperTask;
use super::{Parallel, SplitPointOf};
use crate::search::Aborted;
use crate::search::limit_check::TIME_UNREPORTED;
use crate::search::timeline::{Activity, SpanOutcome};
use crate::search::worker::{Move, SearchTypes, Worker};
use crate::sync::{Arc, look, now, share};
use crate::{Bounds, Depth, Score};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The worker that was asked for the value.
const ASKER: usize = 0;

/// The passes of a search.
type PassesOf<C> = Passes<Move<C>>;

impl<C: SearchTypes<Policy = Parallel>> Worker<C> {
    /// Finds the value of the root with at most `most` windows side by side. `known` is tightened pass by pass, and
    /// stays true if the search is aborted. No value depends on a horizon.
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

    /// One window after the other, and help where others search, until all is known.
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
            self.hear(passes, known);
        }
        result
    }

    /// Searches the root with a window that nobody else searches; `None` if there is none.
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

    /// Tells what has come of `claim`. It is no harm if it was aborted because others have made it needless.
    fn give_back(
        &self,
        passes: &PassesOf<C>,
        claim: &Claim<Move<C>>,
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

    /// What all know by now; the observer hears what others have found.
    fn hear(&mut self, passes: &PassesOf<C>, known: &mut Bounds) {
        let (now_known, root, unheard) = passes.news();
        self.root = root;
        for (found, raises) in unheard {
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

    /// The node is worth sharing: if one more is wanted who searches the root, somebody idle is sent there.
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

    /// Searches the root as a helper, as long as there are windows. Whether the game's own code has not panicked: if
    /// it has, this worker's position is lost. The asker hears of it in any case.
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

    /// One window after the other, and in a race those of others too, until there is none and this worker has left
    /// `passes`; whether the game's own code has not panicked.
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

    /// In a race: the leaders that have nothing to do hear that this worker's window can be raced for.
    pub(super) fn call_leaders(&self, race: &Arc<RootPass<Move<C>>>) {
        let Some(passes) = &self.link.passes else { return };
        let team = &self.link.team;
        for leader in passes.announce(self.link.claimed, race) {
            team.mailbox(leader).send(HelperTask::Lead(share(passes)));
        }
        self.call_asker();
    }

    /// The asker, if it is idle, looks at what has been found.
    pub(super) fn call_asker(&self) {
        let team = &self.link.team;
        if team.idle.withdraw(ASKER) {
            team.mailbox(ASKER).send(HelperTask::News);
        }
    }

    /// There is no window left for the asker: it helps others at theirs, as any helper does, until all is known or
    /// there is one. Who searches the root tells it when it has done so, and between the asker's word that it is idle
    /// and its look at what is known, either that one sees it idle or it sees what was found.
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

    /// Blocks until there is something to do: the split point to help at, if that is it. It looks up now and then.
    pub(super) fn wait_until_called(&self, passes: &PassesOf<C>) -> Option<Arc<SplitPointOf<C>>> {
        let team = &self.link.team;
        team.idle.enlist(ASKER);
        // Who has stopped everybody may have called before, and left its window as it was.
        let is_called = passes.calls() || self.limits.control.token().is_stopped();
        let stolen = if is_called { None } else { self.steal(None) };
        let task = if is_called || stolen.is_some() {
            None
        } else {
            let mailbox = team.mailbox(ASKER);
            look(team.size(), || mailbox.is_full());
            mailbox.receive_within(TIME_UNREPORTED)
        };
        // Whoever was faster in giving it something to do has sent it.
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
