//! [`Batch`]: many positions under way on the threads of one engine.

mod executor;
#[cfg(all(test, not(any(loom, schedule, shuttle))))]
mod tests;

pub use executor::{Executor, InOrder};

use super::batch_threads::{BatchSearch, BatchThreads};
use super::launch::Prepared;
use super::lease::Tenancy;
use super::outcome::caught;
use super::ready::Ready;
use super::shared::{Finish, SearchOutcome};
use super::team_search::HelperThread;
use super::{Engine, Error, LatestSearch, Query, Report};
use crate::engine::shared::OutcomeQueue;
use crate::position::{Evaluator, Position, ZeroEvaluator};
use crate::search::control::{Control, Limits};
use crate::search::memory::MemorySource;
use crate::search::observer::NoTracer;
use crate::search::options::Options;
use crate::search::stop::StopToken;
use crate::sync::{Arc, Thunk, Weak};
use crate::table::{SharedTable, Table};
use std::collections::BTreeMap;
use std::fmt;

/// The capacity for each thread, if there are several. While one position takes as long as this
/// many others, threads run out of positions and help with it.
const POSITIONS_PER_THREAD: usize = 4;

/// Many positions searched in parallel on the threads of one engine; created by [`Engine::batch`].
///
/// Each thread searches its own position, and all share one table. A thread that finds no position
/// to begin helps a search under way, by the algorithm of the engine's [`Options`]; so at the end
/// of a long list, and with a single position, all threads search together. With one thread, the
/// searches are those of [`Query::run`] one after the other, node by node.
///
/// Each position has its own limits; time counts from the moment at which a thread begins it. A
/// panic of the game's code is the outcome of its position only; the others go on. Dropping a batch
/// stops the searches under way and waits for them; positions that have not begun are finished as
/// stopped, on the thread that drops the batch or on one that never searches.
///
/// Positions begin in their order. Searches with different [fingerprints](Position::fingerprint)
/// never overlap: a position with other rules waits for those under way to end; meanwhile fewer
/// later positions overtake it than there are threads. A position that is stopped before it begins
/// is answered at once, however busy the threads are.
///
/// [`InOrder`] returns the outcomes in the order of the positions. A program that also waits for
/// other events uses a batch directly as an [`Executor`]:
///
/// ```
/// use eldest::batch::Executor;
/// use eldest::{Engine, Score};
/// use std::sync::mpsc::channel;
/// # use eldest::doc::Countdown;
///
/// let mut engine = Engine::<Countdown>::builder().threads(2).table_bytes(1 << 20).build()?;
/// let (sender, events) = channel();
/// let mut batch = engine.batch(move |query| {
///     let sender = sender.clone();
///     query.to_end().when_finished(move |_| sender.send("an answer").expect("a receiver"))
/// });
/// batch.begin(5, Countdown::new(5));
/// batch.begin(9, Countdown::new(9));
/// let mut values = [None; 10];
/// for _ in 0..2 {
///     assert_eq!(events.recv(), Ok("an answer")); // or another event
///     let (number, outcome) = batch.answer().expect("there is one");
///     values[number] = outcome?.value();
/// }
/// assert_eq!((values[5], values[9]), (Some(Score::win_in(3)), Some(Score::win_in(5))));
/// # Ok::<(), eldest::Error>(())
/// ```
#[must_use = "dropping it stops the searches"]
pub struct Batch<'e, P: Position, E = ZeroEvaluator, T = SharedTable> {
    engine: &'e mut Engine<P, E, T>,
    ask: QueryTemplate<'e, P, E, T>,
    /// Stops all its searches.
    token: StopToken,
    /// The tokens that stop single searches, by number.
    tokens: BTreeMap<usize, StopToken>,
    tenancy: Arc<Tenancy>,
    answers: Arc<OutcomeQueue<P::Move>>,
    /// Positions whose answers have not been taken from the queue.
    open: usize,
    /// Positions begun so far.
    begun: usize,
}

/// Sets up the query of each position.
type QueryTemplate<'e, P, E, T> =
    Box<dyn FnMut(Query<'_, P, E, T>) -> Query<'_, P, E, T> + Send + 'e>;

impl<P, E, T> Engine<P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Solves many positions to the end of the game and returns the reports in their order: like
    /// [`solve`](Self::solve) for each, but in parallel if the engine has several threads (see
    /// [`Batch`]). `limits` apply to each position. If their token is stopped, all searches under
    /// way stop, and later ones stop at once.
    ///
    /// At most four positions per thread, or one with a single thread, are begun ahead of the
    /// reports returned. Dropping the iterator stops the searches under way.
    ///
    /// ```
    /// use eldest::{Engine, Limits, Score};
    /// # use eldest::doc::Countdown;
    ///
    /// let mut engine = Engine::<Countdown>::builder().threads(2).table_bytes(1 << 20).build()?;
    /// let heaps = (1..=40).map(Countdown::new);
    /// for (left, outcome) in (1..).zip(engine.solve_all(heaps, &Limits::new())) {
    ///     let value = outcome?.value().expect("there is no limit");
    ///     assert_eq!(value > Score::DRAW, left % 4 > 0);
    /// }
    /// # Ok::<(), eldest::Error>(())
    /// ```
    ///
    /// # Errors
    /// Each report may be an error, as that of [`Query::run`]; the other reports are not affected.
    pub fn solve_all<I>(
        &mut self,
        positions: I,
        limits: &Limits,
    ) -> InOrder<Batch<'_, P, E, T>, I::IntoIter>
    where
        I: IntoIterator<Item = P>,
    {
        let limits = limits.clone();
        InOrder::new(self.batch(move |query| query.to_end().limits(&limits)), positions)
    }

    /// Creates a batch, which searches many positions in parallel. `ask` sets up the query of each
    /// position: its limits, its goal, an observer of its own.
    ///
    /// The callback of [`when_finished`](Query::when_finished) is called for every position here,
    /// also for one that is refused before its search: an [`answer`](Executor::answer) can then be
    /// taken immediately or very soon.
    ///
    /// ```
    /// use eldest::batch::InOrder;
    /// use eldest::{Engine, Limits};
    /// # use eldest::doc::Countdown;
    ///
    /// let mut engine = Engine::<Countdown>::builder().threads(2).table_bytes(1 << 20).build()?;
    /// let limits = Limits::new().nodes(10_000);
    /// let batch = engine.batch(|query| query.to_end().multi_pv(usize::MAX).limits(&limits));
    /// for outcome in InOrder::new(batch, [7, 6, 5].map(Countdown::new)) {
    ///     assert_eq!(outcome?.moves.len(), 3);
    /// }
    /// # Ok::<(), eldest::Error>(())
    /// ```
    pub fn batch<'e, F>(&'e mut self, ask: F) -> Batch<'e, P, E, T>
    where
        F: FnMut(Query<'_, P, E, T>) -> Query<'_, P, E, T> + Send + 'e,
    {
        let token = StopToken::new();
        self.under_way = LatestSearch::new(&token);
        Batch {
            engine: self,
            ask: Box::new(ask),
            token,
            tokens: BTreeMap::new(),
            tenancy: Arc::default(),
            answers: Arc::default(),
            open: 0,
            begun: 0,
        }
    }
}

impl<P, E, T> Batch<'_, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Begins a position like [`begin`](Executor::begin), but with its own query: `ask` changes the
    /// query of the batch.
    ///
    /// ```
    /// use eldest::batch::Executor;
    /// use eldest::{Engine, Limits};
    /// # use eldest::doc::Countdown;
    ///
    /// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
    /// let mut batch = engine.batch(|query| query.to_end());
    /// batch.submit(7, Countdown::new(30), |query| query.limits(&Limits::new().nodes(1)));
    /// let (number, outcome) = batch.answer().expect("one position was submitted");
    /// assert_eq!((number, outcome?.value()), (7, None));
    /// # Ok::<(), eldest::Error>(())
    /// ```
    pub fn submit<F>(&mut self, number: usize, position: P, ask: F)
    where
        F: FnOnce(Query<'_, P, E, T>) -> Query<'_, P, E, T>,
    {
        let mut query = ask((self.ask)(Query::new(self.engine, position)));
        let finish = query.finish.take();
        let prepared = query.prepare().map(|Prepared { ready, limits, .. }| (ready, limits));
        let begun = prepared.and_then(|(ready, limits)| {
            let crew = self.crew(&ready)?;
            Ok((crew, ready, limits))
        });
        self.open += 1;
        match begun {
            Ok((crew, ready, limits)) => self.enqueue(&crew, number, ready, limits, finish),
            Err(error) => self.answers.put(number, Err(error), finish),
        }
    }
}

/// Outcomes are those of [`Query::run`].
impl<P, E, T> Executor<P> for Batch<'_, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    type Answer = Result<Report<P::Move>, Error>;

    /// Returns four for each thread; one, if there is one thread.
    fn capacity(&self) -> usize {
        match self.threads() {
            1 => 1,
            several => several * POSITIONS_PER_THREAD,
        }
    }

    /// Never waits. If this position needs larger stacks than earlier ones, each thread is replaced
    /// after its present job.
    fn begin(&mut self, number: usize, position: P) {
        self.submit(number, position, |query| query);
    }

    fn answer(&mut self) -> Option<(usize, SearchOutcome<P::Move>)> {
        self.open = self.open.checked_sub(1)?;
        let answer = self.answers.take();
        Some(self.answered(answer))
    }

    fn answer_now(&mut self) -> Option<(usize, SearchOutcome<P::Move>)> {
        let answer = self.answers.take_now()?;
        self.open -= 1;
        Some(self.answered(answer))
    }

    /// Stops its search. A position that has not begun is answered at once, however busy the
    /// threads are.
    fn withdraw(&mut self, number: usize) {
        self.tokens.get(&number).into_iter().for_each(StopToken::stop);
    }
}

impl<P: Position, E, T> Batch<'_, P, E, T> {
    /// Returns the number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.engine.options.workers().min(Options::MOST_THREADS)
    }

    /// Forgets the token of an answered position.
    fn answered(
        &mut self,
        answer: (usize, SearchOutcome<P::Move>),
    ) -> (usize, SearchOutcome<P::Move>) {
        self.tokens.remove(&answer.0);
        answer
    }

    /// Returns the threads for a search like `ready`.
    fn crew(&mut self, ready: &Ready<P, E, T>) -> Result<Arc<BatchThreads>, Error> {
        let (stack, cap, workers) =
            (ready.context.stack, ready.context.cap, ready.context.options.workers());
        let threads = &mut self.engine.threads;
        let are_others = threads.grow(workers, stack, cap)?;
        if let Some(crew) = &self.engine.under_way.crew {
            if are_others {
                crew.replace(threads.all(workers));
                threads.close_retired();
            }
            return Ok(Arc::clone(crew));
        }
        threads.close_retired();
        let attendant = threads.attendant(cap)?;
        let crew = BatchThreads::new(threads.all(workers), attendant);
        self.engine.under_way.crew = Some(Arc::clone(&crew));
        Ok(crew)
    }
}

impl<P, E, T> Batch<'_, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    /// Hands a search to the threads of the batch. Its clock starts when it begins.
    fn enqueue(
        &mut self,
        crew: &Arc<BatchThreads>,
        number: usize,
        mut ready: Ready<P, E, T>,
        limits: Limits,
        finish: Option<Finish<P::Move>>,
    ) {
        self.begun += 1;
        let helper = HelperThread::OfBatch(Arc::clone(crew), self.begun);
        let helpers = vec![helper; ready.context.options.workers() - 1];
        ready.tenancy = Some(Arc::clone(&self.tenancy));
        if !helpers.is_empty() {
            ready.learnt = MemorySource::Any(Arc::clone(&self.engine.memories));
        }
        let (rules, stop) = (ready.context.fingerprint, self.token_of(crew, &limits));
        let (token, answers) = (stop.clone(), Arc::clone(&self.answers));
        self.tokens.insert(number, token.clone());
        let run = Box::new(move || {
            let control = Control::new(&limits).recording(ready.recorder.take());
            let control = Arc::new(control);
            token.stops(control.token());
            let outcome = caught(|| ready.run::<_, true>(control, helpers, NoTracer, drop));
            Box::new(move || answers.put(number, outcome, finish)) as Thunk
        });
        crew.begin(BatchSearch { rules, stop, run });
    }

    /// Creates the token that stops a search within `limits`; `crew` is notified then.
    fn token_of(&self, crew: &Arc<BatchThreads>, limits: &Limits) -> StopToken {
        let crew: Weak<BatchThreads> = Arc::downgrade(crew);
        let token = StopToken::with_bell(move || {
            crew.upgrade().into_iter().for_each(|crew| crew.ring());
        });
        limits.token().into_iter().chain([&self.token]).for_each(|above| above.stops(&token));
        token
    }
}

impl<P: Position, E, T> Drop for Batch<'_, P, E, T> {
    fn drop(&mut self) {
        self.engine.under_way = LatestSearch::default();
        self.engine.threads.join_retired();
    }
}

impl<P: Position, E, T> fmt::Debug for Batch<'_, P, E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Batch");
        shown.field("begun", &self.begun).field("open", &self.open).finish_non_exhaustive()
    }
}
