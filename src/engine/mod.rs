//! The public interface of a search.

mod batch;
mod batch_threads;
mod builder;
mod error;
mod handle;
mod launch;
mod lease;
#[cfg(feature = "save")]
mod origin;
mod outcome;
mod owned;
#[cfg(feature = "rayon")]
mod pool;
mod query;
mod ready;
mod report;
mod running;
mod shared;
mod team_search;
mod threads;

pub use batch::{Batch, Executor, InOrder};
pub use builder::Builder;
pub use error::Error;
pub use handle::Handle;
pub use owned::{OwnedSearch, StartError};
pub use query::Query;
pub use report::{Line, LineEnd, Report, StopReason};
pub use running::BorrowedSearch;
#[cfg(loom)]
pub use shared::models;

use crate::position::{Evaluator, Position, ZeroEvaluator};
use crate::search::control::Limits;
use crate::search::memory::Memories;
use crate::search::options::Options;
use crate::search::stop::StopToken;
use crate::sync::Arc;
use crate::table::{SharedTable, Table, TableError};
use batch_threads::BatchThreads;
use std::fmt;
use std::marker::PhantomData;
use threads::Threads;

/// A search engine for one game, with its table, move ordering memory and threads.
///
/// ```
/// use eldest::{Engine, Limits, Score};
/// # use eldest::doc::Countdown;
///
/// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
/// let report = engine.solve(&Countdown::new(5), &Limits::new())?;
/// assert_eq!(report.best_move, Some(1));
/// assert_eq!(report.value(), Some(Score::win_in(3)));
/// # Ok::<(), eldest::Error>(())
/// ```
///
/// # What is kept
/// | | table | killers and history |
/// |---|---|---|
/// | the next search | kept; older entries are replaced first | history kept, killers forgotten |
/// | [`new_game`](Self::new_game) | kept | forgotten |
/// | [`clear`](Self::clear) | forgotten | forgotten |
/// | [`set_table`](Self::set_table), [`resize`](Engine::resize) | forgotten | kept |
///
/// After [`clear`](Self::clear) a search visits the same number of nodes as in a new engine: with
/// one thread, every run on every machine is identical.
pub struct Engine<P: Position, E = ZeroEvaluator, T = SharedTable> {
    evaluator: Arc<E>,
    table: Arc<T>,
    options: Options,
    max_ply: Option<u32>,
    /// Taken by a search, and returned at its end.
    memories: Arc<Memories>,
    // Dropped before the threads.
    under_way: LatestSearch,
    threads: Threads,
    game: PhantomData<fn(P)>,
}

/// The search or batch that was started last. Starting another one stops it, and so does dropping
/// the engine: either its handle was leaked, or it has ended already.
#[derive(Default)]
struct LatestSearch {
    token: Option<StopToken>,
    /// The threads of a batch, which must be stopped and awaited before the next search.
    crew: Option<Arc<BatchThreads>>,
}

impl LatestSearch {
    fn new(token: &StopToken) -> Self {
        Self { token: Some(token.clone()), crew: None }
    }
}

impl Drop for LatestSearch {
    fn drop(&mut self) {
        self.token.iter().for_each(StopToken::stop);
        self.crew.iter().for_each(BatchThreads::dismiss);
    }
}

impl<P: Position> Engine<P> {
    /// Creates a builder with [`ZeroEvaluator`] and a shared table of 64 MiB.
    #[must_use]
    pub fn builder() -> Builder<P, ZeroEvaluator, SharedTable> {
        Builder::new()
    }
}

impl<P, E, T> Engine<P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    T: Table + 'static,
{
    /// Searches for the best move and its value with iterative deepening, until `limits` end the
    /// search or the value is proved.
    ///
    /// ```
    /// use eldest::report::StopReason;
    /// use eldest::{Engine, Limits, Score};
    /// # use eldest::doc::Countdown;
    ///
    /// let mut engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
    /// let report = engine.search(&Countdown::new(5), &Limits::new().depth(20).nodes(100_000))?;
    /// // Proved before depth 20: nothing deeper can change it.
    /// assert_eq!(report.stop_reason, StopReason::Proved);
    /// assert_eq!(report.line.moves.len(), 3); // a win in 3
    /// # Ok::<(), eldest::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Query::run`].
    pub fn search(&mut self, position: &P, limits: &Limits) -> Result<Report<P::Move>, Error>
    where
        E: Evaluator<P> + Send + Sync + 'static,
    {
        self.query(position).limits(limits).run()
    }

    /// Solves the position: finds its value to the end of the game. Depth limits and soft time
    /// limits have no effect. If another limit ends the search, the bounds in the report are proved
    /// all the same. The report has a line of best play only if requested with
    /// [`Query::line(true)`](Query::line).
    ///
    /// # Errors
    /// As [`Query::run`].
    pub fn solve(&mut self, position: &P, limits: &Limits) -> Result<Report<P::Move>, Error>
    where
        E: Evaluator<P> + Send + Sync + 'static,
    {
        self.query(position).to_end().limits(limits).run()
    }

    /// Creates a query about `position`, which sets all details of a search: see [`Query`].
    pub fn query(&mut self, position: &P) -> Query<'_, P, E, T> {
        Query::new(self, position.clone())
    }

    /// Returns the table.
    #[must_use]
    pub fn table(&self) -> &T {
        &self.table
    }

    /// Returns the search options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sets the options of the next search.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    /// Sets the evaluator of the next search. If its [`Evaluator::fingerprint`] differs, as with
    /// another [`Selection`](crate::selective::Selection), that search begins with an empty table.
    ///
    /// ```
    /// use eldest::selective::{Selection, Selective};
    /// use eldest::{Engine, Limits, Score, ZeroEvaluator};
    /// # use eldest::doc::Countdown;
    ///
    /// let selective = Selective::<ZeroEvaluator>::default();
    /// let mut engine = Engine::<Countdown>::builder().evaluator(selective).build()?;
    /// assert!(!engine.search(&Countdown::new(5), &Limits::new().depth(7))?.exact);
    /// engine.set_evaluator(selective.with(Selection::NONE));
    /// assert!(engine.search(&Countdown::new(5), &Limits::new().depth(7))?.exact);
    /// # Ok::<(), eldest::Error>(())
    /// ```
    pub fn set_evaluator(&mut self, evaluator: E) {
        self.evaluator = Arc::new(evaluator);
    }

    /// Prepares for another game: clears killers, history and the threads' small tables
    /// ([`Options::local_table_from`]), and keeps the table.
    pub fn new_game(&mut self) {
        self.memories.clear();
    }

    /// Clears the table, the threads' small tables, killers and history. Takes as long as writing
    /// the whole table.
    pub fn clear(&mut self) {
        self.new_game();
        self.table.clear();
    }

    /// Replaces the table; the contents of the present one are lost.
    pub fn set_table(&mut self, table: T) {
        self.table = Arc::new(table);
    }
}

impl<P: Position, E> Engine<P, E, SharedTable> {
    /// Replaces the table by an empty one of at most `bytes`. Both exist during the allocation.
    ///
    /// # Errors
    /// If it cannot be allocated; the present table is then kept.
    pub fn resize(&mut self, bytes: usize) -> Result<(), TableError> {
        self.table = Arc::new(SharedTable::new(bytes)?);
        Ok(())
    }
}

impl<P: Position, E: fmt::Debug, T: fmt::Debug> fmt::Debug for Engine<P, E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("evaluator", &self.evaluator)
            .field("table", &self.table)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
