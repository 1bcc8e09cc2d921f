//! [`Threads`]: runs jobs on the threads of this process, over one table.

mod facts;
mod searches;
mod sharing;

pub use sharing::{Exchange, Finding, NewsSlot, SharingTable};

use crate::game::{TextGame, Texts};
use crate::job::{Job, JobEnd, JobReport, settled};
use crate::rules::GameRules;
use eldest::batch::Executor;
use eldest::report::StopReason;
use eldest::{Engine, Evaluator, Limits, Position, Score, StopToken, Table};
use searches::{Bell, OnEngine, SearchGoal, SearchKind, Searches, WrittenReport};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::Receiver;

/// The executor of this process: the threads of an engine over its table, as a
/// [`Batch`](eldest::batch::Batch).
///
/// Each thread has one job at a time; a thread without a job helps another one. The table keeps the
/// results of earlier jobs. If the game panics, the job fails.
pub struct Threads<'e> {
    searches: Box<dyn Searches + 'e>,
    rules: &'e dyn GameRules,
    stop: StopToken,
    events: Receiver<SearchKind>,
    bell: Bell,
    /// Jobs in progress.
    open: BTreeMap<usize, Job>,
    /// Jobs that could not begin.
    refused: VecDeque<(usize, JobReport)>,
    exchange: Option<Exchange>,
}

impl<'e> Threads<'e> {
    /// Creates an executor of the threads of `engine`, for jobs of `game`. The table may have
    /// entries from the same rules.
    pub fn new<P, E, T, W>(engine: &'e mut Engine<P, E, T>, game: &'e TextGame<P, W>) -> Self
    where
        P: Position<Move: Send> + Send + 'static,
        E: Evaluator<P> + Send + Sync + 'static,
        T: Table + 'static,
        W: Texts<P>,
    {
        let (bell, events) = Bell::new();
        let searches = Box::new(OnEngine::new(engine, None, game.texts(), bell.clone()));
        Self::over(searches, game, events, bell)
    }

    /// Creates an executor that searches jobs [afresh](Job::afresh) with `checker`, one at a time,
    /// and clears the table of `checker` before each. With [`new`](Self::new) alone such jobs fail.
    pub fn checking<P, E, T, W>(
        engine: &'e mut Engine<P, E, T>,
        checker: &'e mut Engine<P, E, T>,
        game: &'e TextGame<P, W>,
    ) -> Self
    where
        P: Position<Move: Send> + Send + 'static,
        E: Evaluator<P> + Send + Sync + 'static,
        T: Table + 'static,
        W: Texts<P>,
    {
        Self::checking_by(engine, || Ok(checker), game)
    }

    /// Does the same as [`checking`](Self::checking), but calls `checker` to create the engine for
    /// the first such job, to save memory until then. If it returns an error, the job fails with
    /// that reason.
    pub fn checking_by<P, E, T, W>(
        engine: &'e mut Engine<P, E, T>,
        checker: impl FnOnce() -> Result<&'e mut Engine<P, E, T>, String> + 'e,
        game: &'e TextGame<P, W>,
    ) -> Self
    where
        P: Position<Move: Send> + Send + 'static,
        E: Evaluator<P> + Send + Sync + 'static,
        T: Table + 'static,
        W: Texts<P>,
    {
        let (bell, events) = Bell::new();
        let searches = OnEngine::new(engine, Some(Box::new(checker)), game.texts(), bell.clone());
        Self::over(Box::new(searches), game, events, bell)
    }

    fn over(
        searches: Box<dyn Searches + 'e>,
        rules: &'e dyn GameRules,
        events: Receiver<SearchKind>,
        bell: Bell,
    ) -> Self {
        let (stop, open, refused) = (StopToken::new(), BTreeMap::new(), VecDeque::new());
        Self { searches, rules, stop, events, bell, open, refused, exchange: None }
    }

    /// Withdraws all jobs when `token` is triggered.
    #[must_use]
    pub fn stopped_by(self, token: &StopToken) -> Self {
        Self { stop: token.clone(), ..self }
    }

    /// Sets a function that a search thread calls whenever
    /// [`answer_now`](eldest::batch::Executor::answer_now) may have an answer, for callers that
    /// also wait for other events. It must be fast. Only the first one set is called.
    #[must_use]
    pub fn waking(self, wake: impl Fn() + Send + Sync + 'static) -> Self {
        self.bell.wakes(Box::new(wake));
        self
    }

    /// Returns the [fingerprint](Job::rules) of the rules.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.rules.about().fingerprint
    }

    /// Sets the exchange, which must be the other end of the engine's table.
    #[must_use]
    pub fn exchanging(self, exchange: Exchange) -> Self {
        Self { exchange: Some(exchange), ..self }
    }

    /// Sets the least number of nodes of a result that becomes [news](Self::news); `None`, the
    /// default, turns news off. Searches [afresh](Job::afresh) make no news.
    pub fn share_from(&self, nodes: Option<u64>) {
        self.exchange.iter().for_each(|exchange| exchange.share_from(nodes));
    }

    /// Returns the findings since the last call, for other tables of the same game to
    /// [learn](Self::learn). Up to 16,384 findings wait; further ones are dropped. Without an
    /// [exchange](Self::exchanging), there are none.
    #[must_use]
    pub fn news(&self) -> Vec<Finding> {
        self.exchange.as_ref().map(Exchange::news).unwrap_or_default()
    }

    /// Stores `findings` in the table without a check, as if a search had found them. Returns the
    /// number stored: all with valid values, or 0 without an [exchange](Self::exchanging). Jobs
    /// [afresh](Job::afresh) do not use them.
    pub fn learn(&self, findings: &[Finding]) -> usize {
        self.exchange.as_ref().map_or(0, |exchange| exchange.learn(findings))
    }

    /// Begins `job`, or returns the reason why it cannot.
    fn try_begin(&mut self, number: usize, job: &Job) -> Result<(), String> {
        let about = self.rules.about();
        if (&job.game, job.rules) != (&about.game, about.fingerprint) {
            return Err(format!(
                "the job is for {} with rules {:x}; expected {} with rules {:x}",
                job.game, job.rules, about.game, about.fingerprint
            ));
        }
        let most = Score::INFINITY.get() - 1;
        let least = job.least.map(|least| Score::new(least.clamp(-most, most)));
        let limits = Limits::new().nodes(job.budget).stop(&self.stop);
        let (searches, asked) = (&mut self.searches, SearchGoal { least, limits });
        let begin = || searches.begin(number, &job.position, asked, job.afresh);
        let begun = catch_unwind(AssertUnwindSafe(begin));
        begun.unwrap_or_else(|_| Err("the game panicked".to_owned()))
    }

    fn taken(&mut self, event: SearchKind) -> Option<(usize, JobReport)> {
        let (number, found) = self.searches.take(event)?;
        let job = self.open.remove(&number)?;
        Some((number, self.report(&job, found)))
    }

    /// Returns the report of a search.
    fn report(&self, job: &Job, found: Result<WrittenReport, String>) -> JobReport {
        let failed = |reason| JobReport::nothing(JobEnd::Failed(reason));
        let found = match found {
            Ok(found) => found,
            Err(reason) => return failed(reason),
        };
        let end = match found.stop_reason {
            StopReason::Complete | StopReason::Proved if found.is_proved => JobEnd::Decided,
            StopReason::Nodes => JobEnd::Exhausted,
            StopReason::Stopped => JobEnd::Withdrawn,
            other => return failed(format!("the search ended by {other:?}")),
        };
        let is_exhausted = end == JobEnd::Exhausted;
        let is_yes = job.least.is_some_and(|least| settled(found.bounds, least) == Some(true));
        JobReport::new(found.bounds, found.nodes, end).with(|report| {
            if job.least.is_none() || report.end == JobEnd::Decided && is_yes {
                report.order = found.best_move.into_iter().collect();
            } else if is_exhausted {
                report.order = found.moves;
                report.facts = self.searches.facts(&job.position, job.facts.into());
            }
        })
    }
}

impl Executor<Job> for Threads<'_> {
    type Answer = JobReport;

    /// Returns one job per thread.
    fn capacity(&self) -> usize {
        self.searches.threads()
    }

    fn begin(&mut self, number: usize, job: Job) {
        match self.try_begin(number, &job) {
            Ok(()) => drop(self.open.insert(number, job)),
            Err(reason) => {
                self.refused.push_back((number, JobReport::nothing(JobEnd::Failed(reason))));
            }
        }
    }

    fn answer(&mut self) -> Option<(usize, JobReport)> {
        let refused = self.refused.pop_front();
        refused.or_else(|| {
            let event = (!self.open.is_empty()).then(|| self.events.recv().ok());
            self.taken(event.flatten()?)
        })
    }

    fn answer_now(&mut self) -> Option<(usize, JobReport)> {
        let refused = self.refused.pop_front();
        refused.or_else(|| {
            let event = self.events.try_recv().ok()?;
            self.taken(event)
        })
    }

    fn withdraw(&mut self, number: usize) {
        self.searches.withdraw(number);
    }
}

impl crate::JobExecutor for Threads<'_> {}

impl fmt::Debug for Threads<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Threads");
        shown.field("game", &self.rules.about().game);
        shown.field("open", &self.open.len()).finish_non_exhaustive()
    }
}
