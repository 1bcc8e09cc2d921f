//! What comes of jobs is written, and then counts.

use super::under_way::{Begun, Purpose};
use super::{ProofManager, guarded};
use crate::error::Error;
use crate::graph::Id;
use crate::job::JobExecutor;
use crate::job::{Fact, Job, JobEnd, JobReport};
use crate::rules::GameRules;
use crate::store::StoredResult;
use std::collections::HashSet;

/// A position that has failed this many times is given up.
const MOST_FAILURES: u32 = 3;
/// After this number of jobs lost in turn no worker is assumed to be there.
const MOST_LOST: u64 = 1000;
impl ProofManager<'_> {
    /// Waits for an outcome, and takes all that are there then: they are written together.
    pub(super) fn wait(
        &mut self,
        executor: &mut (impl JobExecutor + ?Sized),
    ) -> Vec<(usize, JobReport)> {
        let first = executor.answer();
        let more = first.is_some().then(|| std::iter::from_fn(|| executor.answer_now()));
        let arrived: Vec<_> = first.into_iter().chain(more.into_iter().flatten()).collect();
        if !arrived.is_empty() {
            return arrived;
        }
        let numbers: Vec<_> = self.run.under_way.keys().copied().collect();
        numbers.into_iter().map(|number| (number, JobReport::nothing(JobEnd::Lost))).collect()
    }

    /// What has `arrived` is written, and then counts.
    pub(super) fn take(&mut self, arrived: Vec<(usize, JobReport)>) -> Result<(), Error> {
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
        outcome: JobReport,
    ) -> Result<Option<(Id, StoredResult)>, Error> {
        let at = match &purpose {
            Purpose::Leaf(leaf) => leaf.question().0,
            Purpose::Check(number) => self.ledger.told(*number).at,
        };
        if let (Purpose::Check(number), JobEnd::Unavailable) = (&purpose, &outcome.end) {
            self.run.postponed.checks.insert(*number);
            return Ok(None);
        }
        let fault = job.least.and_then(|least| outcome.fault(least));
        let reason = match (&outcome.end, fault) {
            (JobEnd::Failed(reason), _) => Some(reason.clone()),
            (_, fault) => fault,
        };
        if let Some(reason) = reason {
            return self.fail(at, &job.position, reason).map(|()| None);
        }
        let is_given_up = outcome.end == JobEnd::Withdrawn && !is_withdrawn;
        let is_lost = matches!(outcome.end, JobEnd::Lost | JobEnd::Unavailable);
        if is_lost || is_given_up && outcome.nodes == 0 {
            return self.lose().map(|()| None);
        }
        self.run.lost = 0;
        let outcome = validated(self.rules, &job, outcome);
        let tells = outcome.nodes > 0 || outcome.end != JobEnd::Withdrawn;
        let Job { position, least: Some(least), budget, afresh, .. } = job else {
            unreachable!("a proof asks null windows")
        };
        // A check that was withdrawn is none.
        let afresh = afresh && outcome.end != JobEnd::Withdrawn;
        let (millis, by) = (self.millis(), outcome.by.clone());
        Ok(tells
            .then_some((at, StoredResult { position, least, budget, afresh, millis, outcome, by })))
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

/// A reason is cut to this many characters.
const LONGEST_REASON: usize = 500;
/// No search overruns its budget by more than the budget and this many nodes.
const OVERRUN: u64 = 1 << 20;

/// A reason as a message may show it.
pub(super) fn longest(reason: &str) -> String {
    eldest_check::printable(reason, LONGEST_REASON)
}

/// What of the answer to `job` may be stored. Its bounds are valid already ([`JobReport::fault`]). Of the order legal moves stay,
/// each once; of the facts as many as the job asks for, about positions that the rules can read, in the words of the rules. The
/// nodes are those that the budget allows.
fn validated(rules: &dyn GameRules, job: &Job, mut outcome: JobReport) -> JobReport {
    outcome.order = legal(rules, &job.position, outcome.order);
    if outcome.end != JobEnd::Exhausted {
        outcome.order.truncate(1);
    }
    let facts = outcome.facts.into_iter().take(job.facts.into());
    outcome.facts = facts.filter_map(|fact| readable(rules, &fact)).collect();
    outcome.nodes = outcome.nodes.min(job.budget.saturating_mul(2).saturating_add(OVERRUN));
    outcome
}

fn legal(rules: &dyn GameRules, position: &str, order: Vec<String>) -> Vec<String> {
    if order.is_empty() {
        return order;
    }
    let moves = guarded(position, || rules.moves(position)).unwrap_or_default();
    let mut left: HashSet<_> = moves.into_iter().collect();
    order.into_iter().filter(|mv| left.remove(mv)).collect()
}

fn readable(rules: &dyn GameRules, fact: &Fact) -> Option<Fact> {
    let place = guarded(&fact.position, || rules.place(&fact.position)).ok()?;
    Some(Fact::new(place.text, fact.bounds()?))
}
