//! A run of the manager, from its first job to its [`Ending`].

use super::ProofManager;
use super::under_way::Postponed;
use crate::error::Error;
use crate::job::JobExecutor;
use eldest::StopToken;
use std::time::Duration;

/// Why a run ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ending {
    /// The goal is proved, and each check that was due has confirmed its answer.
    Settled,
    /// The goal is proved, but some answers due for a check are not confirmed: a check ran out of
    /// nodes because its worker limits them, or the only worker is the one that sent the answer.
    /// The next run checks them again.
    Unconfirmed,
    /// The stop token was triggered.
    Stopped,
    /// The [limit on nodes](crate::ProofOptions::nodes) was reached.
    Limit,
}

impl ProofManager<'_> {
    /// Hands out jobs to `executor` until the goal is proved, `stop` is triggered or the limit on
    /// nodes is reached. Calls `watch` after each step.
    ///
    /// At the end of a run, open jobs are withdrawn and their results kept: the executor then has
    /// no job of this proof. Another run may follow, with another executor.
    ///
    /// # Errors
    /// [`Error::Store`], [`Error::Contradiction`], [`Error::Job`], [`Error::Lost`], and
    /// [`Error::Position`] if the rules cannot generate the moves of a position.
    pub fn run(
        &mut self,
        executor: &mut (impl JobExecutor + ?Sized),
        stop: &StopToken,
        watch: &mut dyn FnMut(&Self),
    ) -> Result<Ending, Error> {
        self.begin_run();
        let (ended, drained) = loop {
            let ended = self.work(executor, stop, watch);
            let was_complete = self.complete().is_some();
            let drained = self.drain(executor, ended.is_ok());
            // An answer that arrived last may need a check.
            let is_sound = ended.is_ok() && drained.is_ok();
            let is_open = is_sound && was_complete && self.complete().is_none();
            if !is_open {
                break (ended, drained);
            }
        };
        // The last open jobs may have completed the proof.
        self.run.is_on = false;
        let ended = ended.and_then(|ending| drained.map(|()| ending));
        if let Err(Error::Contradiction(contradiction)) = &ended {
            executor.contradicted(&contradiction.workers());
        }
        let ending = ended?;
        watch(self);
        Ok(self.complete().unwrap_or(ending))
    }

    /// Returns the ending of a complete proof; `None` if there is more to do.
    fn complete(&self) -> Option<Ending> {
        let is_complete = self.open_question().is_none() && self.ledger.checks.is_empty();
        let ending = || match self.ledger.unconfirmed() {
            0 => Ending::Settled,
            _ => Ending::Unconfirmed,
        };
        is_complete.then(ending)
    }

    fn begin_run(&mut self) {
        self.begun = std::time::Instant::now();
        self.run.before = (self.ledger.nodes, self.ledger.millis);
        self.run.is_on = true;
        self.run.postponed = Postponed::default();
        self.ledger.check_again(&self.options);
    }

    fn work(
        &mut self,
        executor: &mut (impl JobExecutor + ?Sized),
        stop: &StopToken,
        watch: &mut dyn FnMut(&Self),
    ) -> Result<Ending, Error> {
        loop {
            watch(self);
            if let Some(ending) = self.complete() {
                return Ok(ending);
            }
            if stop.is_stopped() {
                return Ok(Ending::Stopped);
            }
            if self.options.nodes.is_some_and(|most| self.ledger.nodes - self.run.before.0 >= most)
            {
                return Ok(Ending::Limit);
            }
            self.withdraw(executor);
            self.hand_out(executor);
            if self.waits_for_a_worker() {
                if self.run.postponed.try_once_more() {
                    continue;
                }
                return Ok(Ending::Unconfirmed);
            }
            let arrived = self.wait(executor);
            self.take(arrived)?;
        }
    }

    /// Returns whether only checks are left, and no available worker may do them.
    fn waits_for_a_worker(&self) -> bool {
        let is_idle = self.open_question().is_none() && self.run.under_way.is_empty();
        is_idle && !self.run.postponed.checks.is_empty()
    }

    /// Withdraws all open jobs and waits for them. Their results count if `counts` is true and no
    /// error occurs.
    fn drain(
        &mut self,
        executor: &mut (impl JobExecutor + ?Sized),
        counts: bool,
    ) -> Result<(), Error> {
        self.run.withdraw(executor, |_| true);
        let (mut arrived, mut taken) = (Vec::new(), Ok(()));
        while !self.run.under_way.is_empty() {
            match executor.answer() {
                Some(answer) if counts && taken.is_ok() => {
                    arrived.push(answer);
                    if arrived.len() >= self.run.under_way.len() {
                        taken = self.take(std::mem::take(&mut arrived));
                    }
                }
                Some((number, _)) => drop(self.run.under_way.remove(&number)),
                None => break,
            }
        }
        let last = if arrived.is_empty() { Ok(()) } else { self.take(arrived) };
        self.run.under_way.clear();
        taken.and(last)
    }

    /// Returns the milliseconds of searching, over all sessions.
    pub(super) fn millis(&self) -> u64 {
        if !self.run.is_on {
            return self.ledger.millis;
        }
        let now = self.begun.elapsed().min(Duration::from_secs(u32::MAX.into())).as_millis() as u64;
        self.run.before.1 + now
    }
}
