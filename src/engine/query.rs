//! [`Query`]: a question about a position, and how it is answered.

use super::running::{Shared, Watch};
use super::{Ending, Engine, Error, Line, Report, Running};
use crate::position::{Evaluator, Moves, Position};
use crate::search::brothers::InTurn;
use crate::search::control::{Control, Limits};
use crate::search::deepening::{Answer, Goal};
use crate::search::observer::{Observer, Progress};
use crate::search::options::DepthMatch;
use crate::search::root_moves::Root;
use crate::search::stack;
use crate::search::statistics::Statistics;
use crate::search::trace::{NoTracer, Tracer};
use crate::search::worker::{Gear, Move, Of, Parts, Reason, Worker};
use crate::sync::{Arc, Background, Mutex, lock};
use crate::table::{Table, mix};
use crate::{Bounds, Depth, Score};
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The stack is sized for this depth at least, so that limits can be raised while a search runs.
const LEAST_MAX_PLY: u32 = 1000;

/// A question about a position. Made by [`Engine::query`]; ends with [`run`](Self::run),
/// [`start`](Self::start), [`at_least`](Self::at_least) or [`trace`](Self::trace).
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
/// assert_eq!(engine.query(&position).at_least(Score::new(1))?, Some(true));
/// # Ok::<(), eldest::Error>(())
/// ```
#[must_use = "a query does nothing until it is run"]
pub struct Query<'e, P: Position, E, T> {
    engine: &'e mut Engine<P, E, T>,
    position: P,
    limits: Limits,
    goal: Goal,
    root_moves: Option<Vec<P::Move>>,
    observer: Box<dyn Observer<P::Move> + Send>,
}

impl<'e, P, E, T> Query<'e, P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    E: Evaluator<P> + Send + Sync + 'static,
    T: Table + 'static,
{
    pub(super) fn new(engine: &'e mut Engine<P, E, T>, position: P) -> Self {
        let goal = Goal { to_end: false, multi_pv: 1, line: true, at_least: None };
        let limits = Limits::new();
        Self { engine, position, limits, goal, root_moves: None, observer: Box::new(()) }
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
        self.goal.line = false;
        self
    }

    /// Whether the line of best play is wanted even where it costs another pass.
    pub fn line(mut self, wanted: bool) -> Self {
        self.goal.line = wanted;
        self
    }

    /// Exact values for the `count` best moves; `usize::MAX` for all. 0 is taken as 1.
    pub fn multi_pv(mut self, count: usize) -> Self {
        self.goal.multi_pv = count.max(1);
        self
    }

    /// Only these moves at the root, in this order. Nothing about the root is stored then.
    pub fn root_moves(mut self, moves: impl IntoIterator<Item = P::Move>) -> Self {
        self.root_moves = Some(moves.into_iter().collect());
        self
    }

    /// Who hears how the search gets on.
    pub fn observer(mut self, observer: impl Observer<P::Move> + Send + 'static) -> Self {
        self.observer = Box::new(observer);
        self
    }

    /// Searches, and waits for the end.
    ///
    /// # Errors
    /// [`Error::IllegalRootMove`], [`Error::NoRootMoves`], [`Error::Endless`],
    /// [`Error::TableServesEndOnly`], [`Error::TableServesAnother`] and [`Error::Thread`] before the
    /// search; [`Error::TooDeep`] from within; [`Error::Panicked`] from both.
    pub fn run(self) -> Result<Report<P::Move>, Error> {
        self.start()?.wait()
    }

    /// Begins to search, on the engine's own thread.
    ///
    /// # Errors
    /// As [`run`](Self::run), as far as they are known before the search.
    pub fn start(self) -> Result<Running<'e, P::Move>, Error> {
        self.launch(NoTracer, |NoTracer| ())
    }

    /// Whether the value is at least `least`: to the end of the game, or to the depth among the
    /// limits, if there is one. A single null window, much cheaper than the value. `None` if a limit
    /// ended the search first.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn at_least(self, least: Score) -> Result<Option<bool>, Error> {
        let report = self.decide(least)?;
        Ok(report.depth.map(|_| report.bounds.lower >= least))
    }

    /// The same as [`at_least`](Self::at_least), with everything that there is to report.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn decide(mut self, least: Score) -> Result<Report<P::Move>, Error> {
        self.goal.at_least = Some(least);
        self.goal.to_end |= !self.limits.has_depth();
        self.run()
    }

    /// Searches while `tracer` watches every node; gives it back.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn trace<R>(self, tracer: R) -> Result<(Report<P::Move>, R), Error>
    where
        R: Tracer<P::Move> + Send + 'static,
    {
        let seen = Arc::new(Mutex::new(None));
        let keep = Arc::clone(&seen);
        let report = self.launch(tracer, move |tracer| *lock(&keep) = Some(tracer))?.wait()?;
        let tracer = lock(&seen).take();
        Ok((report, tracer.expect("a search that ends well hands back its tracer")))
    }

    /// Checks the question, sets a worker up and hands it to the engine's thread.
    fn launch<R>(
        self,
        tracer: R,
        hand_back: impl FnOnce(R) + Send + 'static,
    ) -> Result<Running<'e, P::Move>, Error>
    where
        R: Tracer<P::Move> + Send + 'static,
    {
        if self.goal.to_end {
            self.launch_compiled::<R, true>(tracer, hand_back)
        } else {
            self.launch_compiled::<R, false>(tracer, hand_back)
        }
    }

    fn launch_compiled<R, const TO_END: bool>(
        self,
        tracer: R,
        hand_back: impl FnOnce(R) + Send + 'static,
    ) -> Result<Running<'e, P::Move>, Error>
    where
        R: Tracer<P::Move> + Send + 'static,
    {
        let (root, max_ply) = self.check()?;
        let (goal, position) = (self.goal, self.position);
        self.engine.bind_table(&position);
        let stack = stack::bytes_for(max_ply, size_of::<P::Undo>());
        let shared = Shared::new();
        let control = Arc::new(Control::new(&self.limits));
        let memory = Arc::clone(&self.engine.memory);
        let gear = Gear::<Of<P, E, T, InTurn, R, TO_END>> {
            evaluator: Arc::clone(&self.engine.evaluator),
            table: Arc::clone(&self.engine.table),
            control: Arc::clone(&control),
            options: self.engine.options,
            max_ply,
            stack,
            memory: std::mem::take(&mut *lock(&memory)),
            tracer,
            observer: Box::new(Watch { shared: Arc::clone(&shared), next: self.observer }),
        };
        let tell = Arc::clone(&shared);
        let job = move || {
            // What the game's code drops is dropped in here too: whoever waits is always told.
            let search = || {
                let (report, worker) = search(position, root, gear, goal);
                *lock(&memory) = worker.memory;
                hand_back(worker.tracer);
                report
            };
            let outcome = catch_unwind(AssertUnwindSafe(search));
            let panicked =
                |panic: Box<dyn Any + Send>| Error::Panicked { message: message(&*panic) };
            tell.end(outcome.unwrap_or_else(|panic| Err(panicked(panic))));
        };
        self.engine.thread(stack)?.run(job);
        Ok(Running { shared, control, engine: PhantomData })
    }

    /// The moves to search and the most plies, checked. The game's own code is asked here too.
    fn check(&self) -> Result<(Root<P::Move>, u32), Error> {
        let check = || Ok((self.root()?, self.max_ply()?));
        let panicked = |panic: Box<dyn Any + Send>| Error::Panicked { message: message(&*panic) };
        catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|panic| Err(panicked(panic)))
    }

    /// The moves to search, checked.
    fn root(&self) -> Result<Root<P::Move>, Error> {
        if self.position.over().is_some() {
            return Ok(Root::new(&[], false));
        }
        let legal = Moves::collect_ranked(|out| self.position.moves(out));
        let Some(wanted) = &self.root_moves else {
            return Ok(Root::new(&legal, false));
        };
        match wanted.iter().find(|mv| !legal.contains(mv)) {
            Some(mv) => Err(Error::IllegalRootMove { mv: format!("{mv:?}") }),
            None if wanted.is_empty() => Err(Error::NoRootMoves),
            None => Ok(Root::new(wanted, true)),
        }
    }

    /// The most plies that the search can play.
    fn max_ply(&self) -> Result<u32, Error> {
        let left = self.engine.max_ply.or_else(|| self.position.plies_left());
        if !self.engine.table.serves(self.position.key_kind(), self.position.range()) {
            return Err(Error::TableServesAnother);
        }
        if self.goal.to_end {
            return left.ok_or(Error::Endless);
        }
        if T::END_ONLY {
            return Err(Error::TableServesEndOnly);
        }
        let quiet = u32::from(self.engine.evaluator.quiescence_plies());
        let asked = self.limits.max_depth().to_plies().map_or(0, u32::from).max(LEAST_MAX_PLY);
        Ok(left.unwrap_or(u32::MAX).min(asked + quiet))
    }
}

impl<P, E, T> Engine<P, E, T>
where
    P: Position,
    E: Evaluator<P>,
    T: Table,
{
    /// The table is made to hold findings about this game and this evaluator only. What rests on
    /// deeper entries is no value of its depth, and is kept apart from what is.
    fn bind_table(&self, position: &P) {
        let rules = mix(position.fingerprint());
        let value = mix(rules ^ self.evaluator.fingerprint());
        let deeper = !T::END_ONLY && self.options.depth_match == DepthMatch::AtLeast;
        self.table.bind(mix(value ^ u64::from(deeper)) | 1);
        self.table.new_search();
    }

    /// The engine's thread, with a stack of at least `stack` bytes.
    fn thread(&mut self, stack: usize) -> Result<&Background, Error> {
        if self.thread.as_ref().is_none_or(|thread| thread.stack() < stack) {
            self.thread = None;
            let thread =
                Background::new(stack).map_err(|source| Error::Thread { stack, source })?;
            self.thread = Some(thread);
        }
        Ok(self.thread.as_ref().expect("it has just been made"))
    }
}

/// The search itself, on the engine's thread.
fn search<C: Parts>(
    position: C::Position,
    root: Root<Move<C>>,
    gear: Gear<C>,
    goal: Goal,
) -> (Result<Report<Move<C>>, Error>, Worker<C>) {
    let start = position.clone();
    let mut worker = Worker::new(position, root, gear);
    worker.memory.new_search();
    if let Some(value) = start.over() {
        return (Ok(over(value)), worker);
    }
    assert!(
        !worker.root.list.is_empty(),
        "broken contract: the position has no moves, but the game is not over"
    );
    let (answer, reason) = worker.answer(goal);
    if reason == Some(Reason::TooDeep) {
        return (Err(Error::TooDeep { max_ply: worker.max_ply }), worker);
    }
    let exact = !C::Position::PATH_DEPENDENT
        && (worker.options.depth_match == DepthMatch::Exact || goal.to_end);
    let (progress, statistics) = (worker.progress(), worker.statistics);
    (Ok(report(&start, answer, reason, exact, progress, statistics)), worker)
}

/// The report of a game that is over.
fn over<M: Copy>(value: Score) -> Report<M> {
    Report {
        best_move: None,
        bounds: Bounds::exact(value),
        depth: Some(Depth::END),
        line: Line { moves: Vec::new(), end: super::LineEnd::GameOver },
        moves: Vec::new(),
        proved: true,
        exact: true,
        ending: Ending::Proved,
        progress: Progress::default(),
        statistics: Statistics::default(),
    }
}

fn report<P: Position>(
    start: &P,
    answer: Answer<P::Move>,
    reason: Option<Reason>,
    exact: bool,
    progress: Progress,
    statistics: Statistics,
) -> Report<P::Move> {
    let best = &answer.moves[0];
    let line = Line::new(start, best.line.clone(), best.depth);
    Report {
        best_move: Some(best.mv),
        bounds: answer.known,
        depth: answer.depth,
        line,
        proved: answer.proved,
        exact,
        ending: match reason {
            Some(Reason::Nodes) => Ending::Nodes,
            Some(Reason::Time) => Ending::Time,
            Some(Reason::Stopped | Reason::TooDeep) => Ending::Stopped,
            None if answer.proved => Ending::Proved,
            None => Ending::Complete,
        },
        moves: answer.moves,
        progress,
        statistics,
    }
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "(no message)".to_owned())
}

impl<P: Position, E, T> fmt::Debug for Query<'_, P, E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Query")
            .field("limits", &self.limits)
            .field("goal", &self.goal)
            .field("root_moves", &self.root_moves)
            .finish_non_exhaustive()
    }
}
