//! What comes of jobs is written, and then counts.

use super::Prover;
use super::answer::{longest, validated};
use super::executor::Executor;
use super::under_way::{Begun, Purpose};
use crate::error::Error;
use crate::graph::Id;
use crate::job::{End, Job, Outcome};
use crate::store::Record;

/// A position that has failed this many times is given up.
const MOST_FAILURES: u32 = 3;
/// After this number of jobs lost in turn no worker is assumed to be there.
const MOST_LOST: u64 = 1000;
impl Prover<'_> {
    /// Waits for an outcome, and takes all that are there then: they are written together.
    pub(super) fn wait(
        &mut self,
        executor: &mut (impl Executor + ?Sized),
    ) -> Vec<(usize, Outcome)> {
        let first = executor.answer();
        let more = first.is_some().then(|| std::iter::from_fn(|| executor.answer_now()));
        let arrived: Vec<_> = first.into_iter().chain(more.into_iter().flatten()).collect();
        if !arrived.is_empty() {
            return arrived;
        }
        let numbers: Vec<_> = self.run.under_way.keys().copied().collect();
        numbers.into_iter().map(|number| (number, Outcome::nothing(End::Lost))).collect()
    }

    /// What has `arrived` is written, and then counts.
    pub(super) fn take(&mut self, arrived: Vec<(usize, Outcome)>) -> Result<(), Error> {
        if arrived.is_empty() {
            self.lose()?;
        }
        let mut results = Vec::new();
        for (number, outcome) in arrived {
            // One that is not open was answered before, or is somebody else's.
            if let Some(begun) = self.run.under_way.remove(&number)
                && let Some(result) = self.result(begun, outcome)?
            {
                results.push(result);
            }
        }
        let records: Vec<_> = results.iter().map(|(_, record)| record.clone()).collect();
        if let Some(store) = self.store.as_mut().filter(|_| !records.is_empty()) {
            store.append(&records)?;
        }
        results.iter().try_for_each(|(at, record)| self.count(*at, record))
    }

    /// What is to be written of an outcome, if it tells anything.
    fn result(
        &mut self,
        Begun { purpose, job, is_withdrawn }: Begun,
        outcome: Outcome,
    ) -> Result<Option<(Id, Record)>, Error> {
        let at = match &purpose {
            Purpose::Leaf(leaf) => leaf.question().0,
            Purpose::Check(number) => self.ledger.told(*number).at,
        };
        if let (Purpose::Check(number), End::Unavailable) = (&purpose, &outcome.end) {
            self.run.postponed.checks.insert(*number);
            return Ok(None);
        }
        let fault = job.least.and_then(|least| outcome.fault(least));
        let reason = match (&outcome.end, fault) {
            (End::Failed(reason), _) => Some(reason.clone()),
            (_, fault) => fault,
        };
        if let Some(reason) = reason {
            return self.fail(at, &job.position, reason).map(|()| None);
        }
        let is_given_up = outcome.end == End::Withdrawn && !is_withdrawn;
        let is_lost = matches!(outcome.end, End::Lost | End::Unavailable);
        if is_lost || is_given_up && outcome.nodes == 0 {
            return self.lose().map(|()| None);
        }
        self.run.lost = 0;
        let outcome = validated(self.rules, &job, outcome);
        let tells = outcome.nodes > 0 || outcome.end != End::Withdrawn;
        let Job { position, least: Some(least), budget, afresh, .. } = job else {
            unreachable!("a proof asks null windows")
        };
        // A check that was withdrawn is none.
        let afresh = afresh && outcome.end != End::Withdrawn;
        let (millis, by) = (self.millis(), outcome.by.clone());
        Ok(tells.then_some((at, Record { position, least, budget, afresh, millis, outcome, by })))
    }

    fn fail(&mut self, at: Id, position: &str, reason: String) -> Result<(), Error> {
        let failures = self.run.failures.entry(at).or_default();
        *failures += 1;
        let (position, reason) = (position.to_owned(), longest(&reason));
        if *failures >= MOST_FAILURES { Err(Error::Job { position, reason }) } else { Ok(()) }
    }

    fn lose(&mut self) -> Result<(), Error> {
        self.run.lost += 1;
        let lost = self.run.lost;
        if lost >= MOST_LOST { Err(Error::Lost { lost }) } else { Ok(()) }
    }
}
