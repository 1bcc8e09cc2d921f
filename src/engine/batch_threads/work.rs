//! [`Work`]: the tasks of the threads of a batch, and their order.

use crate::search::stop::StopToken;
use crate::sync::Thunk;
use std::collections::{BTreeSet, VecDeque};

/// A search that has not begun.
pub(in crate::engine) struct BatchSearch {
    /// The fingerprint of its entries: searches with different rules never overlap.
    pub(in crate::engine) rules: u64,
    /// Once this is stopped, the search neither waits nor uses the table: it ends as soon as it is
    /// run.
    pub(in crate::engine) stop: StopToken,
    /// Searches, and returns a job that delivers the outcome once the table is released.
    pub(in crate::engine) run: Box<dyn FnOnce() -> Thunk + Send>,
}

/// The next task of a thread.
pub(super) enum BatchTask {
    Search(BatchSearch),
    Help(Thunk),
}

/// The tasks of the threads of a batch.
///
/// Searches begin in their order, with one exception: while one waits for others with different
/// rules to end, a later one with the rules of those under way may overtake it. This groups lists
/// of mixed rules a little, so the table is cleared less often. Each search is overtaken a limited
/// number of times.
#[derive(Default)]
pub(super) struct Work {
    /// Searches that have not begun, the oldest first.
    waiting: VecDeque<QueuedSearch>,
    /// The rules of the searches under way, and their number.
    rules: u64,
    under_way: usize,
    /// The maximum number of times that a search may be overtaken.
    most_overtakes: usize,
    /// Searches that need help, the oldest first.
    calls: Vec<HelpRequest>,
    /// The threads without an errand.
    pub(super) idle: BTreeSet<usize>,
    /// The number of threads at work. A thread of a busy pool may have an errand without being at
    /// work.
    pub(super) at_work: usize,
    /// Incremented when threads are replaced: errands of an earlier term end after the present job.
    pub(super) term: u32,
}

struct QueuedSearch {
    search: BatchSearch,
    /// The number of later searches that began before it.
    overtaken: usize,
}

/// A search that needs help.
struct HelpRequest {
    search: usize,
    /// The jobs of the helpers.
    jobs: VecDeque<Thunk>,
    /// The number of helpers that have come.
    came: usize,
}

impl Work {
    /// Creates an empty queue for `threads`, all of which are idle. A single thread begins searches
    /// strictly in their order.
    pub(super) fn of(threads: usize) -> Self {
        let most_overtakes = threads.saturating_sub(1);
        Self { idle: (0..threads).collect(), most_overtakes, ..Self::default() }
    }

    /// Queues `search`.
    pub(super) fn add(&mut self, search: BatchSearch) {
        self.waiting.push_back(QueuedSearch { search, overtaken: 0 });
    }

    /// Queues help for `search`.
    pub(super) fn call(&mut self, search: usize, job: Thunk) {
        match self.calls.iter_mut().find(|call| call.search == search) {
            Some(call) => call.jobs.push_back(job),
            None => self.calls.push(HelpRequest { search, jobs: VecDeque::from([job]), came: 0 }),
        }
    }

    /// Removes and returns the help of `search` that has not begun.
    pub(super) fn withdraw(&mut self, search: usize) -> VecDeque<Thunk> {
        let called = self.calls.iter().position(|call| call.search == search);
        called.map(|at| self.calls.remove(at).jobs).unwrap_or_default()
    }

    /// Returns the next search; if none may begin, help for the search with the fewest helpers.
    pub(super) fn next(&mut self) -> Option<BatchTask> {
        let search = self.next_search().map(BatchTask::Search);
        search.or_else(|| self.next_help().map(BatchTask::Help))
    }

    /// Whether a search may begin.
    pub(super) fn has_search(&self) -> bool {
        self.first_open().is_some()
    }

    /// Notes that a search returned by [`next`](Self::next) has released the table.
    pub(super) fn leave(&mut self) {
        self.under_way -= 1;
    }

    /// Removes and returns all searches that were stopped before they began.
    pub(super) fn take_stopped(&mut self) -> Vec<BatchSearch> {
        let waiting = std::mem::take(&mut self.waiting).into_iter();
        let (stopped, left): (Vec<_>, Vec<_>) =
            waiting.partition(|one| one.search.stop.is_stopped());
        self.waiting = left.into();
        stopped.into_iter().map(|waiting| waiting.search).collect()
    }

    fn next_search(&mut self) -> Option<BatchSearch> {
        let at = self.first_open()?;
        self.waiting.range_mut(..at).for_each(|waiting| waiting.overtaken += 1);
        let QueuedSearch { search, .. } = self.waiting.remove(at)?;
        self.rules = search.rules;
        self.under_way += 1;
        Some(search)
    }

    /// Returns the index of the first search that may begin: its rules are those of the searches
    /// under way, and each search before it may still be overtaken.
    fn first_open(&self) -> Option<usize> {
        let is_open = |search: &BatchSearch| self.under_way == 0 || self.rules == search.rules;
        let at = self.waiting.iter().position(|waiting| {
            is_open(&waiting.search) || waiting.overtaken >= self.most_overtakes
        })?;
        is_open(&self.waiting[at].search).then_some(at)
    }

    fn next_help(&mut self) -> Option<Thunk> {
        let open = self.calls.iter_mut().filter(|call| !call.jobs.is_empty());
        let call = open.min_by_key(|call| call.came)?;
        call.came += 1;
        call.jobs.pop_front()
    }
}

impl std::fmt::Debug for Work {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (waiting, calls) = (self.waiting.len(), self.calls.len());
        let mut shown = f.debug_struct("Work");
        shown
            .field("waiting", &waiting)
            .field("under_way", &self.under_way)
            .field("calls", &calls)
            .field("idle", &self.idle)
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests {
    use super::*;

    fn job() -> Thunk {
        Box::new(|| ())
    }

    fn search(rules: u64) -> BatchSearch {
        BatchSearch { rules, stop: StopToken::new(), run: Box::new(job) }
    }

    fn begun(work: &mut Work) -> Option<u64> {
        match work.next() {
            Some(BatchTask::Search(search)) => Some(search.rules),
            _ => None,
        }
    }

    /// Returns the searches that have called for help, and the number of helpers of each.
    fn numbered(work: &Work) -> Vec<(usize, usize)> {
        work.calls.iter().map(|call| (call.search, call.came)).collect()
    }

    #[test]
    fn searches_come_before_help_and_help_is_spread() {
        let mut work = Work::of(3);
        [7, 7, 7, 8, 8].into_iter().for_each(|search| work.call(search, job()));
        work.add(search(0));
        assert_eq!(begun(&mut work), Some(0));
        assert_eq!((work.waiting.len(), numbered(&work)), (0, vec![(7, 0), (8, 0)]));
        let spread = [[(7, 1), (8, 0)], [(7, 1), (8, 1)], [(7, 2), (8, 1)], [(7, 2), (8, 2)]];
        for after in spread.iter().chain(&[[(7, 3), (8, 2)]]) {
            assert!(work.next().is_some());
            assert_eq!(numbered(&work), after);
        }
        assert!(work.next().is_none());
    }

    #[test]
    fn a_search_with_other_rules_is_overtaken_once_less_than_there_are_threads() {
        for threads in 1..6 {
            let mut work = Work::of(threads);
            [1, 2].into_iter().chain([1; 9]).for_each(|rules| work.add(search(rules)));
            let beside = std::iter::from_fn(|| begun(&mut work)).count();
            assert_eq!(beside, threads);
            (0..beside).for_each(|_| work.leave());
            assert_eq!(begun(&mut work), Some(2), "{threads} threads");
            assert!(work.next().is_none());
            work.leave();
            assert_eq!(begun(&mut work), Some(1));
        }
    }

    /// Overtakes are counted for each search, whatever the order, not for the first alone.
    #[test]
    fn each_search_of_a_mixed_list_is_overtaken_seldom() {
        let mut work = Work::of(3);
        let rules = |number: usize| [1, 2, 1, 3, 2, 2, 1][number * number % 7];
        (0..60).for_each(|number| work.add(search(rules(number))));
        while !work.waiting.is_empty() {
            while begun(&mut work).is_some() {}
            assert!(work.waiting.iter().all(|waiting| waiting.overtaken <= 2), "{work:?}");
            work.leave();
        }
    }

    #[test]
    fn what_is_stopped_does_not_wait() {
        let mut work = Work::of(2);
        let stopped = search(2);
        let token = stopped.stop.clone();
        [search(1), stopped, search(2)].into_iter().for_each(|search| work.add(search));
        assert_eq!((begun(&mut work), work.take_stopped().len()), (Some(1), 0));
        token.stop();
        assert_eq!((work.take_stopped().len(), work.waiting.len()), (1, 1));
    }
}
