//! Takes the results of jobs: writes them to the store, then applies them.

use super::under_way::{Begun, Purpose};
use super::{ProofManager, guarded};
use crate::error::Error;
use crate::graph::Id;
use crate::job::JobExecutor;
use crate::job::{Fact, Job, JobEnd, JobReport};
use crate::rules::GameRules;
use crate::store::StoredResult;
use std::collections::HashSet;

/// The proof ends with an error after this many failures of a position.
const MOST_FAILURES: u32 = 3;
/// The proof ends with an error after this many jobs lost in a row.
const MOST_LOST: u64 = 1000;
impl ProofManager<'_> {
    /// Waits for a report, and takes all that have arrived by then, to be written together.
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

    /// Writes what has `arrived` to the store, then applies it.
    pub(super) fn take(&mut self, arrived: Vec<(usize, JobReport)>) -> Result<(), Error> {
        if arrived.is_empty() {
            self.lose()?;
        }
        let mut results = Vec::new();
        for (number, outcome) in arrived {
            // A job that is not open was answered before, or belongs to another manager.
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

    /// Returns the result to store for a report, if there is one.
    fn result(
        &mut self,
        Begun { purpose, job, is_withdrawn }: Begun,
        outcome: JobReport,
    ) -> Result<Option<(Id, StoredResult)>, Error> {
        let at = match &purpose {
            Purpose::Leaf(leaf) => leaf.question().0,
            Purpose::Check(number) => self.ledger.result(*number).at,
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
        let has_result = outcome.nodes > 0 || outcome.end != JobEnd::Withdrawn;
        let Job { position, least: Some(least), budget, afresh, .. } = job else {
            unreachable!("jobs of a proof have a null window")
        };
        // A withdrawn check checks nothing.
        let afresh = afresh && outcome.end != JobEnd::Withdrawn;
        let (millis, by) = (self.millis(), outcome.by.clone());
        Ok(has_result
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

/// The most characters of a reason that are shown.
const LONGEST_REASON: usize = 500;
/// A report counts at most twice the budget and this many nodes.
const OVERRUN: u64 = 1 << 20;

/// Returns a reason in printable form, cut to its maximum length.
pub(super) fn longest(reason: &str) -> String {
    eldest_check::printable(reason, LONGEST_REASON)
}

/// Returns the part of the answer to `job` that may be stored. Its bounds are valid already
/// ([`JobReport::fault`]). The order keeps legal moves, each once. The facts keep the number that
/// the job allows, for positions that the rules can read, as the rules write them. The nodes are
/// limited by the budget.
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
