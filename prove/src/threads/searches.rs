//! [`Searches`]: all that is compiled for a game.

use super::{Asked, Event, Found, Sender};
use crate::game::Texts;
use eldest::background::Search;
use eldest::batch::{Batch, Executor};
use eldest::{Bounds, Depth, Engine, Error, Evaluator, Position, Report, Score, Table};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Searches of positions that are written, whatever the game.
pub(super) trait Searches {
    fn threads(&self) -> usize;

    /// Begins with the position that is written `text`, or says why not. One that is searched `afresh` knows nothing of
    /// what was found before.
    fn begin(
        &mut self,
        number: usize,
        text: &str,
        asked: Asked,
        afresh: bool,
    ) -> Result<(), String>;

    /// What came of the search that an event has told of.
    fn take(&mut self, event: Event) -> Option<(usize, Result<Found, String>)>;

    fn withdraw(&mut self, number: usize);

    /// What the table has proved of the position that is written `text`.
    fn known(&self, text: &str) -> Option<Bounds>;
}

/// Searches by the threads of one engine.
pub(super) struct OnEngine<'e, P: Position, E, T> {
    batch: Batch<'e, P, E, T>,
    table: Arc<T>,
    texts: &'e dyn Texts<P>,
    /// What the next search is to find out.
    next: Arc<Mutex<Asked>>,
    open: BTreeMap<usize, P>,
    make: Option<Make<'e, P, E, T>>,
    checks: BTreeMap<usize, (P, Search<P, E, T>)>,
    sender: Sender<Event>,
}

/// What makes an engine with an empty table.
pub(super) type Make<'e, P, E, T> = Box<dyn FnMut() -> Result<Engine<P, E, T>, Error> + 'e>;

impl<'e, P, E, T> OnEngine<'e, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// `sender` hears of every answer.
    pub(super) fn new(
        engine: &'e mut Engine<P, E, T>,
        texts: &'e dyn Texts<P>,
        sender: Sender<Event>,
    ) -> Self {
        let (table, next) = (engine.table_arc(), Arc::<Mutex<Asked>>::default());
        let (asked, finished) = (Arc::clone(&next), sender.clone());
        let batch = engine.batch(move |query| {
            let asked = asked.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let finished = finished.clone();
            let query = query.to_end().least(asked.least).limits(&asked.limits);
            // Nobody listens any more when the executor is dropped.
            query.when_finished(move |_| finished.send(Event::Job).unwrap_or_default())
        });
        let (open, checks) = (BTreeMap::new(), BTreeMap::new());
        Self { batch, table, texts, next, open, make: None, checks, sender }
    }

    /// The same, with engines for what is searched afresh.
    pub(super) fn checking(self, make: Make<'e, P, E, T>) -> Self {
        Self { make: Some(make), ..self }
    }

    fn check(&mut self, number: usize, position: P, asked: &Asked) -> Result<(), String> {
        let make = self.make.as_mut().ok_or("nobody has said how to search afresh")?;
        let engine = make().map_err(|error| error.to_string())?;
        let sender = self.sender.clone();
        let search = engine.start(&position, |query| {
            let query = query.to_end().least(asked.least).limits(&asked.limits);
            query.when_finished(move |_| sender.send(Event::Check(number)).unwrap_or_default())
        });
        let search = search.map_err(|refused| refused.error.to_string())?;
        self.checks.insert(number, (position, search));
        Ok(())
    }

    fn found(
        &self,
        position: &P,
        outcome: Result<Report<P::Move>, Error>,
    ) -> Result<Found, String> {
        let report = outcome.map_err(|error| error.to_string())?;
        let moves = report.moves.iter();
        let moves = moves.map(|searched| self.texts.write_move(position, searched.mv)).collect();
        Ok(Found {
            bounds: report.bounds,
            nodes: report.progress.nodes,
            stop_reason: report.stop_reason,
            is_proved: report.proved && report.exact,
            moves,
        })
    }
}

impl<P, E, T> Searches for OnEngine<'_, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    fn threads(&self) -> usize {
        self.batch.threads()
    }

    fn begin(
        &mut self,
        number: usize,
        text: &str,
        asked: Asked,
        afresh: bool,
    ) -> Result<(), String> {
        let position = self.texts.read(text)?;
        if afresh {
            return self.check(number, position, &asked);
        }
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = asked;
        self.batch.begin(number, position.clone());
        self.open.insert(number, position);
        Ok(())
    }

    fn take(&mut self, event: Event) -> Option<(usize, Result<Found, String>)> {
        let (number, position, outcome) = match event {
            Event::Check(number) => {
                let (position, search) = self.checks.remove(&number)?;
                (number, position, search.wait().1)
            }
            Event::Job => {
                let (number, outcome) = self.batch.answer()?;
                (number, self.open.remove(&number)?, outcome)
            }
        };
        Some((number, self.found(&position, outcome)))
    }

    fn withdraw(&mut self, number: usize) {
        match self.checks.get(&number) {
            Some((_, search)) => search.handle().stop(),
            None => self.batch.withdraw(number),
        }
    }

    fn known(&self, text: &str) -> Option<Bounds> {
        let position = self.texts.read(text).ok()?;
        let entry = self.table.probe(self.table.slot(position.key()), Depth::END)?;
        let is_fact = entry.proved && entry.depth.is_end();
        is_fact.then(|| with_points(entry.bounds, position.taken().unwrap_or(0)))
    }
}

/// The table holds what is still to come, as far as points go.
fn with_points(to_come: Bounds, taken: i32) -> Bounds {
    let most = Score::MAX_VALUE.get();
    let whole = |score: Score| {
        let is_points = score.get().abs() <= most;
        if is_points { Score::new((score.get() + taken).clamp(-most, most)) } else { score }
    };
    Bounds::new(whole(to_come.lower()), whole(to_come.upper()))
}
