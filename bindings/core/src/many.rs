//! [`SolvedPositions`]: many positions, solved side by side.

use crate::batch::{Answer, Job};
use crate::engine_core::Core;
use crate::fault::guard;
use crate::gate::Gate;
use crate::request::{Goal, token_of};
use crate::{Error, Position, Progress, Report, Result, SearchLimits};
use eldest::StopToken;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The positions to solve. An error in the place of a position is its outcome.
pub type Inputs = Box<dyn Iterator<Item = Result<Position>> + Send>;

/// The positions that are begun ahead of the outcomes, for each thread.
const AHEAD: usize = 4;

/// Solves many positions side by side, and returns the outcomes in the order of the positions.
/// Dropping it stops the searches under way, but does not wait for their end.
pub struct SolvedPositions {
    /// None at their end.
    inputs: Option<Inputs>,
    /// None when no more positions are to be solved.
    jobs: Option<Sender<Job>>,
    answers: Receiver<Answer>,
    /// Outcomes of later positions.
    early: BTreeMap<usize, Result<Report>>,
    begun: usize,
    next: usize,
    most_ahead: usize,
    stop: StopToken,
    gate: Arc<Gate>,
    thread: Option<JoinHandle<()>>,
    started: Instant,
    nodes: u64,
}

impl SolvedPositions {
    pub(crate) fn new(core: &Arc<Core>, inputs: Inputs, limits: &SearchLimits) -> Result<Self> {
        let stop = token_of(limits);
        if limits.root_moves.is_some() {
            let reason = "root moves are given for many positions; expected none";
            return Err(Error::Option(reason.to_owned()));
        }
        let goal = Goal::new(limits, true, &stop)?;
        let (jobs, answers, thread) = begin(core, goal)?;
        Ok(Self {
            inputs: Some(inputs),
            jobs: Some(jobs),
            answers,
            early: BTreeMap::new(),
            begun: 0,
            next: 0,
            most_ahead: core.threads() * AHEAD,
            stop,
            gate: Arc::clone(core.gate()),
            thread: Some(thread),
            started: Instant::now(),
            nodes: 0,
        })
    }

    /// Returns the token that stops the searches under way, and all that follow; their outcomes are
    /// still returned.
    #[must_use]
    pub fn stop_token(&self) -> &StopToken {
        &self.stop
    }

    /// Waits for the next outcome, `most` at most. `Ok(None)` if there are no more positions.
    ///
    /// # Errors
    /// [`NoOutcome`].
    pub fn next_within(&mut self, most: Duration) -> Result<Option<Result<Report>>, NoOutcome> {
        let gate = Arc::clone(&self.gate);
        let waited = gate.work.awaited(|| self.outcome_within(most));
        waited.map_err(NoOutcome::Refused)?.ok_or(NoOutcome::Timeout)
    }

    /// Waits for the next outcome; returns `None` if the time is over first.
    fn outcome_within(&mut self, most: Duration) -> Option<Option<Result<Report>>> {
        let until = Instant::now().checked_add(most);
        loop {
            let gate = Arc::clone(&self.gate);
            gate.work.run(|| self.fill());
            if let Some(outcome) = self.early.remove(&self.next) {
                self.next += 1;
                if self.inputs.is_none() && self.next == self.begun {
                    self.end();
                }
                return Some(Some(outcome));
            }
            if self.next == self.begun {
                self.end();
                return Some(None);
            }
            let left =
                until.map_or(FOR_EVER, |until| until.saturating_duration_since(Instant::now()));
            match self.answers.recv_timeout(left) {
                Ok((number, outcome)) => self.take(number, outcome),
                Err(RecvTimeoutError::Timeout) => return None,
                Err(RecvTimeoutError::Disconnected) => {
                    let reason = "the searches ended early; the library has an error";
                    self.take(self.next, Err(Error::Panic(reason.to_owned())));
                }
            }
        }
    }

    fn take(&mut self, number: usize, outcome: Result<Report>) {
        self.nodes += outcome.as_ref().map_or(0, |report| report.progress.nodes);
        self.early.insert(number, outcome);
    }

    /// Begins positions, as far ahead as is useful.
    fn fill(&mut self) {
        while self.begun < self.next + self.most_ahead
            && let Some(inputs) = &mut self.inputs
        {
            match guard(|| Ok(inputs.next())) {
                Ok(None) => (self.inputs, self.jobs) = (None, None),
                Ok(Some(position)) => self.begin(position),
                Err(error) => {
                    self.begin(Err(error));
                    (self.inputs, self.jobs) = (None, None);
                }
            }
        }
    }

    /// Begins the next position.
    fn begin(&mut self, position: Result<Position>) {
        let number = self.begun;
        self.begun += 1;
        match position.and_then(|position| position.with(|erased| Ok(erased.copy()))) {
            // If the thread has ended, the answers are missed below.
            Ok(erased) => drop(self.jobs.as_ref().map(|jobs| jobs.send((number, erased)))),
            Err(error) => drop(self.early.insert(number, Err(error))),
        }
    }

    /// Waits until the engine is free again. All searches have ended.
    fn end(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }

    /// Returns the nodes and the time of all positions so far.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let seconds = self.started.elapsed().as_secs_f64();
        Progress { nodes: self.nodes, seconds, ..Progress::default() }
    }
}

/// The way of the positions to the engine, that of the outcomes back, and the thread between them.
type Begun = (Sender<Job>, Receiver<Answer>, JoinHandle<()>);

/// Begins to solve the positions that arrive.
fn begin(core: &Arc<Core>, goal: Goal) -> Result<Begun> {
    let permit = core.enter()?;
    let ((jobs, arriving), (sender, answers)) = (channel::<Job>(), channel());
    let owned = Arc::clone(core);
    let thread = core.spawn(move || {
        let run = || {
            owned.searcher().batch(&goal, &arriving, &sender);
            Ok(())
        };
        let _ = guard(run);
        drop((permit, owned));
    })?;
    Ok((jobs, answers, thread))
}

/// A wait without an end.
const FOR_EVER: Duration = Duration::from_secs(1 << 32);

impl Iterator for SolvedPositions {
    type Item = Result<Report>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.next_within(FOR_EVER) {
                Ok(outcome) => return outcome,
                Err(NoOutcome::Timeout) => {}
                Err(NoOutcome::Refused(refused)) => return Some(Err(refused)),
            }
        }
    }
}

impl Drop for SolvedPositions {
    fn drop(&mut self) {
        if self.thread.is_some() {
            self.gate.is_ending();
            self.stop.stop();
        }
    }
}

impl fmt::Debug for SolvedPositions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { begun, next, .. } = self;
        f.debug_struct("SolvedPositions")
            .field("begun", begun)
            .field("returned", next)
            .finish_non_exhaustive()
    }
}

/// Why there is no outcome, which a later call returns.
#[derive(Clone, Debug)]
pub enum NoOutcome {
    /// The time was over first.
    Timeout,
    /// [`Error::Deadlock`]: the searches wait for the caller.
    Refused(Error),
}
