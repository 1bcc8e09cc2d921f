//! [`BatchTeam`]: an executor that runs jobs as a batch of the library, and checks the promises of
//! the batch.

use super::memory::ScheduleTable;
use crate::GameGraph;
use crate::fuse::Fuse;
use crate::graph::FusedJudge;
use eldest::batch::{Batch, Executor};
use eldest::report::StopReason;
use eldest::{Engine, Error, Limits, Report, Score, StopToken};
use eldest_prove::{Job, JobEnd, JobReport};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The query of the next position.
type NextJob = Arc<Mutex<(Score, Limits)>>;

/// The outcomes of all jobs.
#[derive(Debug, Default)]
pub(super) struct JobCounts {
    pub(super) jobs: u64,
    pub(super) side_by_side: u64,
    pub(super) exhausted: u64,
    pub(super) withdrawn: u64,
    /// Withdrawn before anything was searched.
    pub(super) withdrawn_early: u64,
    pub(super) panicked: u64,
}

/// The threads of an engine, as an executor.
pub(super) struct BatchTeam<'e, const A: bool, const D: bool> {
    batch: Batch<'e, GameGraph<A, D>, FusedJudge, Arc<ScheduleTable>>,
    query: NextJob,
    root: GameGraph<A, D>,
    fuse: Fuse,
    stop: StopToken,
    /// Running jobs, and whether they are withdrawn.
    open: BTreeMap<usize, bool>,
    /// The number of moves played when the last open job was withdrawn.
    played: Option<u64>,
    done: JobCounts,
}

impl<'e, const A: bool, const D: bool> BatchTeam<'e, A, D> {
    pub(super) fn new(
        engine: &'e mut Engine<GameGraph<A, D>, FusedJudge, Arc<ScheduleTable>>,
        graph: &GameGraph<A, D>,
        fuse: &Fuse,
        stop: &StopToken,
    ) -> Self {
        let query = NextJob::default();
        let next = Arc::clone(&query);
        let batch = engine.batch(move |query| {
            let (least, limits) = next.lock().expect("no panic").clone();
            query.to_end().decide(least).limits(&limits)
        });
        let (root, stop) = (graph.with_fuse(fuse), stop.clone());
        Self {
            batch,
            query,
            root,
            fuse: fuse.clone(),
            stop,
            open: BTreeMap::new(),
            played: None,
            done: JobCounts::default(),
        }
    }

    /// Replaces the token that stops the jobs.
    pub(super) fn stopped_by(&mut self, stop: &StopToken) {
        self.stop = stop.clone();
    }

    /// Checks that all jobs have been reported at the end of a run.
    pub(super) fn is_left(&self) {
        assert!(self.open.is_empty(), "{:?} are left", self.open);
    }

    pub(super) fn done(self) -> JobCounts {
        self.done
    }

    /// Records `answer`, which must be the first one for its job.
    fn receive(
        &mut self,
        answer: Option<(usize, Result<Report<u16>, Error>)>,
    ) -> Option<(usize, JobReport)> {
        let (number, found) = answer?;
        let is_withdrawn = self.open.remove(&number).expect("one report for each job");
        let outcome = outcome(found);
        self.done.exhausted += u64::from(outcome.end == JobEnd::Exhausted);
        self.done.panicked += u64::from(matches!(outcome.end, JobEnd::Failed(_)));
        let is_stopped = outcome.end == JobEnd::Withdrawn;
        assert!(
            !is_stopped || is_withdrawn || self.stop.is_stopped(),
            "job {number} was not withdrawn"
        );
        self.done.withdrawn += u64::from(is_stopped);
        self.done.withdrawn_early += u64::from(is_stopped && outcome.nodes <= 1);
        if self.open.is_empty() {
            self.stops_soon();
        }
        Some((number, outcome))
    }

    /// A withdrawn search may play at most the move that it was about to play.
    fn stops_soon(&mut self) {
        if let Some(before) = self.played.take() {
            let late = self.fuse.followed() - before;
            assert!(late <= self.batch.threads() as u64, "{late} moves after all were withdrawn");
        }
    }
}

/// Converts the result of a search to the report of its job.
fn outcome(found: Result<Report<u16>, Error>) -> JobReport {
    let report = match found {
        Ok(report) => report,
        Err(error) => return JobReport::nothing(JobEnd::Failed(error.to_string())),
    };
    let end = match report.stop_reason {
        StopReason::Complete | StopReason::Proved => JobEnd::Decided,
        StopReason::Nodes => JobEnd::Exhausted,
        StopReason::Stopped => JobEnd::Withdrawn,
        other => return JobReport::nothing(JobEnd::Failed(format!("{other:?}"))),
    };
    JobReport::new(report.bounds, report.progress.nodes, end)
}

impl<const A: bool, const D: bool> Executor<Job> for BatchTeam<'_, A, D> {
    type Answer = JobReport;

    fn capacity(&self) -> usize {
        self.batch.threads()
    }

    fn begin(&mut self, number: usize, job: Job) {
        let limits = Limits::new().nodes(job.budget).stop(&self.stop);
        let least = Score::new(job.least.expect("a proof uses null windows"));
        *self.query.lock().expect("no panic") = (least, limits);
        let at = job.position.parse().expect("the number of a node");
        let position = self.root.node_at(at);
        assert!(self.open.insert(number, false).is_none(), "job {number} exists already");
        self.played = None;
        self.done.jobs += 1;
        self.done.side_by_side += u64::from(self.open.len() > 1);
        self.batch.begin(number, position);
    }

    fn answer(&mut self) -> Option<(usize, JobReport)> {
        let answer = self.batch.answer();
        self.receive(answer)
    }

    fn answer_now(&mut self) -> Option<(usize, JobReport)> {
        let answer = self.batch.answer_now();
        self.receive(answer)
    }

    fn withdraw(&mut self, number: usize) {
        self.batch.withdraw(number);
        *self.open.get_mut(&number).expect("an open job") = true;
        if self.open.values().all(|is_withdrawn| *is_withdrawn) {
            self.played = Some(self.fuse.followed());
        }
    }
}

impl<const A: bool, const D: bool> eldest_prove::JobExecutor for BatchTeam<'_, A, D> {}
