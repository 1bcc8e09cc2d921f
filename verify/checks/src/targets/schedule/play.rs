//! A [`ScheduleCase`] is played through with a schedule, and judged.

use super::case::{ScheduleCase, SearchFault};
use super::memory::ScheduleTable;
use super::searcher::{ScheduledEngine, SearchLog};
use crate::findings::{StoredFindings, check_findings};
use crate::shares::InputEvents;
use crate::{Meetings, PastMeetings, deeper, sharing};
use eldest::{Options, Report};
use eldest_schedule::{Execution, Policy, run};
use std::sync::Arc;

/// Far more than any case needs: a search that takes so many steps goes round in circles.
const MOST_STEPS: u64 = 1 << 20;

/// What has come of a case: its question was asked while something went wrong, and after that.
pub(super) struct CaseAnswers {
    /// The last one of two is about a search beside it.
    pub(super) faulty: Vec<SearchLog>,
    pub(super) well: Option<SearchLog>,
}

/// What is noticed at a table.
#[derive(Clone, Default)]
struct TableEvents {
    meetings: Arc<Meetings>,
    pasts: Arc<PastMeetings>,
    stored: Arc<StoredFindings>,
}

impl<const A: bool, const D: bool> ScheduleCase<A, D> {
    /// Searches with the schedule that `policy` makes; what has happened.
    pub(super) fn check(&self, policy: Policy, tally: &mut ScheduleTally) -> InputEvents {
        let noticed = TableEvents::default();
        let shared = Arc::new(self.table(&noticed));
        let execution = self.execution(&shared, policy);
        let mut happened = self.judge(&execution, &*shared, tally);
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
        let faulty = searcher.ask(&self, self.fault, beside.as_mut());
        searcher.mend();
        let again = self.fault != SearchFault::None;
        let well = again
            .then(|| searcher.ask(&self, SearchFault::None, None))
            .and_then(|mut all| all.pop());
        CaseAnswers { faulty, well }
    }
}

/// What has happened in some executions.
#[derive(Debug, Default)]
#[expect(missing_docs, reason = "named after the faults and statistics that they count")]
pub struct ScheduleTally {
    pub steps: u64,
    pub switches: u64,
    /// What the searches with each algorithm have done together.
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
