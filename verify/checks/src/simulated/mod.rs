//! Simulated workers: an executor of the jobs of a proof, in which time is measured in nodes.
//!
//! [`Workers`] run jobs concurrently with the given [`Faults`]: jobs and answers are lost, repeated
//! and delayed, workers die and send false answers. The same seed gives the same run. [`Giant`] is
//! a tree too large to search, which measures how proofs scale with the number of workers.

mod giant;

pub use giant::Giant;

use crate::SplitMix64;
use eldest::batch::Executor;
use eldest::{Bounds, Score};
use eldest_prove::{Job, JobEnd, JobExecutor, JobReport};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::fmt;

/// Probabilities of faults, from 0 to 1, and delays.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Faults {
    /// The worker dies during its job. The job is reported as lost after its [lease](Self::lease).
    pub lost: f64,
    /// The answer never arrives, and no loss is reported.
    pub silent: f64,
    /// The answer arrives twice.
    pub repeated: f64,
    /// The answer arrives late, after others.
    pub delayed: f64,
    /// The job fails.
    pub failed: f64,
    /// The answer is negated, or its bound is exaggerated. In a [check](Job::afresh) it is only
    /// exaggerated, so its yes or no is true.
    pub lies: f64,
    /// The first worker always negates its answers, also in checks, so it confirms its own false
    /// answers. For [named](Workers::named) workers.
    pub liar: bool,
    /// The time until a lost job is reported as lost, in nodes.
    pub lease: u64,
    /// The transit time of a job and its answer, in nodes.
    pub latency: u64,
}

impl Faults {
    /// Returns these faults after `change`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// Simulated workers. A function computes the report of each job.
pub struct Workers<'o> {
    search: Box<dyn FnMut(&Job) -> JobReport + 'o>,
    workers: usize,
    capacity: usize,
    faults: Faults,
    random: SplitMix64,
    now: u64,
    /// Nodes visited by all workers.
    visited: u64,
    is_named: bool,
    waiting: VecDeque<(usize, Job)>,
    busy: BTreeMap<usize, Busy>,
    events: BinaryHeap<Reverse<Event>>,
    /// The number of events so far.
    happened: u64,
}

/// A job in progress.
#[derive(Debug)]
struct Busy {
    since: u64,
    worker: usize,
}

/// A future event.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Event {
    at: u64,
    order: u64,
    number: usize,
    /// Whether the worker becomes idle.
    frees: bool,
    answer: Option<JobReport>,
}

impl Ord for Event {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.at, self.order).cmp(&(other.at, other.order))
    }
}

impl PartialOrd for Event {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<'o> Workers<'o> {
    /// Creates `workers` workers, at least one, that report what `search` returns. A job takes as
    /// long as its report has nodes.
    pub fn new(workers: usize, search: impl FnMut(&Job) -> JobReport + 'o) -> Self {
        Self {
            search: Box::new(search),
            workers: workers.max(1),
            capacity: workers.max(1),
            faults: Faults::default(),
            random: SplitMix64(0),
            now: 0,
            visited: 0,
            is_named: false,
            waiting: VecDeque::new(),
            busy: BTreeMap::new(),
            events: BinaryHeap::new(),
            happened: 0,
        }
    }

    /// Adds faults, drawn by a generator with this `seed`.
    #[must_use]
    pub fn faulty(self, faults: Faults, seed: u64) -> Self {
        Self { faults, random: SplitMix64(seed), ..self }
    }

    /// Sets the number of jobs that the executor accepts at a time.
    #[must_use]
    pub fn asking_for(self, capacity: usize) -> Self {
        Self { capacity, ..self }
    }

    /// Gives the workers names, `w0` and so on: [`JobReport::by`] has the name, and no worker gets
    /// a job that it [must not do](Job::not_by).
    #[must_use]
    pub fn named(self) -> Self {
        Self { is_named: true, ..self }
    }

    /// Returns the elapsed time, in nodes.
    #[must_use]
    pub fn now(&self) -> u64 {
        self.now
    }

    /// Returns the nodes visited by all workers.
    #[must_use]
    pub fn visited(&self) -> u64 {
        self.visited
    }

    /// Gives waiting jobs to idle workers.
    fn set_to_work(&mut self) {
        while let Some((at, worker)) = self.next_waiting()
            && let Some((number, job)) = self.waiting.remove(at)
        {
            self.work(number, &job, worker);
        }
    }

    /// Returns the index of the first waiting job that an idle worker may do, and that worker.
    fn next_waiting(&self) -> Option<(usize, usize)> {
        let mut is_idle = vec![true; self.workers];
        self.busy.values().for_each(|busy| is_idle[busy.worker] = false);
        let idle: Vec<_> = (0..self.workers).filter(|worker| is_idle[*worker]).collect();
        let worker_for = |job: &Job| {
            let allowed = |worker: &&usize| job.not_by != self.name(**worker);
            if job.not_by.is_none() { idle.first() } else { idle.iter().find(allowed) }.copied()
        };
        let mut jobs = self.waiting.iter().enumerate();
        jobs.find_map(|(at, (_, job))| worker_for(job).map(|worker| (at, worker)))
    }

    fn name(&self, worker: usize) -> Option<String> {
        self.is_named.then(|| format!("w{worker}"))
    }

    /// Begins `job`. Its report and its faults are decided now.
    fn work(&mut self, number: usize, job: &Job, worker: usize) {
        let outcome = (self.search)(job);
        let faults = self.faults;
        let (nodes, latency) = (outcome.nodes.max(1), faults.latency);
        self.busy.insert(number, Busy { since: self.now, worker });
        if self.random.is(faults.lost) {
            let died = 1 + self.random.scaled(nodes);
            self.visited += died;
            self.happens(died, number, true, None);
            let lost = JobReport::nothing(JobEnd::Lost);
            return self.happens(died + faults.lease, number, false, Some(lost));
        }
        self.visited += nodes;
        let outcome = match () {
            () if self.random.is(faults.failed) => {
                JobReport::nothing(JobEnd::Failed("a fault".into()))
            }
            () if self.random.is(faults.lies) => {
                let exaggerates = job.afresh || self.random.is(0.5);
                let more = if exaggerates { 1 + self.random.scaled(3) as i32 } else { 0 };
                match job.least {
                    Some(least) => lie(outcome, least, more),
                    None => outcome,
                }
            }
            () => outcome,
        };
        let outcome = match job.least {
            Some(least) if faults.liar && worker == 0 => lie(outcome, least, 0),
            _ => outcome,
        };
        let by = self.name(worker).unwrap_or_default();
        let outcome = outcome.with(|report| report.by = by);
        let late = if self.random.is(faults.delayed) { self.random.scaled(4 * nodes) } else { 0 };
        if self.random.is(faults.repeated) {
            let later = nodes + late + self.random.scaled(4 * nodes);
            self.happens(latency + later, number, false, Some(outcome.clone()));
        }
        let answer = (!self.random.is(faults.silent)).then_some(outcome);
        if late == 0 {
            return self.happens(latency + nodes, number, true, answer);
        }
        self.happens(latency + nodes, number, true, None);
        self.happens(latency + nodes + late, number, false, answer);
    }

    fn happens(&mut self, after: u64, number: usize, frees: bool, answer: Option<JobReport>) {
        let (at, order) = (self.now + after, self.happened);
        self.happened += 1;
        self.events.push(Reverse(Event { at, order, number, frees, answer }));
    }

    /// Returns the next answer that arrives by `end`.
    fn next(&mut self, end: u64) -> Option<(usize, JobReport)> {
        loop {
            self.set_to_work();
            self.events.peek().filter(|Reverse(event)| event.at <= end)?;
            let Reverse(event) = self.events.pop()?;
            self.now = self.now.max(event.at);
            if event.frees {
                self.busy.remove(&event.number);
            }
            if let Some(answer) = event.answer {
                return Some((event.number, answer));
            }
        }
    }
}

impl Executor<Job> for Workers<'_> {
    type Answer = JobReport;

    fn capacity(&self) -> usize {
        self.capacity
    }

    fn begin(&mut self, number: usize, job: Job) {
        let is_only = self.workers == 1 && job.not_by.is_some() && job.not_by == self.name(0);
        if is_only {
            return self.happens(0, number, false, Some(JobReport::nothing(JobEnd::Unavailable)));
        }
        self.waiting.push_back((number, job));
        self.set_to_work();
    }

    fn answer(&mut self) -> Option<(usize, JobReport)> {
        self.next(u64::MAX)
    }

    fn answer_now(&mut self) -> Option<(usize, JobReport)> {
        self.next(self.now)
    }

    /// Withdraws a job that waits or is in progress, at once. An answer in transit still arrives.
    fn withdraw(&mut self, number: usize) {
        let waited = self.waiting.len();
        self.waiting.retain(|(waiting, _)| *waiting != number);
        let mut spent = 0;
        if let Some(busy) = self.busy.remove(&number) {
            spent = self.now - busy.since;
            let (ended, going_on) = std::mem::take(&mut self.events)
                .into_iter()
                .partition::<Vec<_>, _>(|Reverse(event)| event.number == number);
            // The nodes after now were counted in advance.
            let frees = ended.iter().find(|Reverse(event)| event.frees);
            let rest = frees.map_or(0, |Reverse(event)| event.at.saturating_sub(self.now));
            self.visited = self.visited.saturating_sub(rest);
            self.events = going_on.into();
        } else if self.waiting.len() == waited {
            return;
        }
        let outcome = JobReport::new(Bounds::FULL, spent, JobEnd::Withdrawn);
        self.happens(0, number, false, Some(outcome));
    }
}

/// Exaggerates the answer by `more`, or negates it if `more` is 0. Leaves a report that decides
/// nothing unchanged.
fn lie(outcome: JobReport, least: i32, more: i32) -> JobReport {
    let Some(bounds) = outcome.bounds() else { return outcome };
    let (worst, best) = (Score::LOSS.get(), Score::WIN.get());
    let (known_lower, known_upper) = (bounds.lower().get(), bounds.upper().get());
    let (lower, upper) = match (known_lower >= least, known_upper < least) {
        (true, _) if more == 0 => (worst, least - 1),
        (true, _) => ((known_lower + more).min(best), best),
        (false, true) if more == 0 => (least, best),
        (false, true) => (worst, (known_upper - more).max(worst)),
        (false, false) => return outcome,
    };
    let bounds = Bounds::new(Score::new(lower), Score::new(upper));
    JobReport::new(bounds, outcome.nodes, outcome.end)
}

impl JobExecutor for Workers<'_> {}

impl fmt::Debug for Workers<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Workers");
        shown.field("workers", &self.workers).field("faults", &self.faults);
        shown.field("now", &self.now).field("busy", &self.busy.len()).finish_non_exhaustive()
    }
}
