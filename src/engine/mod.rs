//! What a user calls.

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

/// A search engine for one game: its table, its memory, its thread.
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
/// # What survives
/// | | table | killers and history |
/// |---|---|---|
/// | the next search | kept; what is older is replaced first | history kept, killers forgotten |
/// | [`new_game`](Self::new_game) | kept | forgotten |
/// | [`clear`](Self::clear) | forgotten | forgotten |
/// | [`set_table`](Self::set_table), [`resize`](Engine::resize) | forgotten | kept |
///
/// After [`clear`](Self::clear) a search visits the same number of nodes as it would in a new
/// engine: with one thread every run on every machine does the same.
pub struct Engine<P: Position, E = ZeroEvaluator, T = SharedTable> {
    evaluator: Arc<E>,
    table: Arc<T>,
    options: Options,
    max_ply: Option<u32>,
    /// Taken by a search, and given back at its end.
    memories: Arc<Memories>,
    // Dropped before the threads.
    under_way: LatestSearch,
    threads: Threads,
    game: PhantomData<fn(P)>,
}

/// The search that was started last, or the batch. Another one stops it, and so does the engine's end: its handle
/// was leaked, or it has ended already.
#[derive(Default)]
struct LatestSearch {
    token: Option<StopToken>,
    /// The threads of a batch, of which some would not wait for those who come next.
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
    /// A builder with an even evaluator and a shared table of 64 MiB.
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
    /// The best move and its value, deeper and deeper until `limits` end it or the value is proved.
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
    /// assert_eq!(report.line.moves.len(), 3); // as long as a win in 3 takes
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

    /// The value to the end of the game. A depth and a soft limit on time have no meaning here; if another
    /// limit ends the search, the report holds bounds that are proved all the same. It has a line of
    /// best play only if [`Query::line(true)`](Query::line) asks for one.
    ///
    /// # Errors
    /// As [`Query::run`].
    pub fn solve(&mut self, position: &P, limits: &Limits) -> Result<Report<P::Move>, Error>
    where
        E: Evaluator<P> + Send + Sync + 'static,
    {
        self.query(position).to_end().limits(limits).run()
    }

    /// Asks about `position`, with everything that can be said about how: see [`Query`].
    pub fn query(&mut self, position: &P) -> Query<'_, P, E, T> {
        Query::new(self, position.clone())
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &T {
        &self.table
    }

    /// The search options.
    #[must_use]
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Changes how the next search goes about it.
    pub fn set_options(&mut self, options: Options) {
        self.options = options;
    }

    /// Judges by `evaluator` from the next search on. Where it declares other findings
    /// ([`Evaluator::fingerprint`]), as one that leaves something else out does, that search begins with an empty
    /// table.
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

    /// Another game begins: killers, history and the threads' small tables
    /// ([`Options::local_table_from`]) are forgotten, the table is kept.
    pub fn new_game(&mut self) {
        self.memories.clear();
    }

    /// Forgets everything: the table, the threads' small tables, killers and history. Takes as long as writing the whole table.
    pub fn clear(&mut self) {
        self.new_game();
        self.table.clear();
    }

    /// Puts another table in the place of the present one, whose contents are lost.
    pub fn set_table(&mut self, table: T) {
        self.table = Arc::new(table);
    }
}

impl<P: Position, E> Engine<P, E, SharedTable> {
    /// Replaces the table by an empty one of at most `bytes`. While it is made, both exist.
    ///
    /// # Errors
    /// If it cannot be made; the present table is kept then.
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
