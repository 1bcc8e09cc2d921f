//! [`Job`] and [`JobReport`]: what is asked of an executor, and what comes of it. Plain data: it travels.

use eldest::{Bounds, Score};
use serde::{Deserialize, Serialize};

/// What the results of this package are marked with. A manager counts no result of another version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// One question: is the value of a position, for its side to move, at least so much? Or: what is it? To the end of the
/// game, within so many nodes.
///
/// The question is that of [`Query::decide`](eldest::Query::decide). Scores are those of [`Score`], as integers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Job {
    /// What the game is called, with its variant.
    pub game: String,
    /// The [fingerprint](crate::About::fingerprint) of its rules.
    pub rules: u64,
    /// The position, as the [rules](crate::GameRules) write it.
    pub position: String,
    /// Is the value at least this? Without it, the value is asked for; a [`ProofManager`](crate::ProofManager) never does. `serde` writes
    /// it as any option: JSON has `null`.
    pub least: Option<i32>,
    /// Gives up after so many nodes.
    pub budget: u64,
    /// At most so many [facts](JobReport::facts) are wanted.
    pub facts: u16,
    /// Whether nothing may be used that was found before: it is to check another result.
    pub afresh: bool,
    /// The name of a worker that must not answer it: the one whose answer it checks. `None` if that worker has no name.
    #[serde(default)]
    pub not_by: Option<String>,
}

impl Job {
    /// The question whether the value of `position` is at least `least`, or what it is, within `budget` nodes. No facts
    /// are wanted.
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

    /// This job, but for what `change` changes.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// What came of a [`Job`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct JobReport {
    /// The value is at least this. It counts if it answers the question.
    pub lower: i32,
    /// The value is at most this. It counts if it answers the question.
    pub upper: i32,
    /// Nodes that were visited.
    pub nodes: u64,
    /// How it ended.
    pub end: JobEnd,
    /// The moves, the most promising first, if the budget ran out; a hint, in which any may be missing. If the value was
    /// asked for, the best move alone; of a yes, a move that is worth as much as was told.
    pub order: Vec<String>,
    /// What else was proved, about positions below. It is believed if it was wanted, and not checked.
    pub facts: Vec<Fact>,
    /// The [`VERSION`] of whoever answers.
    pub version: String,
    /// The name of the worker that answers; empty where workers have no names. An executor writes it from what it
    /// knows about the sender, so it never comes from the answer itself and is not serialized with it.
    #[serde(skip)]
    pub by: String,
}

/// How a job ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum JobEnd {
    /// The bounds answer the question; they are one value, if that was asked for.
    Decided,
    /// The budget ran out.
    Exhausted,
    /// Nobody wanted to know it any more.
    Withdrawn,
    /// Nobody knows what came of it: a worker has gone, a message was lost. It is asked again.
    Lost,
    /// It could not be searched, or was not searched to its end: why. It is asked again, a few times.
    Failed(String),
    /// No worker is there that may answer it ([`Job::not_by`]). It is asked again when the executor has more room.
    /// An executor finds this; no worker may answer so.
    #[serde(skip_deserializing)]
    Unavailable,
}

/// What is proved of a position beside that of the job.
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
    /// `bounds` were proved with so many `nodes`.
    #[must_use]
    pub fn new(bounds: Bounds, nodes: u64, end: JobEnd) -> Self {
        let (lower, upper) = (bounds.lower().get(), bounds.upper().get());
        let (version, by) = (VERSION.to_owned(), String::new());
        Self { lower, upper, nodes, end, order: Vec::new(), facts: Vec::new(), version, by }
    }

    /// Nothing came of it but its `end`.
    #[must_use]
    pub fn nothing(end: JobEnd) -> Self {
        Self::new(Bounds::FULL, 0, end)
    }

    /// This outcome, but for what `change` changes.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// The bounds, if they are some.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        bounds(self.lower, self.upper)
    }

    /// What counts of it as an answer to the question for `least`: a yes is the lower bound that was told, a no the
    /// upper one. One bound and no more, which one question [again](again) would find wrong.
    pub(crate) fn answer(&self, least: i32) -> Bounds {
        let (worst, best) = (Bounds::FULL.lower(), Bounds::FULL.upper());
        match self.bounds().map(|told| (told, settled(told, least))) {
            Some((told, Some(true))) => Bounds::new(told.lower().min(best), best),
            Some((told, Some(false))) => Bounds::new(worst, told.upper().max(worst)),
            _ => Bounds::FULL,
        }
    }

    /// What is wrong with it as an answer to the question for `least`, if something is.
    pub(crate) fn fault(&self, least: i32) -> Option<String> {
        if self.version != VERSION {
            let version = eldest_check::printable(&self.version, 64);
            return Some(format!("it is of version {version}; expected {VERSION}"));
        }
        let Some(bounds) = self.bounds() else {
            return Some(format!("{} to {} are no bounds", self.lower, self.upper));
        };
        let is_open = settled(bounds, least).is_none();
        (self.end == JobEnd::Decided && is_open)
            .then(|| format!("{bounds} does not say whether it is at least {least}"))
    }
}

impl Fact {
    /// The value of `position` lies in `bounds`.
    #[must_use]
    pub fn new(position: impl Into<String>, bounds: Bounds) -> Self {
        let (lower, upper) = (bounds.lower().get(), bounds.upper().get());
        Self { position: position.into(), lower, upper }
    }

    /// The bounds, if they are some.
    #[must_use]
    pub fn bounds(&self) -> Option<Bounds> {
        bounds(self.lower, self.upper)
    }
}

fn bounds(lower: i32, upper: i32) -> Option<Bounds> {
    let are_scores = [lower, upper].iter().all(|end| end.unsigned_abs() <= 8_388_607);
    (are_scores && lower <= upper).then(|| Bounds::new(Score::new(lower), Score::new(upper)))
}

/// Whether the value is at least `least`, if `known` tells.
pub(crate) fn settled(known: Bounds, least: i32) -> Option<bool> {
    if known.lower().get() >= least {
        Some(true)
    } else if known.upper().get() < least {
        Some(false)
    } else {
        None
    }
}

/// The question that finds an `answer` to the question for `least` wrong, if it is: whether the value is at least what
/// was told, or more than that.
pub(crate) fn again(answer: Bounds, least: i32) -> Option<i32> {
    let yes = settled(answer, least)?;
    Some(if yes { answer.lower().get() } else { answer.upper().get() + 1 })
}

/// Answers jobs: an [`eldest::batch::Executor`] of jobs.
///
/// Each job that was begun is answered once, whatever comes of it; a job whose result is not known is
/// answered with [`JobEnd::Lost`](crate::JobEnd::Lost). If the executor has nothing more to answer while jobs are open, they are taken
/// for lost. Answers to jobs that are not open, second ones for example, are overlooked.
///
/// An executor whose workers have names writes the name of the sender into [`JobReport::by`], and gives no worker a job that is
/// [not for it](Job::not_by): if no other one is there, it answers with [`JobEnd::Unavailable`](crate::JobEnd::Unavailable).
pub trait JobExecutor: eldest::batch::Executor<Job, Answer = JobReport> {
    /// Two results contradict each other, and these workers have given them, as far as they have names. What other workers
    /// have learnt from them may be wrong. By default nothing is done.
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
        let told = JobReport::new(Bounds::new(Score::new(-3), Score::new(4)), 1, JobEnd::Exhausted);
        let (loss, win) = (Score::LOSS.get(), Score::WIN.get());
        let counts = |least| {
            let answer = told.answer(least);
            (answer.lower().get(), answer.upper().get(), again(answer, least))
        };
        assert_eq!([-5, -3].map(counts), [(-3, win, Some(-3)); 2]);
        assert_eq!([-2, 0, 4].map(counts), [(loss, win, None); 3]);
        assert_eq!([5, 9].map(counts), [(loss, 4, Some(5)); 2]);
    }

    #[test]
    fn what_lies_beyond_all_values_counts_as_their_end() {
        let told = |lower, upper| JobReport::new(Bounds::new(lower, upper), 1, JobEnd::Decided);
        let beyond = Score::new(8_100_000);
        assert_eq!(told(beyond, beyond).answer(0), Bounds::exact(Score::WIN));
        assert_eq!(told(-beyond, -beyond).answer(0), Bounds::exact(Score::LOSS));
    }

    #[test]
    fn what_is_no_answer_is_faulty() {
        let bounds = Bounds::new(Score::new(-3), Score::new(4));
        let outcome = |end| JobReport::new(bounds, 1, end);
        assert_eq!(outcome(JobEnd::Decided).fault(-3), None);
        assert_eq!(outcome(JobEnd::Decided).fault(5), None);
        assert_eq!(outcome(JobEnd::Exhausted).fault(0), None);
        assert!(outcome(JobEnd::Decided).fault(0).unwrap().contains("-3 to 4 does not say"));
        let upside_down = outcome(JobEnd::Exhausted).with(|o| (o.lower, o.upper) = (4, -3));
        assert!(upside_down.fault(0).unwrap().contains("no bounds"));
        let beyond = outcome(JobEnd::Exhausted).with(|o| o.upper = i32::MAX);
        assert!(beyond.fault(0).unwrap().contains("no bounds"));
        let old = outcome(JobEnd::Decided).with(|o| o.version = "0.0.1".to_owned());
        assert!(old.fault(-3).unwrap().contains("version 0.0.1"));
    }
}
