//! [`Query`]: a search of a position, with all its settings.

use super::shared::Finish;
use super::{BorrowedSearch, Engine, Error, Report};
use crate::Score;
use crate::position::{Evaluator, Position};
use crate::search::control::Limits;
use crate::search::deepening::Goal;
use crate::search::observer::Observer;
use crate::search::observer::Tracer;
use crate::search::timeline::Recorder;
use crate::sync::{Arc, Mutex, lock};
use crate::table::Table;
use std::fmt;

/// A search of a position that is being set up. [`Engine::query`] creates it; [`run`](Self::run),
/// [`start`](Self::start) or [`trace`](Self::trace) begin the search. The order of the other
/// methods does not matter.
///
/// ```
/// use eldest::{Engine, Limits, Score};
/// # use eldest::doc::Countdown;
///
/// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
/// let position = Countdown::new(7);
///
/// // The exact value of every move.
/// let report = engine.query(&position).to_end().multi_pv(usize::MAX).run()?;
/// assert_eq!(report.moves.len(), 3);
/// assert!(report.moves[0].value > report.moves[1].value);
///
/// // Only some of the moves.
/// let report = engine.query(&position).to_end().root_moves([1, 2]).run()?;
/// assert!(report.value().unwrap() < Score::DRAW);
///
/// // Only whether the position is won.
/// let report = engine.query(&position).decide(Score::new(1)).run()?;
/// assert_eq!(report.decides(Score::new(1)), Some(true));
/// # Ok::<(), eldest::Error>(())
/// ```
#[must_use = "a query does nothing until it is run"]
pub struct Query<'e, P: Position, E, T> {
    pub(super) engine: &'e mut Engine<P, E, T>,
    pub(super) position: P,
    pub(super) limits: Limits,
    /// As set by the methods: [`Query::goal`] derives the rest.
    goal: Goal,
    /// Whether a line was requested or declined.
    line: Option<bool>,
    pub(super) root_moves: Option<Vec<P::Move>>,
    pub(super) observer: Box<dyn Observer<P::Move> + Send>,
    pub(super) recorder: Option<Recorder>,
    pub(super) finish: Option<Finish<P::Move>>,
}

impl<'e, P: Position, E, T> Query<'e, P, E, T> {
    pub(super) fn new(engine: &'e mut Engine<P, E, T>, position: P) -> Self {
        let goal = Goal { to_end: false, multi_pv: 1, line: true, decide: None };
        let (limits, observer) = (Limits::new(), Box::new(()));
        Self {
            engine,
            position,
            limits,
            goal,
            line: None,
            root_moves: None,
            observer,
            recorder: None,
            finish: None,
        }
    }

    /// Sets the limits of the search.
    pub fn limits(mut self, limits: &Limits) -> Self {
        self.limits = limits.clone();
        self
    }

    /// Searches to the end of the game at once, instead of deepening. If it finds values by null
    /// windows, another pass is needed to find the line: it is omitted unless [`line`](Self::line)
    /// requests it.
    pub fn to_end(mut self) -> Self {
        self.goal.to_end = true;
        self
    }

    /// Sets whether to find the line of best play even where that costs another pass. The default
    /// is `true`, except for a search [to the end](Self::to_end).
    pub fn line(mut self, wanted: bool) -> Self {
        self.line = Some(wanted);
        self
    }

    /// Returns the goal of the search, which does not depend on the order of the calls.
    pub(super) fn goal(&self) -> Goal {
        let is_endless = self.goal.decide.is_some() && !self.limits.has_depth();
        let to_end = self.goal.to_end || is_endless;
        Goal { to_end, line: self.line.unwrap_or(!to_end), ..self.goal }
    }

    /// Requests exact values for the `count` best moves; `usize::MAX` for all. 0 is treated as 1.
    ///
    /// In a [selective](crate::selective) search these values are not exact, but each is the value
    /// of a position: of the last position of the move's [line](crate::report::RootMove::line),
    /// with quiescence. These lines are complete: they have one move only where the game, or the
    /// search, ends after it. All other moves, and those of an interrupted iteration, have an upper
    /// or lower bound ([`RootMove::bound`](crate::report::RootMove::bound)), which need not be the
    /// value of a position.
    pub fn multi_pv(mut self, count: usize) -> Self {
        self.goal.multi_pv = count.max(1);
        self
    }

    /// Tests only whether the value is at least `least`: at the depth limit in
    /// [`limits`](Self::limits), if there is one, or else to the end of the game. This takes a
    /// single null window, which is much cheaper than finding the value.
    ///
    /// [`Report::decides`] returns the answer. The [bounds](Report::bounds) include it, and may be
    /// tighter (fail-soft): a test whether the value is at least 1 may find that it is at least 9.
    /// The answer is as exact as the value would be: [`Report::exact`].
    ///
    /// ```
    /// use eldest::{Engine, Score};
    /// # use eldest::doc::Countdown;
    ///
    /// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
    /// let report = engine.query(&Countdown::new(7)).decide(Score::new(1)).run()?;
    /// assert_eq!(report.decides(Score::new(1)), Some(true));
    /// assert_eq!(report.bounds.lower(), Score::win_in(3)); // not merely a win
    /// # Ok::<(), eldest::Error>(())
    /// ```
    pub fn decide(mut self, least: Score) -> Self {
        self.goal.decide = Some(least);
        self
    }

    /// Restricts the root to these moves, in this order; repeated moves are ignored. No entry of
    /// the root is stored then.
    pub fn root_moves(mut self, moves: impl IntoIterator<Item = P::Move>) -> Self {
        self.root_moves = Some(moves.into_iter().collect());
        self
    }

    /// Sets the observer of the search.
    pub fn observer(mut self, observer: impl Observer<P::Move> + Send + 'static) -> Self {
        self.observer = Box::new(observer);
        self
    }

    /// Records what each thread does in `recorder`; [`timeline`](crate::timeline) has an example.
    pub fn record(mut self, recorder: &Recorder) -> Self {
        self.recorder = Some(recorder.clone());
        self
    }

    /// Sets a callback that receives the outcome when the search is finished. It is called once, on
    /// the thread that searched, whatever ended the search, before the threads that wait for the
    /// search wake up. Use it to put the best move into your program's own queue. It is not called
    /// for errors that [`start`](Self::start) returns.
    ///
    /// If it panics, the outcome is [`Error::Panicked`]. It must not wait for the search, which
    /// ends only after it returns.
    ///
    /// In a [batch](Engine::batch) it must not block. A thread that searched a position begins no
    /// other before the callback returns; the other threads go on. Searches that were stopped
    /// before they began are finished one after the other on one thread that never searches (or on
    /// a thread that becomes free earlier, or that drops the batch): if the callback blocks there,
    /// all other stopped searches wait until a thread is free.
    /// ```
    /// use eldest::Engine;
    /// use std::sync::mpsc::channel;
    /// # use eldest::doc::Countdown;
    ///
    /// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
    /// let (sender, best_moves) = channel();
    /// let query = engine.query(&Countdown::new(5)).when_finished(move |outcome| {
    ///     let best = outcome.as_ref().ok().and_then(|report| report.best_move);
    ///     sender.send(best).expect("a receiver");
    /// });
    /// let running = query.start()?;
    /// assert_eq!(best_moves.recv(), Ok(Some(1)));
    /// # drop(running);
    /// # Ok::<(), eldest::Error>(())
    /// ```
    pub fn when_finished<F>(mut self, finish: F) -> Self
    where
        F: FnOnce(&Result<Report<P::Move>, Error>) + Send + 'static,
    {
        self.finish = Some(Box::new(finish));
        self
    }
}

// Only the methods that begin a search require `E: Evaluator`: if all did, the compiler would
// report a closure that is not an evaluator for every lifetime as a missing method, without naming
// the closure. The same holds for `Engine`.
impl<'e, P, E, T> Query<'e, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    T: Table + 'static,
{
    /// Searches, and waits for the end. If the [token](Limits::stop) is stopped already, the search
    /// does not begin: the report is that of a search stopped at its first node, and the table is
    /// neither bound nor cleared.
    ///
    /// # Errors
    /// [`Error::IllegalRootMove`], [`Error::NoRootMoves`], [`Error::Endless`],
    /// [`Error::TableServesEndOnly`], [`Error::TableServesAnother`], [`Error::TooManyThreads`],
    /// [`Error::Thread`] and, with the feature `rayon`, `Error::PoolStack` before the
    /// search; [`Error::TooDeep`], [`Error::TableInUse`] and [`Error::BrokenContract`] from within;
    /// [`Error::Panicked`] from both.
    pub fn run(self) -> Result<Report<P::Move>, Error>
    where
        E: Evaluator<P> + Send + Sync + 'static,
    {
        self.start()?.wait()
    }

    /// Begins to search, on the engine's own thread. [`Engine::start`] does the same without
    /// borrowing the engine.
    ///
    /// # Errors
    /// As [`run`](Self::run), except for those that occur during the search.
    pub fn start(self) -> Result<BorrowedSearch<'e, P::Move>, Error>
    where
        E: Evaluator<P> + Send + Sync + 'static,
    {
        self.launch().map(BorrowedSearch::new)
    }

    /// Searches with one thread while `tracer` watches every node; returns the tracer.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn trace<R>(self, tracer: R) -> Result<(Report<P::Move>, R), Error>
    where
        E: Evaluator<P> + Send + Sync + 'static,
        R: Tracer<P::Move> + Send + 'static,
    {
        let seen = Arc::new(Mutex::new(None));
        let keep = Arc::clone(&seen);
        let handle =
            self.launch_traced::<_, false>(0, tracer, move |tracer| *lock(&keep) = Some(tracer))?;
        let report = handle.outcome()?;
        let tracer = lock(&seen).take();
        Ok((report, tracer.expect("a search that ends well hands back its tracer")))
    }
}

impl<P: Position, E, T> fmt::Debug for Query<'_, P, E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("limits", &self.limits)
            .field("goal", &self.goal())
            .field("root_moves", &self.root_moves)
            .finish_non_exhaustive()
    }
}
