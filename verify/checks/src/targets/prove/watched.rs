//! [`WatchedWorkers`]: an executor that observes all jobs and reports of a manager.

use super::plan::BUDGET;
use crate::graph::GraphValues;
use crate::shares::Coverage;
use crate::simulated::Workers;
use eldest::batch::Executor;
use eldest::{Bounds, Depth};
use eldest_prove::{Job, JobEnd, JobReport, ProofManager, ProofStatus};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};

/// More steps than any proof needs.
const MOST_STEPS: u64 = 8_000;
/// The number of steps after which only some are examined, and the interval of these.
const BUSY: (u64, u64) = (100, 16);
/// The number of failures of one position that ends a proof.
const MOST_FAILURES: u64 = 3;

/// Observations about a proof, over all of its sessions.
pub(super) struct ProofLog<'v> {
    values: &'v GraphValues,
    /// The knowledge of the manager about positions with jobs.
    known: HashMap<String, Bounds>,
    steps: u64,
    failures: BTreeMap<String, u64>,
    results: u64,
    nodes: u64,
    checks: u64,
    /// The numbers of reports that settled their question, and of checks that confirmed one.
    answers: u64,
    confirmed: u64,
    /// Pairs of a position and a worker that reported on it.
    by: HashSet<(String, String)>,
    /// The reports of the last step: the position, and whether it was a check.
    last: Vec<(String, bool)>,
    pub(super) met: Coverage,
}

impl<'v> ProofLog<'v> {
    pub(super) fn new(values: &'v GraphValues) -> Self {
        Self {
            values,
            known: HashMap::new(),
            steps: 0,
            failures: BTreeMap::new(),
            results: 0,
            nodes: 0,
            checks: 0,
            answers: 0,
            confirmed: 0,
            by: HashSet::new(),
            last: Vec::new(),
            met: Coverage::default(),
        }
    }

    /// Examines the manager between two steps: its bounds never widen.
    pub(super) fn look(&mut self, prover: &ProofManager<'_>) {
        self.steps += 1;
        assert!(self.steps < MOST_STEPS, "a proof of {} nodes does not end", self.known.len());
        self.last.clear();
        if self.steps > BUSY.0 && !self.steps.is_multiple_of(BUSY.1) {
            return;
        }
        for (text, bounds) in prover.positions() {
            match self.known.get_mut(text) {
                Some(known) if *known == bounds => {}
                Some(known) => {
                    let both = known.intersect(bounds);
                    assert_eq!(both, Some(bounds), "{text} was within {known}");
                    *known = bounds;
                }
                None => drop(self.known.insert(text.to_owned(), bounds)),
            }
        }
    }

    /// Notes that another manager resumed from the file.
    pub(super) fn begins_again(&mut self, prover: &ProofManager<'_>) {
        self.failures.clear();
        self.agrees(&prover.status());
        self.look(prover);
    }

    /// Checks that the manager's counts match the reports that it received.
    pub(super) fn agrees(&self, status: &ProofStatus) {
        let counts = [status.results, status.nodes, status.checked];
        assert_eq!(counts, [self.results, self.nodes, self.checks], "{status:?}");
        assert!(self.failures.values().all(|count| *count < MOST_FAILURES), "{:?}", self.failures);
    }

    /// Checks a proof that claims to be confirmed, where every result must be checked.
    pub(super) fn all_are_confirmed(&self) {
        assert!(self.confirmed >= self.answers, "{} of {}", self.confirmed, self.answers);
    }

    /// Whether some position failed so often that the proof must end.
    pub(super) fn has_failed_enough(&self) -> bool {
        self.failures.values().any(|count| *count >= MOST_FAILURES)
    }

    /// Whether the last reports include a check of `position`.
    pub(super) fn was_checked(&self, position: &str) -> bool {
        self.last.iter().any(|(checked, is_check)| *is_check && checked == position)
    }

    fn begun(&mut self, job: &Job) {
        self.met.add(if job.afresh { "checks begun" } else { "jobs" }, 1);
        self.met.add("to the end", (job.budget == u64::MAX).into());
        if let Some(by) = &job.not_by {
            let answered = (job.position.clone(), by.clone());
            assert!(self.by.contains(&answered), "{by} has not answered what {job:?} checks");
        }
        let Some(known) = self.known.get(&job.position).filter(|_| !job.afresh) else { return };
        assert_eq!(settled(*known, least(job)), None, "{job:?} is known by {known}");
    }

    /// Notes the first report of `job`.
    fn reported(&mut self, job: &Job, outcome: &JobReport) {
        self.last.push((job.position.clone(), job.afresh));
        match &outcome.end {
            JobEnd::Lost => return self.met.add("lost", 1),
            JobEnd::Unavailable => return self.met.add("unavailable", 1),
            JobEnd::Failed(_) => {
                *self.failures.entry(job.position.clone()).or_default() += 1;
                return self.met.add("failed", 1);
            }
            JobEnd::Withdrawn => {
                self.met.add("withdrawn", 1);
                if outcome.nodes == 0 {
                    return;
                }
            }
            JobEnd::Decided | JobEnd::Exhausted => self.checked(job, outcome),
        }
        assert!(job.not_by.is_none() || job.not_by.as_ref() != Some(&outcome.by), "{job:?}");
        self.by.insert((job.position.clone(), outcome.by.clone()));
        self.results += 1;
        self.nodes += outcome.nodes;
        let value = self.values.value(job.position.parse().expect("a node"), Depth::END);
        let bounds = outcome.bounds().expect("they are some");
        let is_contrary =
            settled(bounds, least(job)).is_some_and(|yes| yes != (value.get() >= least(job)));
        if settled(bounds, least(job)).is_some() {
            let is_check = job.afresh && outcome.end != JobEnd::Withdrawn;
            *if is_check { &mut self.confirmed } else { &mut self.answers } += 1;
        }
        let is_too_much = !is_contrary && !bounds.contains(value);
        // Details of a check beyond its decision do not count.
        self.met.add("boasts", (is_too_much && job.afresh).into());
        self.met.add("lies", (is_contrary || is_too_much && !job.afresh).into());
    }

    fn checked(&mut self, job: &Job, outcome: &JobReport) {
        if job.afresh {
            let bounds = outcome.bounds().expect("they are some");
            let is_open = settled(bounds, least(job)).is_none();
            self.checks += 1;
            self.met.add("unconfirmed", is_open.into());
        }
    }
}

/// The workers of one session. Checks that the manager observes the contract of an executor.
pub(super) struct WatchedWorkers<'w, 's, 'v> {
    workers: Workers<'w>,
    seen: &'s RefCell<ProofLog<'v>>,
    /// Jobs without a report, by their numbers.
    open: BTreeMap<usize, OpenJob>,
    /// The numbers of all other jobs.
    closed: HashSet<usize>,
    /// The budgets of withdrawn jobs, by their positions.
    withdrawn: HashMap<String, u64>,
    /// The number of reports until the other workers join.
    late: u64,
}

/// A job that was started.
struct OpenJob {
    job: Job,
    is_withdrawn: bool,
}

impl<'w, 's, 'v> WatchedWorkers<'w, 's, 'v> {
    pub(super) fn new(workers: Workers<'w>, seen: &'s RefCell<ProofLog<'v>>, late: u64) -> Self {
        let (open, closed, withdrawn) = (BTreeMap::new(), HashSet::new(), HashMap::new());
        Self { workers, seen, open, closed, withdrawn, late }
    }

    /// Checks that no job is open at the end of a run.
    pub(super) fn is_left(&self) {
        let open: Vec<_> = self.open.values().map(|begun| &begun.job).collect();
        assert!(open.is_empty(), "{open:?} are left");
    }

    fn receive(&mut self, answer: Option<(usize, JobReport)>) -> Option<(usize, JobReport)> {
        let (number, outcome) = answer?;
        self.late = self.late.saturating_sub(1);
        let mut seen = self.seen.borrow_mut();
        if let Some(begun) = self.open.remove(&number) {
            let is_late = self.open.first_key_value().is_some_and(|(first, _)| *first < number);
            seen.met.add("out of order", is_late.into());
            seen.reported(&begun.job, &outcome);
            self.closed.insert(number);
        } else {
            assert!(self.closed.contains(&number), "job {number} was never started");
            seen.met.add("repeated", 1);
        }
        Some((number, outcome))
    }
}

impl Executor<Job> for WatchedWorkers<'_, '_, '_> {
    type Answer = JobReport;

    fn capacity(&self) -> usize {
        if self.late > 0 { 1 } else { self.workers.capacity() }
    }

    fn begin(&mut self, number: usize, job: Job) {
        assert!(self.open.len() < self.capacity().max(1), "{job:?} exceeds the capacity");
        let beside: Vec<_> = self.open.values().filter(|begun| is_about(begun, &job)).collect();
        assert!(
            beside.iter().all(|begun| begun.job.least != job.least),
            "{job:?} is running already"
        );
        self.seen.borrow_mut().met.add("side by side", beside.len() as u64);
        assert!(job.afresh || (1..=BUDGET).contains(&job.budget), "{job:?}");
        if !job.afresh {
            let before = self.withdrawn.remove(&job.position);
            let is_smaller = before.is_some_and(|before| before > job.budget);
            self.seen.borrow_mut().met.add("made smaller", is_smaller.into());
        }
        self.seen.borrow_mut().begun(&job);
        assert!(!self.closed.contains(&number), "number {number} has been used");
        let begun = OpenJob { job: job.clone(), is_withdrawn: false };
        assert!(self.open.insert(number, begun).is_none(), "number {number} is in use");
        self.workers.begin(number, job);
    }

    fn answer(&mut self) -> Option<(usize, JobReport)> {
        let answer = self.workers.answer();
        if answer.is_none() {
            // These jobs never get a report: the manager gives them up.
            self.seen.borrow_mut().met.add("silent", self.open.len() as u64);
            self.closed.extend(std::mem::take(&mut self.open).into_keys());
        }
        self.receive(answer)
    }

    fn answer_now(&mut self) -> Option<(usize, JobReport)> {
        let answer = self.workers.answer_now();
        self.receive(answer)
    }

    fn withdraw(&mut self, number: usize) {
        // A job whose report came together with the one that ended the run may be withdrawn, too;
        // it is no longer open.
        let Some(begun) = self.open.get_mut(&number) else {
            return assert!(self.closed.contains(&number), "job {number} was never started");
        };
        assert!(
            !std::mem::replace(&mut begun.is_withdrawn, true),
            "{:?} withdrawn twice",
            begun.job
        );
        if !begun.job.afresh {
            self.withdrawn.insert(begun.job.position.clone(), begun.job.budget);
        }
        self.workers.withdraw(number);
    }
}

/// Contradictions are passed on to the workers.
impl eldest_prove::JobExecutor for WatchedWorkers<'_, '_, '_> {}

/// Whether `begun` is another search of the position of `job`.
fn is_about(begun: &OpenJob, job: &Job) -> bool {
    !job.afresh && !begun.job.afresh && begun.job.position == job.position
}

/// The bound that `job` decides.
fn least(job: &Job) -> i32 {
    job.least.expect("a proof uses null windows")
}

/// Whether the value is at least `least`, if `bounds` decide it.
fn settled(bounds: Bounds, least: i32) -> Option<bool> {
    let (lower, upper) = (bounds.lower().get(), bounds.upper().get());
    if lower >= least { Some(true) } else { (upper < least).then_some(false) }
}
