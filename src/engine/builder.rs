//! [`Builder`]: an engine is put together.

#[cfg(feature = "rayon")]
use super::pool::BorrowedPool;
use super::threads::Threads;
use super::{Engine, Error, LatestSearch};
use crate::position::{Evaluator, Position, Score, ZeroEvaluator};
use crate::search::options::Options;
use crate::sync::Arc;
use crate::table::{SharedTable, Table, TableError};
use std::fmt;
use std::marker::PhantomData;

const DEFAULT_TABLE_BYTES: usize = 64 << 20;

/// Puts an [`Engine`] together.
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
    /// If it was said apart from the options.
    threads: Option<usize>,
    max_ply: Option<u32>,
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
            #[cfg(feature = "rayon")]
            pool: None,
            game: PhantomData,
        }
    }
}

impl<P: Position, E, T: 'static> Builder<P, E, T> {
    /// What positions are worth at the horizon; if nothing is said, [`ZeroEvaluator`].
    ///
    /// A closure names the type of its argument here, or the compiler says that it is "not general
    /// enough". [`evaluate_with`](Self::evaluate_with) is for those that do not:
    ///
    /// ```compile_fail
    /// use eldest::{Engine, Score};
    /// # use eldest::doc::Countdown;
    ///
    /// let builder = Engine::<Countdown>::builder().evaluator(|_| Score::DRAW);
    /// ```
    ///
    /// What is no evaluator at all is refused here too, and not where it is used first:
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
            #[cfg(feature = "rayon")]
            pool: self.pool,
            game: self.game,
        }
    }

    /// The same with a closure or a function, which need not name the type of its argument: the score
    /// of a position for its side to move, within ±[`Score::MAX_VALUE`].
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
    /// What does not judge positions of this game is refused here:
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

    /// A [`SharedTable`] of at most `bytes`; 64 MiB if nothing is said. It is made by
    /// [`build`](Self::build).
    #[must_use]
    pub fn table_bytes(self, bytes: usize) -> Builder<P, E, SharedTable> {
        self.with_table(Box::new(move || SharedTable::new(bytes)))
    }

    /// A table of one's own choice.
    ///
    /// What is no table is refused here:
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
            #[cfg(feature = "rayon")]
            pool: self.pool,
            game: self.game,
        }
    }

    /// Search options; [`threads`](Self::threads) overrides theirs, whichever is said first.
    #[must_use]
    pub fn options(mut self, options: Options) -> Self {
        self.options = options;
        self
    }

    /// How many threads search: 1, the default, for the serial search; 0, as many as the machine has cores. Which
    /// algorithm shares the work among them is one of the [`Options`].
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Lends the threads of `pool` to the helpers of a search, all but the first thread; each of them
    /// blocks a thread of the pool while a search is under way. `stack` says what stack they have,
    /// in bytes: [`Error::PoolStack`] tells how much a search needs. Helpers for which the pool has no
    /// thread are not waited for.
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

    /// The most plies below the root that a search may play: the stack is sized for it, and one ply
    /// more ends the search: with its last iteration's answer, or with [`Error::TooDeep`] if there is
    /// none. If nothing is said, the plies that the position has left ([`Position::plies_left`]), or the depth that is asked for. In a
    /// selective search passes and extensions count: a line can be longer than the search is deep, and than the game.
    ///
    /// For a search to the end it takes the plies of the longest game. A game with cycles has no such number:
    /// `docs/own-game.md`, "Games with cycles", says what a search to a depth can do.
    #[must_use]
    pub fn max_ply(mut self, plies: u32) -> Self {
        self.max_ply = Some(plies);
        self
    }

    /// The engine.
    ///
    /// # Errors
    /// [`Error::Table`] if the table cannot be made.
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
            threads: Threads::with_pool(self.pool),
            #[cfg(not(feature = "rayon"))]
            threads: Threads::default(),
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
