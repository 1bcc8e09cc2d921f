//! [`Threads`]: jobs are done by the threads of this process, over one table.

mod check;
mod facts;

use crate::game::{Game, Texts};
use crate::job::{End, Job, Outcome};
use crate::rules::Rules;
use check::{Check, Make};
use eldest::batch::{Batch, Executor};
use eldest::report::StopReason;
use eldest::{
    Engine, Error, Evaluator, Limits, Position, Report, Score, SharedTable, StopToken, Table,
    ZeroEvaluator,
};
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// The executor of this process: the threads of an engine over its table, as a [`Batch`].
///
/// Each thread has one job at a time; one that finds none helps at another's. What was found for a job is in the
/// table when the next one begins. A panic of the game is the failure of the job in which it comes.
pub struct Threads<'e, P: Position, E = ZeroEvaluator, T = SharedTable> {
    batch: Batch<'e, P, E, T>,
    texts: &'e dyn Texts<P>,
    game: String,
    rules: u64,
    table: Arc<T>,
    /// What the next search is to find out.
    asked: Arc<Mutex<Asked>>,
    stop: StopToken,
    events: Receiver<Event>,
    sender: Sender<Event>,
    /// Jobs of the batch that are under way.
    open: BTreeMap<usize, (P, u16)>,
    make: Option<Make<'e, P, E, T>>,
    checks: BTreeMap<usize, Check<P, E, T>>,
    /// Jobs that were not searched.
    refused: VecDeque<(usize, Outcome)>,
}

/// Is the value at least so much, within these limits?
#[derive(Clone, Debug, Default)]
struct Asked {
    least: Score,
    limits: Limits,
}

/// There is an answer to be taken.
enum Event {
    Batch,
    Check(usize),
}

impl<'e, P, E, T> Threads<'e, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// The threads of `engine`, for jobs of `game`, whose positions are written in `texts`. The table may have been
    /// used before, for the same rules.
    pub fn new<W: Texts<P>>(
        engine: &'e mut Engine<P, E, T>,
        game: &Game<P, W>,
        texts: &'e dyn Texts<P>,
    ) -> Self {
        let (table, asked) = (engine.table_arc(), Arc::<Mutex<Asked>>::default());
        let ((sender, events), now) = (channel(), Arc::clone(&asked));
        let finished = sender.clone();
        let batch = engine.batch(move |query| {
            let Asked { least, limits } =
                now.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let finished = finished.clone();
            let query = query.to_end().least(least).limits(&limits);
            // Nobody listens any more when the executor is dropped.
            query.when_finished(move |_| finished.send(Event::Batch).unwrap_or_default())
        });
        let about = game.about();
        Self {
            batch,
            texts,
            game: about.game.clone(),
            rules: about.fingerprint,
            table,
            asked,
            stop: StopToken::new(),
            events,
            sender,
            open: BTreeMap::new(),
            make: None,
            checks: BTreeMap::new(),
            refused: VecDeque::new(),
        }
    }

    /// All jobs are withdrawn when `token` is thrown.
    #[must_use]
    pub fn stopped_by(self, token: &StopToken) -> Self {
        Self { stop: token.clone(), ..self }
    }

    /// Jobs that ask to be answered [afresh](Job::afresh) get an engine of their own, which `make` makes: its table is
    /// empty. Without this they fail.
    #[must_use]
    pub fn checking_with<F>(self, make: F) -> Self
    where
        F: FnMut() -> Result<Engine<P, E, T>, Error> + 'e,
    {
        Self { make: Some(Box::new(make)), ..self }
    }

    /// Begins with `job`, or says why not.
    fn try_begin(&mut self, number: usize, job: &Job) -> Result<(), String> {
        let is_ours = job.game == self.game && job.rules == self.rules;
        if !is_ours {
            return Err(format!("it is about {}; expected {}", job.game, self.game));
        }
        let read = catch_unwind(AssertUnwindSafe(|| self.texts.read(&job.position)));
        let position = read.unwrap_or_else(|_| Err("its text made the game panic".to_owned()))?;
        let most = Score::INFINITY.get() - 1;
        let least = Score::new(job.least.clamp(-most, most));
        let limits = Limits::new().nodes(job.budget).stop(&self.stop);
        let asked = Asked { least, limits };
        if job.afresh {
            return self.check(number, &position, &asked);
        }
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = asked;
        self.batch.begin(number, position.clone());
        self.open.insert(number, (position, job.facts));
        Ok(())
    }

    fn taken(&mut self, event: Event) -> Option<(usize, Outcome)> {
        match event {
            Event::Check(number) => {
                let (position, outcome) = self.checks.remove(&number)?.wait();
                Some((number, self.told(&position, 0, outcome)))
            }
            Event::Batch => {
                let (number, outcome) = self.batch.answer()?;
                let (position, facts) = self.open.remove(&number)?;
                Some((number, self.told(&position, facts, outcome)))
            }
        }
    }

    /// What is told of a search.
    fn told(&self, position: &P, facts: u16, outcome: Searched<P>) -> Outcome {
        let report = match outcome {
            Ok(report) => report,
            Err(error) => return Outcome::nothing(End::Failed(error.to_string())),
        };
        let nodes = report.progress.nodes;
        let end = match report.stop_reason {
            StopReason::Complete | StopReason::Proved if report.proved && report.exact => {
                End::Decided
            }
            StopReason::Nodes => End::Exhausted,
            StopReason::Stopped => End::Withdrawn,
            other => {
                return Outcome::nothing(End::Failed(format!("the search ended by {other:?}")));
            }
        };
        let is_exhausted = end == End::Exhausted;
        Outcome::new(report.bounds, nodes, end).with(|told| {
            if is_exhausted {
                let moves = report.moves.iter();
                told.order =
                    moves.map(|searched| self.texts.write_move(position, searched.mv)).collect();
                told.facts = facts::below(position, self.texts, &*self.table, facts.into());
            }
        })
    }
}

/// What came of a search.
type Searched<P> = Result<Report<<P as Position>::Move>, Error>;

impl<P, E, T> Executor<Job> for Threads<'_, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    type Answer = Outcome;

    /// One for each thread.
    fn capacity(&self) -> usize {
        self.batch.threads()
    }

    fn begin(&mut self, number: usize, job: Job) {
        if let Err(reason) = self.try_begin(number, &job) {
            self.refused.push_back((number, Outcome::nothing(End::Failed(reason))));
        }
    }

    fn answer(&mut self) -> Option<(usize, Outcome)> {
        let refused = self.refused.pop_front();
        refused.or_else(|| {
            if self.open.is_empty() && self.checks.is_empty() {
                return None;
            }
            let event = self.events.recv().expect("there is a sender in here");
            self.taken(event)
        })
    }

    fn answer_now(&mut self) -> Option<(usize, Outcome)> {
        let refused = self.refused.pop_front();
        refused.or_else(|| {
            let event = self.events.try_recv().ok()?;
            self.taken(event)
        })
    }

    fn withdraw(&mut self, number: usize) {
        match self.checks.get(&number) {
            Some(check) => check.stop(),
            None => self.batch.withdraw(number),
        }
    }
}

impl<P: Position, E, T> fmt::Debug for Threads<'_, P, E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Threads");
        shown.field("game", &self.game).field("open", &self.open.len()).finish_non_exhaustive()
    }
}
