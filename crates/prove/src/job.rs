//! [`Job`] and [`JobReport`]: the input and output of an executor. Plain data, which can be sent.

use eldest::{Bounds, Score};
use serde::{Deserialize, Serialize};

/// The version in each [`JobReport`]. A manager rejects reports of another version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// One search to the end of the game within a node budget: is the value of a position, for its side
/// to move, at least `least`? Or, without `least`: what is the value?
///
/// The question is that of [`Query::decide`](eldest::Query::decide). Scores are those of [`Score`],
/// as integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Job {
    /// The name of the game, with its variant.
    pub game: String,
    /// The [fingerprint](crate::About::fingerprint) of its rules.
    pub rules: u64,
    /// The position, as the [rules](crate::GameRules) write it.
    pub position: String,
    /// Decides whether the value is at least this; `None` finds the value, which a
    /// [`ProofManager`](crate::ProofManager) never requests. In JSON, `None` is `null`.
    pub least: Option<i32>,
    /// The search gives up after this many nodes.
    pub budget: u64,
    /// The largest number of [facts](JobReport::facts) to report.
    pub facts: u16,
    /// Whether the search must not use earlier results, because it checks another result.
    pub afresh: bool,
    /// The name of the worker that must not do this job, because the job checks its answer. `None`
    /// if that worker has no name.
    #[serde(default)]
    pub not_by: Option<String>,
}

impl Job {
    /// Creates a job that decides whether the value of `position` is at least `least` (or finds the
    /// value) within `budget` nodes, without facts.
    #[must_use]
    pub fn new(
        game: &str,
        rules: u64,
        position: &str,
        least: impl Into<Option<i32>>,
        budget: u64,
    ) -> Self {
        let (game, position, least) = (game.to_owned(), position.to_owned(), least.into());
        let (facts, afresh, not_by) = (0, false, None);
        Self { game, rules, position, least, budget, facts, afresh, not_by }
    }

    /// Returns this job after `change`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// The result of a [`Job`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct JobReport {
    /// The value is at least this. Used only if it answers the question.
    pub lower: i32,
    /// The value is at most this. Used only if it answers the question.
    pub upper: i32,
    /// The number of nodes visited.
    pub nodes: u64,
    /// How the job ended.
    pub end: JobEnd,
    /// If the budget ran out: the moves, the most promising first. This is a hint and may be
    /// incomplete. For a job that finds the value: the best move alone. For the answer yes: a move
    /// that proves the lower bound.
    pub order: Vec<String>,
    /// Bounds proved for positions below. Accepted without a check, up to [`Job::facts`].
    pub facts: Vec<Fact>,
    /// The [`VERSION`] of the sender.
    pub version: String,
    /// The name of the worker; empty where workers have no names. The executor sets it from its
    /// knowledge of the sender, so it is not serialized with the report.
    #[serde(skip)]
    pub by: String,
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobEnd {
    /// The bounds answer the question. They are exact if the job finds the value.
    Decided,
    /// The budget ran out.
    Exhausted,
    /// The job was cancelled, because its answer is no longer needed.
    Withdrawn,
    /// The result is unknown: a worker has gone, or a message was lost. The job is retried.
    Lost,
    /// The position could not be searched to the end, for this reason. The job is retried a few
    /// times.
    Failed(String),
    /// No worker that may do the job is available ([`Job::not_by`]). It is retried when the
    /// capacity of the executor changes. Only an executor may report this, not a worker.
    #[serde(skip_deserializing)]
    Unavailable,
}

/// Bounds proved for a position other than that of the job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Fact {
    /// The position.
    pub position: String,
    /// Its value is at least this, for its side to move.
    pub lower: i32,
    /// Its value is at most this.
    pub upper: i32,
}

impl JobReport {
    /// Creates a report of `bounds` that were proved with `nodes` nodes.
    #[must_use]
    pub fn new(bounds: Bounds, nodes: u64, end: JobEnd) -> Self {
        let (lower, upper) = (bounds.lower().get(), bounds.upper().get());
        let (version, by) = (VERSION.to_owned(), String::new());
        Self { lower, upper, nodes, end, order: Vec::new(), facts: Vec::new(), version, by }
    }

    /// Creates a report with nothing but an `end`.
    #[must_use]
    pub fn nothing(end: JobEnd) -> Self {
        Self::new(Bounds::FULL, 0, end)
    }

    /// Returns this report after `change`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Returns the bounds, if they are valid.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        bounds(self.lower, self.upper)
    }

    /// Returns the bound that answers whether the value is at least `least`: the lower bound for
    /// yes, the upper one for no. It is one bound only, so that one search can [check](again) it.
    pub(crate) fn answer(&self, least: i32) -> Bounds {
        let (worst, best) = (Bounds::FULL.lower(), Bounds::FULL.upper());
        match self.bounds().map(|bounds| (bounds, settled(bounds, least))) {
            Some((bounds, Some(true))) => Bounds::new(bounds.lower().min(best), best),
            Some((bounds, Some(false))) => Bounds::new(worst, bounds.upper().max(worst)),
            _ => Bounds::FULL,
        }
    }

    /// Returns the reason why this is no valid answer to the question for `least`, if there is one.
    pub(crate) fn fault(&self, least: i32) -> Option<String> {
        if self.version != VERSION {
            let version = eldest_check::printable(&self.version, 64);
            return Some(format!("the report has version {version}; expected {VERSION}"));
        }
        let Some(bounds) = self.bounds() else {
            return Some(format!("{} to {} are not valid bounds", self.lower, self.upper));
        };
        let is_open = settled(bounds, least).is_none();
        (self.end == JobEnd::Decided && is_open)
            .then(|| format!("{bounds} does not decide whether the value is at least {least}"))
    }
}

impl Fact {
    /// Creates a fact: the value of `position` lies in `bounds`.
    #[must_use]
    pub fn new(position: impl Into<String>, bounds: Bounds) -> Self {
        let (lower, upper) = (bounds.lower().get(), bounds.upper().get());
        Self { position: position.into(), lower, upper }
    }

    /// Returns the bounds, if they are valid.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        bounds(self.lower, self.upper)
    }
}

fn bounds(lower: i32, upper: i32) -> Option<Bounds> {
    let are_scores = [lower, upper].iter().all(|end| end.unsigned_abs() <= 8_388_607);
    (are_scores && lower <= upper).then(|| Bounds::new(Score::new(lower), Score::new(upper)))
}

/// Returns whether the value is at least `least`, if `known` decides it.
pub(crate) fn settled(known: Bounds, least: i32) -> Option<bool> {
    if known.lower().get() >= least {
        Some(true)
    } else if known.upper().get() < least {
        Some(false)
    } else {
        None
    }
}

/// Returns the question that checks an `answer` to the question for `least`: whether the value is
/// at least the lower bound (for yes), or above the upper bound (for no).
pub(crate) fn again(answer: Bounds, least: i32) -> Option<i32> {
    let yes = settled(answer, least)?;
    Some(if yes { answer.lower().get() } else { answer.upper().get() + 1 })
}

/// Runs jobs: an [`eldest::batch::Executor`] of jobs.
///
/// The executor reports each job once, however it ends; as [`JobEnd::Lost`](crate::JobEnd::Lost) if
/// the result is unknown. If it has no more reports while jobs are open, these jobs count as lost.
/// Reports for jobs that are not open (repeated ones, for example) are ignored.
///
/// An executor whose workers have names sets [`JobReport::by`] to the name of the sender, and gives
/// no job to the worker that [must not do it](Job::not_by). If there is no other worker, it reports
/// [`JobEnd::Unavailable`](crate::JobEnd::Unavailable).
pub trait JobExecutor: eldest::batch::Executor<Job, Answer = JobReport> {
    /// Called when two results contradict each other, with the names of the workers that sent
    /// them. Table entries that other workers learned from these may be wrong. Does nothing by
    /// default.
    fn contradicted(&mut self, workers: &[String]) {
        let _ = workers;
    }
}

impl<X: JobExecutor + ?Sized> JobExecutor for Box<X> {
    fn contradicted(&mut self, workers: &[String]) {
        (**self).contradicted(workers);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_bound_counts_and_is_what_is_asked_again() {
        let bounds = Bounds::new(Score::new(-3), Score::new(4));
        let report = JobReport::new(bounds, 1, JobEnd::Exhausted);
        let (loss, win) = (Score::LOSS.get(), Score::WIN.get());
        let counts = |least| {
            let answer = report.answer(least);
            (answer.lower().get(), answer.upper().get(), again(answer, least))
        };
        assert_eq!([-5, -3].map(counts), [(-3, win, Some(-3)); 2]);
        assert_eq!([-2, 0, 4].map(counts), [(loss, win, None); 3]);
        assert_eq!([5, 9].map(counts), [(loss, 4, Some(5)); 2]);
    }

    #[test]
    fn what_lies_beyond_all_values_counts_as_their_end() {
        let report = |bound| JobReport::new(Bounds::exact(bound), 1, JobEnd::Decided);
        let beyond = Score::new(8_100_000);
        assert_eq!(report(beyond).answer(0), Bounds::exact(Score::WIN));
        assert_eq!(report(-beyond).answer(0), Bounds::exact(Score::LOSS));
    }

    #[test]
    fn what_is_no_answer_is_faulty() {
        let bounds = Bounds::new(Score::new(-3), Score::new(4));
        let outcome = |end| JobReport::new(bounds, 1, end);
        assert_eq!(outcome(JobEnd::Decided).fault(-3), None);
        assert_eq!(outcome(JobEnd::Decided).fault(5), None);
        assert_eq!(outcome(JobEnd::Exhausted).fault(0), None);
        assert!(outcome(JobEnd::Decided).fault(0).unwrap().contains("-3 to 4 does not decide"));
        let upside_down = outcome(JobEnd::Exhausted).with(|o| (o.lower, o.upper) = (4, -3));
        assert!(upside_down.fault(0).unwrap().contains("not valid bounds"));
        let beyond = outcome(JobEnd::Exhausted).with(|o| o.upper = i32::MAX);
        assert!(beyond.fault(0).unwrap().contains("not valid bounds"));
        let old = outcome(JobEnd::Decided).with(|o| o.version = "0.0.1".to_owned());
        assert!(old.fault(-3).unwrap().contains("version 0.0.1"));
    }
}
