//! [`Query`]: a question about a position, and how it is answered.

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

/// A question about a position. Made by [`Engine::query`]; ends with [`run`](Self::run),
/// [`start`](Self::start) or [`trace`](Self::trace). The order of the other methods does not
/// matter.
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
    /// As the methods set it: [`Query::goal`] derives the rest.
    goal: Goal,
    /// Whether a line was asked for, or declined.
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

    /// When the search is to end.
    pub fn limits(mut self, limits: &Limits) -> Self {
        self.limits = limits.clone();
        self
    }

    /// To the end of the game at once, instead of deeper and deeper. A search to the end that
    /// finds values by null windows needs another pass to know its line: it is left out unless
    /// [`line`](Self::line) asks for it.
    pub fn to_end(mut self) -> Self {
        self.goal.to_end = true;
        self
    }

    /// Whether the line of best play is wanted even where it costs another pass. If nothing is said, it is, unless
    /// the search goes [to the end](Self::to_end).
    pub fn line(mut self, wanted: bool) -> Self {
        self.line = Some(wanted);
        self
    }

    /// The goal of the search, whatever the order in which the methods were called.
    pub(super) fn goal(&self) -> Goal {
        let is_endless = self.goal.decide.is_some() && !self.limits.has_depth();
        let to_end = self.goal.to_end || is_endless;
        Goal { to_end, line: self.line.unwrap_or(!to_end), ..self.goal }
    }

    /// Exact values for the `count` best moves; `usize::MAX` for all. 0 is taken as 1.
    ///
    /// In a [selective](crate::selective) search they are not exact, but each is the value of a position: of the one at
    /// the end of the move's [line](crate::report::RootMove::line), with quiescence. These lines are searched
    /// through: they have one move only where the game, or the search, ends after it. All other moves, and those of an
    /// iteration that was interrupted, carry what they are worth at most or at least
    /// ([`RootMove::bound`](crate::report::RootMove::bound)); such a bound need not be the value of a position.
    pub fn multi_pv(mut self, count: usize) -> Self {
        self.goal.multi_pv = count.max(1);
        self
    }

    /// Asks only whether the value is at least `least`: at the depth among the
    /// [`limits`](Self::limits), if there is one, and else to the end of the game. A single null
    /// window, much cheaper than the value.
    ///
    /// [`Report::decides`] has the answer. The [bounds](Report::bounds) contain it, and more if the
    /// null window has found more (fail-soft): a search that is asked whether the value is at least
    /// 1 may find that it is at least 9. The answer is as exact as the value would be:
    /// [`Report::exact`].
    ///
    /// ```
    /// use eldest::{Engine, Score};
    /// # use eldest::doc::Countdown;
    ///
    /// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
    /// let report = engine.query(&Countdown::new(7)).decide(Score::new(1)).run()?;
    /// assert_eq!(report.decides(Score::new(1)), Some(true));
    /// assert_eq!(report.bounds.lower(), Score::win_in(3)); // not just some win
    /// # Ok::<(), eldest::Error>(())
    /// ```
    pub fn decide(mut self, least: Score) -> Self {
        self.goal.decide = Some(least);
        self
    }

    /// Only these moves at the root, in this order; one that is named twice counts once. Nothing about
    /// the root is stored then.
    pub fn root_moves(mut self, moves: impl IntoIterator<Item = P::Move>) -> Self {
        self.root_moves = Some(moves.into_iter().collect());
        self
    }

    /// Who hears how the search gets on.
    pub fn observer(mut self, observer: impl Observer<P::Move> + Send + 'static) -> Self {
        self.observer = Box::new(observer);
        self
    }

    /// Keeps in `recorder` which thread does what when; [`timeline`](crate::timeline) has an example.
    pub fn record(mut self, recorder: &Recorder) -> Self {
        self.recorder = Some(recorder.clone());
        self
    }

    /// What is called when the search is finished, with what came of it: once, on the thread that
    /// searched, whatever ended the search, and before the threads that wait for it wake. So it is the
    /// place to put the best move into the queue of one's own program. It is not called for an error
    /// that [`start`](Self::start) itself gives.
    ///
    /// If it panics, the outcome is [`Error::Panicked`]. It must not wait for the search, which has not
    /// ended before it returns.
    ///
    /// In a [batch](Engine::batch) it must not block. A thread that searched a position begins no other one before it
    /// returns; the other threads go on. Searches that were stopped before they began are finished one after the
    /// other, on one thread that searches nothing (or on one that is free before, or that drops the batch): where it
    /// blocks there, the answers of all others that were stopped wait until a thread is free.
    ///
    /// ```
    /// use eldest::Engine;
    /// use std::sync::mpsc::channel;
    /// # use eldest::doc::Countdown;
    ///
    /// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
    /// let (sender, best_moves) = channel();
    /// let query = engine.query(&Countdown::new(5)).when_finished(move |outcome| {
    ///     let best = outcome.as_ref().ok().and_then(|report| report.best_move);
    ///     sender.send(best).expect("somebody listens");
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

// That `E` is an evaluator is asked of the methods that begin a search: asked of all of them, a closure
// that is none for some lifetime would make the compiler say that there is no such method, and not
// which closure. So it is in `Engine`.
impl<'e, P, E, T> Query<'e, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    T: Table + 'static,
{
    /// Searches, and waits for the end. A search whose [token](Limits::stop) has been thrown does not begin: it reports
    /// what one does that is stopped at its first node, and binds and clears no table.
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

    /// Begins to search, on the engine's own thread. [`Engine::start`] does the same with an engine that
    /// is not borrowed meanwhile.
    ///
    /// # Errors
    /// As [`run`](Self::run), as far as they are known before the search.
    pub fn start(self) -> Result<BorrowedSearch<'e, P::Move>, Error>
    where
        E: Evaluator<P> + Send + Sync + 'static,
    {
        self.launch().map(BorrowedSearch::new)
    }

    /// Searches with one thread, siblings in turn, while `tracer` watches every node; gives it back.
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
