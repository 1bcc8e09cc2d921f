//! [`Builder`]: the settings of a new engine.

#[cfg(feature = "rayon")]
use super::pool::BorrowedPool;
use super::threads::Threads;
use super::{Engine, Error, LatestSearch};
use crate::position::{Evaluator, Position, Score, ZeroEvaluator};
use crate::search::options::Options;
use crate::sync::{Arc, ThreadScope};
use crate::table::{SharedTable, Table, TableError};
use std::fmt;
use std::marker::PhantomData;

const DEFAULT_TABLE_BYTES: usize = 64 << 20;

/// Builds an [`Engine`].
///
/// ```
/// use eldest::{Engine, Options, Score};
/// # use eldest::doc::Countdown;
///
/// let engine = Engine::<Countdown>::builder()
///     .evaluate_with(|_| Score::DRAW)
///     .table_bytes(16 << 20)
///     .options(Options::default())
///     .build()?;
/// # Ok::<(), eldest::Error>(())
/// ```
pub struct Builder<P, E, T> {
    evaluator: E,
    table: Box<dyn FnOnce() -> Result<T, TableError> + Send>,
    options: Options,
    /// The number of threads, if set apart from the options.
    threads: Option<usize>,
    max_ply: Option<u32>,
    scope: Option<ThreadScope>,
    #[cfg(feature = "rayon")]
    pool: Option<Arc<BorrowedPool>>,
    game: PhantomData<fn(P)>,
}

impl<P: Position> Builder<P, ZeroEvaluator, SharedTable> {
    pub(super) fn new() -> Self {
        Self {
            evaluator: ZeroEvaluator,
            table: Box::new(|| SharedTable::new(DEFAULT_TABLE_BYTES)),
            options: Options::default(),
            threads: None,
            max_ply: None,
            scope: None,
            #[cfg(feature = "rayon")]
            pool: None,
            game: PhantomData,
        }
    }
}

impl<P: Position, E, T: 'static> Builder<P, E, T> {
    /// Sets the evaluator, which values positions at the horizon; the default is [`ZeroEvaluator`].
    ///
    /// A closure must name the type of its argument here, or the compiler calls it "not general
    /// enough". [`evaluate_with`](Self::evaluate_with) takes closures that do not:
    ///
    /// ```compile_fail
    /// use eldest::{Engine, Score};
    /// # use eldest::doc::Countdown;
    ///
    /// let builder = Engine::<Countdown>::builder().evaluator(|_| Score::DRAW);
    /// ```
    ///
    /// A type that is not an evaluator is rejected here, not at its first use:
    ///
    /// ```compile_fail,E0277
    /// use eldest::Engine;
    /// # use eldest::doc::Countdown;
    ///
    /// let builder = Engine::<Countdown>::builder().evaluator("even");
    /// ```
    #[must_use]
    pub fn evaluator<F>(self, evaluator: F) -> Builder<P, F, T>
    where
        F: Evaluator<P> + Send + Sync + 'static,
    {
        Builder {
            evaluator,
            table: self.table,
            options: self.options,
            threads: self.threads,
            max_ply: self.max_ply,
            scope: self.scope,
            #[cfg(feature = "rayon")]
            pool: self.pool,
            game: self.game,
        }
    }

    /// Sets a closure or a function as the evaluator; it need not name the type of its argument. It
    /// returns the score of a position for its side to move, within ±[`Score::MAX_VALUE`].
    ///
    /// ```
    /// use eldest::{Engine, Limits, Score};
    /// # use eldest::doc::Countdown;
    ///
    /// let builder = Engine::<Countdown>::builder().table_bytes(1 << 20);
    /// let builder = builder.evaluate_with(|heap| Score::new(i32::from(heap.left() % 4)));
    /// let report = builder.build()?.search(&Countdown::new(9), &Limits::new().depth(2))?;
    /// assert!(report.value().is_some());
    /// # Ok::<(), eldest::Error>(())
    /// ```
    ///
    /// A function that does not evaluate positions of this game is rejected here:
    ///
    /// ```compile_fail,E0631
    /// use eldest::{Engine, Score};
    /// # use eldest::doc::Countdown;
    ///
    /// let judge = |left: u8| Score::new(left.into());
    /// let builder = Engine::<Countdown>::builder().evaluate_with(judge);
    /// ```
    #[must_use]
    pub fn evaluate_with<F>(self, evaluate: F) -> Builder<P, F, T>
    where
        F: Fn(&P) -> Score + Send + Sync + 'static,
    {
        self.evaluator(evaluate)
    }

    /// Uses a [`SharedTable`] of at most `bytes`; the default is 64 MiB. [`build`](Self::build)
    /// allocates it.
    #[must_use]
    pub fn table_bytes(self, bytes: usize) -> Builder<P, E, SharedTable> {
        self.with_table(Box::new(move || SharedTable::new(bytes)))
    }

    /// Uses the given table.
    ///
    /// A value that is not a table is rejected here:
    ///
    /// ```compile_fail,E0277
    /// use eldest::Engine;
    /// # use eldest::doc::Countdown;
    ///
    /// let builder = Engine::<Countdown>::builder().table(64 << 20);
    /// ```
    #[must_use]
    pub fn table<U: Table + 'static>(self, table: U) -> Builder<P, E, U> {
        self.with_table(Box::new(|| Ok(table)))
    }

    fn with_table<U>(
        self,
        table: Box<dyn FnOnce() -> Result<U, TableError> + Send>,
    ) -> Builder<P, E, U> {
        Builder {
            evaluator: self.evaluator,
            table,
            options: self.options,
            threads: self.threads,
            max_ply: self.max_ply,
            scope: self.scope,
            #[cfg(feature = "rayon")]
            pool: self.pool,
            game: self.game,
        }
    }

    /// Sets the search options; [`threads`](Self::threads) overrides theirs, whichever is called
    /// first.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// Sets the number of threads that search: 1, the default, searches serially; 0 uses all cores
    /// of the machine. The [`Options`] choose the algorithm that shares the work.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Runs all helpers of a search (every worker but the first) on the threads of `pool`; each
    /// blocks a thread of the pool during a search. `stack` is the size of their stacks, in bytes:
    /// [`Error::PoolStack`] reports how much a search needs. A search does not wait for helpers for
    /// which the pool has no free thread.
    ///
    /// ```
    /// use eldest::{Engine, Limits};
    /// use std::sync::Arc;
    /// # use eldest::doc::Countdown;
    ///
    /// let stack = 64 << 20;
    /// let pool = rayon::ThreadPoolBuilder::new().num_threads(2).stack_size(stack).build()?;
    /// let builder = Engine::<Countdown>::builder().table_bytes(1 << 20);
    /// let mut engine = builder.threads(3).rayon(Arc::new(pool), stack).build()?;
    /// assert!(engine.solve(&Countdown::new(20), &Limits::new())?.proved);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn rayon(mut self, pool: std::sync::Arc<rayon::ThreadPool>, stack: usize) -> Self {
        self.pool = Some(BorrowedPool::new(pool, stack));
        self
    }

    /// Runs each thread of the engine within `scope`: it is called on the new thread, with a
    /// closure that does all work of the thread and returns when the engine is dropped or replaces
    /// the thread. For games that need something for each thread, as an interpreter does. The
    /// threads of a [`rayon`](Self::rayon) pool are not the engine's.
    ///
    /// If `scope` does not call the closure, or panics, the work is done outside of it.
    ///
    /// ```
    /// use eldest::{Engine, Limits};
    /// use std::cell::Cell;
    /// # use eldest::doc::Countdown;
    ///
    /// thread_local!(static IS_ATTACHED: Cell<bool> = const { Cell::new(false) });
    /// let builder = Engine::<Countdown>::builder().table_bytes(1 << 20);
    /// let builder = builder.thread_scope(|run| {
    ///     IS_ATTACHED.set(true);
    ///     run();
    ///     IS_ATTACHED.set(false);
    /// });
    /// let builder = builder.evaluate_with(|_| {
    ///     assert!(IS_ATTACHED.get());
    ///     eldest::Score::DRAW
    /// });
    /// builder.build()?.search(&Countdown::new(9), &Limits::new().depth(2))?;
    /// # Ok::<(), eldest::Error>(())
    /// ```
    #[must_use]
    pub fn thread_scope<F>(mut self, scope: F) -> Self
    where
        F: Fn(&mut (dyn FnMut() + Send)) + Send + Sync + 'static,
    {
        self.scope = Some(Arc::new(scope));
        self
    }

    /// Sets the maximum number of plies below the root. The stack is sized for it; a search that
    /// goes deeper ends and returns its last iteration, or [`Error::TooDeep`] if there is none. The
    /// default is the number of plies that the position has left ([`Position::plies_left`]), or the
    /// depth of the search. In a selective search passes and extensions count: a line can be longer
    /// than the depth of the search, and than the game.
    ///
    /// For a search to the end, set it to the plies of the longest game. A game with cycles has no
    /// such number: see `docs/own-game.md`, "Games with cycles", for what a search to a depth can
    /// do.
    #[must_use]
    pub fn max_ply(mut self, plies: u32) -> Self {
        self.max_ply = Some(plies);
        self
    }

    /// Builds the engine.
    ///
    /// # Errors
    /// [`Error::Table`] if the table cannot be allocated.
    pub fn build(self) -> Result<Engine<P, E, T>, Error> {
        let threads = self.threads.unwrap_or(self.options.threads);
        Ok(Engine {
            evaluator: Arc::new(self.evaluator),
            table: Arc::new((self.table)()?),
            options: self.options.with(|options| options.threads = threads),
            max_ply: self.max_ply,
            memories: Arc::default(),
            under_way: LatestSearch::default(),
            #[cfg(feature = "rayon")]
            threads: Threads::within(self.scope).with_pool(self.pool),
            #[cfg(not(feature = "rayon"))]
            threads: Threads::within(self.scope),
            game: PhantomData,
        })
    }
}

impl<P, E: fmt::Debug, T> fmt::Debug for Builder<P, E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder")
            .field("evaluator", &self.evaluator)
            .field("options", &self.options)
            .field("threads", &self.threads)
            .field("max_ply", &self.max_ply)
            .finish_non_exhaustive()
    }
}
