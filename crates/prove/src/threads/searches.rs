//! [`Searches`]: the code that is generic over the game.

use super::facts::FactWalk;
use crate::game::Texts;
use crate::job::Fact;
use eldest::batch::{Batch, Executor};
use eldest::report::StopReason;
use eldest::{Bounds, Engine, Evaluator, Limits, Position, Report, Score, StopToken, Table};
use std::collections::VecDeque;
use std::fmt;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, OnceLock};

/// The goal of a search: decide whether the value is at least `least`, or find the value.
#[derive(Debug)]
pub(super) struct SearchGoal {
    pub(super) least: Option<Score>,
    pub(super) limits: Limits,
}

/// The result of a search, in texts.
#[derive(Debug)]
pub(super) struct WrittenReport {
    pub(super) bounds: Bounds,
    pub(super) nodes: u64,
    pub(super) stop_reason: StopReason,
    /// Whether the bounds depend neither on a search horizon nor on the path to the position.
    pub(super) is_proved: bool,
    pub(super) moves: Vec<String>,
    pub(super) best_move: Option<String>,
}

/// Searches of positions in text form, independent of the game.
pub(super) trait Searches {
    fn threads(&self) -> usize;

    /// Begins a search of the position `text`, or returns the reason why it cannot. A search
    /// `afresh` uses no earlier results.
    fn begin(
        &mut self,
        number: usize,
        text: &str,
        asked: SearchGoal,
        afresh: bool,
    ) -> Result<(), String>;

    /// Returns the result of the search that an event announced.
    fn take(&mut self, event: SearchKind) -> Option<(usize, Result<WrittenReport, String>)>;

    fn withdraw(&mut self, number: usize);

    /// Returns up to `most` facts that the common table has proved about positions below `text`.
    fn facts(&self, text: &str, most: usize) -> Vec<Fact>;
}

/// Searches with one engine, and checks with another whose table is cleared.
pub(super) struct OnEngine<'e, P: Position, E, T> {
    texts: &'e dyn Texts<P>,
    common: Common<'e, P, E, T>,
    checker: Checker<'e, P, E, T>,
    bell: Bell,
    /// Checks that wait for the current one.
    waiting: VecDeque<(usize, P, SearchGoal)>,
}

/// The engine for searches afresh.
enum Checker<'e, P: Position, E, T> {
    /// Created on demand: it may take as much memory as the other engine.
    Due(Make<'e, P, E, T>),
    There(Common<'e, P, E, T>),
    /// Unavailable, for this reason.
    Missing(String),
}

impl<'e, P: Position, E, T> Checker<'e, P, E, T> {
    fn there(&mut self) -> Option<&mut Common<'e, P, E, T>> {
        if let Self::There(common) = self { Some(common) } else { None }
    }
}

/// Creates the engine for checks.
pub(super) type Make<'e, P, E, T> =
    Box<dyn FnOnce() -> Result<&'e mut Engine<P, E, T>, String> + 'e>;

/// Searches over one table.
struct Common<'e, P: Position, E, T> {
    batch: Batch<'e, P, E, T>,
    table: Arc<T>,
    open: Vec<(usize, P)>,
}

impl<'e, P, E, T> Common<'e, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Creates searches that send `event` to `bell` for each answer.
    fn new(engine: &'e mut Engine<P, E, T>, event: SearchKind, bell: Bell) -> Self {
        let table = engine.table_arc();
        let batch = engine.batch(move |query| {
            let bell = bell.clone();
            query.to_end().when_finished(move |_| bell.ring(event))
        });
        Self { batch, table, open: Vec::new() }
    }

    fn begin(&mut self, number: usize, position: P, asked: SearchGoal) {
        self.batch.submit(number, position.clone(), |query| {
            let query = query.limits(&asked.limits);
            match asked.least {
                Some(least) => query.decide(least),
                None => query,
            }
        });
        self.open.push((number, position));
    }

    fn take(&mut self, texts: &dyn Texts<P>) -> Option<(usize, Result<WrittenReport, String>)> {
        let (number, outcome) = self.batch.answer()?;
        let at = self.open.iter().position(|(open, _)| *open == number)?;
        let (_, position) = self.open.swap_remove(at);
        let found = outcome.map_err(|error| error.to_string());
        Some((number, found.map(|report| found_by(&report, &position, texts))))
    }
}

/// Converts a report into texts.
fn found_by<P: Position>(
    report: &Report<P::Move>,
    position: &P,
    texts: &dyn Texts<P>,
) -> WrittenReport {
    let moves = report.moves.iter().map(|searched| texts.write_move(position, searched.mv));
    WrittenReport {
        bounds: report.bounds,
        nodes: report.progress.nodes,
        stop_reason: report.stop_reason,
        is_proved: report.proved && report.exact,
        moves: moves.collect(),
        best_move: report.best_move.map(|mv| texts.write_move(position, mv)),
    }
}

impl<'e, P, E, T> OnEngine<'e, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Creates searches that report each answer to `bell`. Searches afresh use the engine that
    /// `make` creates.
    pub(super) fn new(
        engine: &'e mut Engine<P, E, T>,
        make: Option<Make<'e, P, E, T>>,
        texts: &'e dyn Texts<P>,
        bell: Bell,
    ) -> Self {
        let common = Common::new(engine, SearchKind::Job, bell.clone());
        let missing = || Checker::Missing("there is no engine for searches afresh".to_owned());
        let checker = make.map_or_else(missing, Checker::Due);
        Self { texts, common, checker, bell, waiting: VecDeque::new() }
    }

    /// Creates the checker if necessary, or returns the reason why there is none.
    fn call_checker(&mut self) -> Result<(), String> {
        let unmade =
            Checker::Missing("the engine for searches afresh could not be created".to_owned());
        self.checker = match std::mem::replace(&mut self.checker, unmade) {
            Checker::Due(make) => match make() {
                Ok(engine) => Checker::There(self.checking(engine)),
                Err(reason) => Checker::Missing(reason),
            },
            called => called,
        };
        match &self.checker {
            Checker::Missing(reason) => Err(reason.clone()),
            _ => Ok(()),
        }
    }

    /// Prepares the engine for checks without thread-local tables, which clearing its table would
    /// not clear.
    fn checking(&self, engine: &'e mut Engine<P, E, T>) -> Common<'e, P, E, T> {
        engine.set_options(engine.options().with(|o| o.local_table_from = None));
        Common::new(engine, SearchKind::Check, self.bell.clone())
    }

    /// Begins the next check, if none is in progress.
    fn check(&mut self) {
        let Some(checker) = self.checker.there().filter(|checker| checker.open.is_empty()) else {
            return;
        };
        if let Some((number, position, asked)) = self.waiting.pop_front() {
            checker.table.clear();
            checker.begin(number, position, asked);
        }
    }
}

impl<P, E, T> Searches for OnEngine<'_, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    fn threads(&self) -> usize {
        self.common.batch.threads()
    }

    fn begin(
        &mut self,
        number: usize,
        text: &str,
        asked: SearchGoal,
        afresh: bool,
    ) -> Result<(), String> {
        let position = self.texts.read(text)?;
        if !afresh {
            self.common.begin(number, position, asked);
            return Ok(());
        }
        self.call_checker()?;
        self.waiting.push_back((number, position, asked));
        self.check();
        Ok(())
    }

    fn take(&mut self, event: SearchKind) -> Option<(usize, Result<WrittenReport, String>)> {
        match event {
            SearchKind::Job => self.common.take(self.texts),
            SearchKind::Check => {
                let taken = self.checker.there()?.take(self.texts);
                self.check();
                taken
            }
        }
    }

    /// Withdraws a search. A check that still waits is stopped as soon as it begins.
    fn withdraw(&mut self, number: usize) {
        self.common.batch.withdraw(number);
        self.checker.there().into_iter().for_each(|checker| checker.batch.withdraw(number));
        if let Some((_, _, asked)) = self.waiting.iter_mut().find(|(open, ..)| *open == number) {
            let token = StopToken::new();
            token.stop();
            asked.limits = asked.limits.clone().stop(&token);
        }
    }

    fn facts(&self, text: &str, most: usize) -> Vec<Fact> {
        let places = (&*self.common.table, self.texts);
        let root = self.texts.read(text);
        root.map(|root| FactWalk::below(root, text, places, most)).unwrap_or_default()
    }
}

/// The kind of search that has an answer.
#[derive(Copy, Clone, Debug)]
pub(super) enum SearchKind {
    /// A job over the common table.
    Job,
    /// A check.
    Check,
}

/// Reports that an answer can be taken.
#[derive(Clone)]
pub(super) struct Bell {
    events: Sender<SearchKind>,
    wake: Arc<OnceLock<Wake>>,
}

/// Called after each event.
pub(super) type Wake = Box<dyn Fn() + Send + Sync>;

impl Bell {
    /// Creates a bell with the receiver of its events.
    pub(super) fn new() -> (Self, Receiver<SearchKind>) {
        let (events, receiver) = channel();
        (Self { events, wake: Arc::default() }, receiver)
    }

    /// Sets the function to call after each event, unless one is set already.
    pub(super) fn wakes(&self, wake: Wake) {
        drop(self.wake.set(wake));
    }

    /// Reports an answer. Does nothing after the executor is dropped.
    pub(super) fn ring(&self, event: SearchKind) {
        let _ = self.events.send(event);
        self.wake.get().into_iter().for_each(|wake| wake());
    }
}

impl fmt::Debug for Bell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bell").finish_non_exhaustive()
    }
}
