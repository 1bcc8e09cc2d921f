//! Runs a [`ScheduleCase`] under a schedule, and judges the outcome.

use super::case::{ScheduleCase, SearchFault};
use super::memory::ScheduleTable;
use super::searcher::{ScheduledEngine, SearchLog};
use crate::findings::{StoredFindings, check_findings};
use crate::shares::InputEvents;
use crate::{Meetings, PastMeetings, deeper, sharing};
use eldest::{Options, Report};
use eldest_schedule::{Execution, Policy, run};
use std::sync::Arc;

/// Far more steps than any case needs: a search that takes this many loops.
const MOST_STEPS: u64 = 1 << 20;

/// The outcome of a case: of its search with the fault, and of a search after that.
pub(super) struct CaseAnswers {
    /// With two searches, the second is the one with the same token.
    pub(super) faulty: Vec<SearchLog>,
    pub(super) well: Option<SearchLog>,
}

/// Observers of a table.
#[derive(Clone, Default)]
struct TableEvents {
    meetings: Arc<Meetings>,
    pasts: Arc<PastMeetings>,
    stored: Arc<StoredFindings>,
}

impl<const A: bool, const D: bool> ScheduleCase<A, D> {
    /// Searches under the schedule of `policy`. Returns the events.
    pub(super) fn check(&self, policy: Policy, tally: &mut ScheduleTally) -> InputEvents {
        let noticed = TableEvents::default();
        let shared = Arc::new(self.table(&noticed));
        let execution = self.execution(&shared, policy);
        let mut happened = self.judge(&execution, &shared, tally);
        happened.meet(noticed.meetings.met());
        tally.sharing.add_pasts(noticed.pasts.count());
        if self.is_exact() {
            self.judge_proofs(&noticed.stored);
            check_findings(&*self.values, &self.graph, &noticed.stored);
        } else {
            deeper::check_findings(&self.values, &self.graph, &noticed.stored);
        }
        happened
    }

    /// The choices that `policy` makes.
    pub(super) fn choices(&self, policy: Policy) -> Vec<u8> {
        self.execution(&Arc::new(self.table(&TableEvents::default())), policy).choices
    }

    fn table(&self, noticed: &TableEvents) -> ScheduleTable {
        let TableEvents { meetings, pasts, stored } = noticed.clone();
        self.memory.table(&self.graph).with(meetings).with(pasts).with(stored)
    }

    fn execution(&self, shared: &Arc<ScheduleTable>, policy: Policy) -> Execution<CaseAnswers> {
        let (case, shared) = (self.clone(), Arc::clone(shared));
        run(policy, MOST_STEPS, move || case.play(shared))
    }

    fn play(self, shared: Arc<ScheduleTable>) -> CaseAnswers {
        let mut searcher = ScheduledEngine::new(&self, shared);
        let both = matches!(self.fault, SearchFault::Stop { both: true, .. });
        let another = || Arc::new(self.table(&TableEvents::default()));
        let mut beside = both.then(|| ScheduledEngine::new(&self, another()));
        let faulty = searcher.search(&self, self.fault, beside.as_mut());
        searcher.disarm();
        let again = self.fault != SearchFault::None;
        let well = again
            .then(|| searcher.search(&self, SearchFault::None, None))
            .and_then(|mut all| all.pop());
        CaseAnswers { faulty, well }
    }
}

/// Counts of events over some executions.
#[derive(Debug, Default)]
#[expect(missing_docs, reason = "named after the faults and statistics that they count")]
pub struct ScheduleTally {
    pub steps: u64,
    pub switches: u64,
    /// The work that searches with each algorithm shared.
    pub sharing: sharing::SharingTally,
    pub stopped: u64,
    pub out_of_nodes: u64,
    pub out_of_time: u64,
    pub panicked: u64,
    pub entries: u64,
    pub wide_windows: u64,
    pub wide_windows_beside: u64,
    pub named_twice: u64,
}

impl ScheduleTally {
    pub(super) fn count(&mut self, options: &Options, report: &Report<u16>) {
        self.sharing.add(options, report);
    }
}
