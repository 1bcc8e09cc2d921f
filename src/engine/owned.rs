//! [`OwnedSearch`]: a search under way that owns its engine.

use super::shared::SearchOutcome;
use super::{Engine, Error, Handle, Query};
use crate::position::{Evaluator, Position, ZeroEvaluator};
use crate::table::{SharedTable, Table};
use std::fmt;
use std::time::Duration;

/// A search under way that owns its engine, created by [`Engine::start`]. It can be stored in a
/// struct and moved to another thread; the engine is returned at the end. Dropping it stops the
/// search, waits for its end, and drops the engine.
///
/// ```
/// use eldest::background::OwnedSearch;
/// use eldest::{Engine, Limits, Score};
/// # use eldest::doc::Countdown;
///
/// /// An engine that is searching or idle.
/// enum App {
///     Idle(Engine<Countdown>),
///     Busy(OwnedSearch<Countdown>),
/// }
///
/// let engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
/// let mut app = App::Idle(engine);
/// if let App::Idle(engine) = app {
///     let limits = Limits::new().nodes(100_000);
///     app = App::Busy(engine.start(&Countdown::new(5), |query| query.limits(&limits))?);
/// }
/// if let App::Busy(search) = app {
///     let (engine, outcome) = search.wait();
///     assert_eq!(outcome?.value(), Some(Score::win_in(3)));
///     app = App::Idle(engine);
/// }
/// # assert!(matches!(app, App::Idle(_)));
/// # Ok::<(), eldest::Error>(())
/// ```
#[must_use = "dropping it stops the search"]
pub struct OwnedSearch<P: Position, E = ZeroEvaluator, T = SharedTable> {
    handle: Handle<P::Move>,
    // Dropping an engine stops its search, and waits for its threads.
    engine: Engine<P, E, T>,
}

/// The reason why a search did not begin, with the engine.
///
/// It converts to an [`Error`], so `?` works where the engine is not needed again.
#[non_exhaustive]
pub struct StartError<P: Position, E = ZeroEvaluator, T = SharedTable> {
    /// The engine, unchanged.
    pub engine: Engine<P, E, T>,
    /// Why the search did not begin.
    pub error: Error,
}

impl<P, E, T> Engine<P, E, T>
where
    P: Position<Move: Send> + Send + 'static,
    T: Table + 'static,
{
    /// Begins to search `position`; the search owns the engine until its end. `ask` sets up the
    /// query: `|query| query` sets nothing, which deepens until the search is stopped or the value
    /// is proved.
    ///
    /// ```
    /// use eldest::Engine;
    /// # use eldest::doc::Countdown;
    ///
    /// let engine = Engine::<Countdown>::builder().table_bytes(1 << 20).build()?;
    /// let search = engine.start(&Countdown::new(9), |query| query.to_end().line(true))?;
    /// let (engine, outcome) = search.wait();
    /// assert_eq!(outcome?.line.moves[0], 1);
    /// # drop(engine);
    /// # Ok::<(), eldest::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`Query::start`]; the engine is returned with the error.
    ///
    /// # Panics
    /// If `ask` panics; the engine is then dropped.
    #[expect(clippy::result_large_err, reason = "the search that owns the engine is no smaller")]
    pub fn start<F>(
        mut self,
        position: &P,
        ask: F,
    ) -> Result<OwnedSearch<P, E, T>, StartError<P, E, T>>
    where
        E: Evaluator<P> + Send + Sync + 'static,
        F: FnOnce(Query<'_, P, E, T>) -> Query<'_, P, E, T>,
    {
        match ask(self.query(position)).launch() {
            Ok(handle) => Ok(OwnedSearch { handle, engine: self }),
            Err(error) => Err(StartError { engine: self, error }),
        }
    }
}

impl<P: Position, E, T> OwnedSearch<P, E, T> {
    /// Returns the handle that controls this search.
    #[must_use]
    pub fn handle(&self) -> &Handle<P::Move> {
        &self.handle
    }

    /// Whether the search has ended, so that [`wait`](Self::wait) does not block.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.handle.is_finished()
    }

    /// Waits like [`Handle::wait_timeout`]. [`wait`](Self::wait) returns the outcome.
    pub fn wait_timeout(&self, most: Duration) -> bool {
        self.handle.wait_timeout(most)
    }

    /// Blocks until the search ends; returns the engine and the outcome. Errors are those of
    /// [`BorrowedSearch::wait`](crate::background::BorrowedSearch::wait); the engine can be used
    /// again after each of them.
    ///
    /// # Panics
    /// Never: a search ends once.
    #[must_use = "the engine is in it"]
    pub fn wait(self) -> (Engine<P, E, T>, SearchOutcome<P::Move>) {
        let outcome = self.handle.outcome();
        (self.engine, outcome)
    }
}

impl<P: Position, E, T> fmt::Debug for OwnedSearch<P, E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedSearch").field("ended", &self.is_finished()).finish_non_exhaustive()
    }
}

impl<P: Position, E, T> fmt::Debug for StartError<P, E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StartError").field("error", &self.error).finish_non_exhaustive()
    }
}

/// Prints the error.
impl<P: Position, E, T> fmt::Display for StartError<P, E, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<P: Position, E, T> std::error::Error for StartError<P, E, T> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.error.source()
    }
}

impl<P: Position, E, T> From<StartError<P, E, T>> for Error {
    fn from(refused: StartError<P, E, T>) -> Self {
        refused.error
    }
}
