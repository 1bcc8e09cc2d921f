//! Compares the outcome of a [`BatchPlan`] with the oracle.

use super::BatchTally;
use super::plan::{BatchPlan, ItemLimit};
use super::played::{BatchRecord, FinishedItem, ItemOutcome, ItemReport};
use eldest::report::StopReason;
use eldest::{Bounds, Depth, Score};
use eldest_schedule::{Policy, run};
use std::collections::BTreeSet;
use std::time::Duration;

/// Far more steps than any batch needs.
const MOST_STEPS: u64 = 1 << 22;

impl<const A: bool, const D: bool> BatchPlan<A, D> {
    /// Runs the batch under the schedule of `policy`, and checks it.
    pub(super) fn check(&self, policy: Policy, batches: &mut BatchTally) {
        let plan = self.clone();
        let played = run(policy, MOST_STEPS, move || plan.play()).result;
        let played = played.unwrap_or_else(|failure| panic!("{failure:?} in {self:#?}"));
        self.judge_ends(&played);
        let judged = played.finished.iter().map(|finished| self.judge(finished, &played, batches));
        let panics = judged.filter(|is_panic| *is_panic).count();
        assert_eq!(panics, usize::from(played.is_blown), "{self:#?}");
        let again = played.again.as_ref().expect("a search after the batch");
        let again = again.as_ref().unwrap_or_else(|error| panic!("{error} in {self:#?}"));
        assert_eq!(again.bounds, Bounds::exact(self.value(0)), "{self:#?}");
        self.judge_order(&played, batches);
        self.judge_stacks(&played);
        batches.panicked += panics as u64;
        self.count(&played, batches);
    }

    fn value(&self, number: usize) -> Score {
        let item = &self.items[number];
        self.games[item.game].1.value(item.at, Depth::END)
    }

    /// Each position finishes once, and is reported once unless the batch is dropped.
    fn judge_ends(&self, played: &BatchRecord) {
        let all: Vec<usize> = (0..self.items.len()).collect();
        let sorted = |mut numbers: Vec<usize>| {
            numbers.sort_unstable();
            numbers
        };
        let finished = played.finished.iter().map(|finished| finished.number).collect();
        assert_eq!(sorted(finished), all, "finished in {self:#?}");
        let reported = sorted(played.reported.clone());
        let once: BTreeSet<usize> = reported.iter().copied().collect();
        assert_eq!(once.len(), reported.len(), "reported twice in {self:#?}");
        assert!(self.is_dropped || reported == all, "{reported:?} are reported in {self:#?}");
    }

    /// Checks one outcome. Returns whether it is a panic.
    fn judge(
        &self,
        finished: &FinishedItem,
        played: &BatchRecord,
        batches: &mut BatchTally,
    ) -> bool {
        let number = finished.number;
        let found = match &finished.outcome {
            ItemOutcome::Found(found) => found,
            ItemOutcome::Panicked => return true,
            ItemOutcome::Failed(error) => panic!("{error} at {number} in {self:#?}"),
        };
        let value = self.value(number);
        assert!(found.bounds.contains(value), "{value} at {number}: {found:#?} in {self:#?}");
        self.judge_reason(number, found, played);
        self.judge_clock(finished, found, played);
        assert!(found.workers == self.options.threads || found.nodes == 0, "{found:#?}");
        batches.positions += 1;
        batches.helped += u64::from(found.steals > 0);
        batches.out_of_nodes += u64::from(found.reason == StopReason::Nodes);
        batches.out_of_time += u64::from(found.reason == StopReason::Time);
        false
    }

    /// The search ended for a reason that existed.
    fn judge_reason(&self, number: usize, found: &ItemReport, played: &BatchRecord) {
        let limit = self.items[number].limit;
        let is_stopped = played.stopped.iter().any(|(stopped, _)| *stopped == number);
        let is_right = match (found.reason, limit) {
            (StopReason::Proved | StopReason::Complete, _) => {
                found.bounds == Bounds::exact(self.value(number))
            }
            (StopReason::Stopped, _) => is_stopped || self.is_dropped,
            (StopReason::Nodes, ItemLimit::Nodes(most)) => {
                found.nodes >= most && (self.options.threads > 1 || found.nodes <= most.max(1))
            }
            (StopReason::Time, ItemLimit::Steps(steps)) => {
                found.time >= Duration::from_micros(steps)
            }
            _ => false,
        };
        assert!(is_right, "{found:#?} at {number} with {limit:?} in {self:#?}");
    }

    /// The clock of a position starts after the searches with other rules that began before it: not
    /// before its end minus its time.
    fn judge_clock(&self, finished: &FinishedItem, found: &ItemReport, played: &BatchRecord) {
        let (number, log) = (finished.number, &played.log);
        let Some(place) = log.place(number) else { return };
        let start = finished.at.saturating_sub(found.time);
        for (other, passed) in &log.passed {
            let is_earlier = log.place(*other) < Some(place);
            let is_other = self.rules(*other) != self.rules(number);
            assert!(
                !(is_earlier && is_other) || start >= *passed,
                "{number} counts time from {start:?}, but {other} was still searching at {passed:?}: {self:#?}"
            );
        }
    }

    /// A position is overtaken by fewer positions with other rules than there are threads.
    fn judge_order(&self, played: &BatchRecord, batches: &mut BatchTally) {
        let begun = &played.log.begun;
        for (place, &number) in begun.iter().enumerate() {
            let is_other = |other: usize| self.rules(other) != self.rules(number);
            let later = begun[..place].iter().filter(|&&other| other > number && is_other(other));
            let overtakes = later.count();
            assert!(overtakes < self.options.threads, "{number} in {begun:?} of {self:#?}");
            batches.overtaken += u64::from(overtakes > 0);
        }
    }

    /// No thread searches a position that needs a larger stack than the thread has.
    fn judge_stacks(&self, played: &BatchRecord) {
        for (grown, small) in &played.grown {
            for (number, thread) in &played.log.threads {
                let is_small = small.contains(thread);
                let needs_more = self.items[*number].more >= self.items[*grown].more;
                assert!(!is_small || !needs_more, "thread {thread} at {number} in {self:#?}");
            }
        }
    }

    fn count(&self, played: &BatchRecord, batches: &mut BatchTally) {
        let early = played.stopped.iter().filter(|(_, had_begun)| !had_begun);
        batches.stopped_early += early.count() as u64;
        batches.stopped += played.stopped.len() as u64;
        batches.waited += played.waited;
        batches.grown += played.grown.len() as u64;
        batches.held += u64::from(self.held.is_some());
        batches.dropped += u64::from(self.is_dropped);
        let early = played.begun_before_drop.map_or(0, |begun| self.items.len() - begun);
        batches.dropped_early += early as u64;
        batches.side_by_side += u64::from(played.most_at_once > 1);
    }
}
