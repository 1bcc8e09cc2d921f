//! [`Engine`]: solves and searches positions of a game.

use crate::engine_core::Core;
use crate::fault::guard;
use crate::request::Request;
use crate::state::SearchState;
use crate::{
    EngineOptions, Game, Handle, Inputs, OnIteration, Position, Report, Result, Rules,
    SearchLimits, SolvedPositions, Work,
};
use std::fmt;
use std::sync::Arc;

/// Solves and searches positions of one game. Clones share it, and threads may; it searches one
/// position at a time. A call during another search returns [`Error::Busy`](crate::Error::Busy);
/// only a search that was stopped is waited for.
///
/// Dropping the last clone ends the threads of the engine, and waits for them: a caller that holds
/// a lock which the rules of a foreign game take must release it before.
#[derive(Clone)]
pub struct Engine(Arc<Core>);

impl Engine {
    /// Creates an engine for a game.
    ///
    /// # Errors
    /// [`Error::Option`](crate::Error::Option) for invalid options,
    /// [`Error::Search`](crate::Error::Search) if there is not enough memory for the table,
    /// [`Error::File`](crate::Error::File) or [`Error::Unsupported`](crate::Error::Unsupported) if
    /// the database cannot be used.
    pub fn new(game: &Game, options: &EngineOptions) -> Result<Self> {
        Ok(Self(Arc::new(Core::new(game, options)?)))
    }

    /// Creates an engine for a shipped game, by its name.
    ///
    /// # Errors
    /// As [`new`](Self::new) and [`Game::open`].
    pub fn open(name: &str, options: &EngineOptions) -> Result<Self> {
        Self::new(&Game::open(name)?, options)
    }

    /// Creates an engine for a foreign game.
    ///
    /// # Errors
    /// As [`new`](Self::new) and [`Game::of`].
    pub fn of(rules: Arc<dyn Rules>, options: &EngineOptions) -> Result<Self> {
        Self::new(&Game::of(rules)?, options)
    }

    /// Returns the game, with its database if it has one.
    #[must_use]
    pub fn game(&self) -> &Game {
        self.0.game()
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> &EngineOptions {
        self.0.options()
    }

    /// Solves a position: finds its value to the end of the game. If a limit ends the search, the
    /// bounds in the report are proved all the same.
    ///
    /// # Errors
    /// [`Error::Search`](crate::Error::Search), [`Error::Contract`](crate::Error::Contract),
    /// [`Error::Foreign`](crate::Error::Foreign), [`Error::Panic`](crate::Error::Panic),
    /// [`Error::Busy`](crate::Error::Busy), [`Error::Deadlock`](crate::Error::Deadlock),
    /// [`Error::Position`](crate::Error::Position) for a position of another game,
    /// [`Error::Move`](crate::Error::Move) for root moves and
    /// [`Error::Option`](crate::Error::Option) for limits.
    pub fn solve(&self, position: &Position, limits: &SearchLimits) -> Result<Report> {
        self.run(position, Request::new(limits, true, None)?)
    }

    /// Searches a position deeper and deeper, until a limit is reached or the value is proved.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn search(
        &self,
        position: &Position,
        limits: &SearchLimits,
        on_iteration: Option<OnIteration>,
    ) -> Result<Report> {
        self.run(position, Request::new(limits, false, on_iteration)?)
    }

    fn run(&self, position: &Position, request: Request) -> Result<Report> {
        let permit = self.0.enter()?;
        let erased = position.with(|erased| Ok(erased.copy()))?;
        let state = SearchState::new(&request.token);
        let outcome = self.work().awaited(|| self.0.run(&*erased, request, &state));
        drop(permit);
        outcome?
    }

    /// Begins to [solve](Self::solve) a position in the background.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy), [`Error::Option`](crate::Error::Option) and
    /// [`Error::Search`](crate::Error::Search); all others are the outcome of the handle.
    pub fn start_solve(&self, position: &Position, limits: &SearchLimits) -> Result<Handle> {
        self.begin(position, Request::new(limits, true, None)?)
    }

    /// Begins to [search](Self::search) a position in the background.
    ///
    /// # Errors
    /// As [`start_solve`](Self::start_solve).
    pub fn start(
        &self,
        position: &Position,
        limits: &SearchLimits,
        on_iteration: Option<OnIteration>,
    ) -> Result<Handle> {
        self.begin(position, Request::new(limits, false, on_iteration)?)
    }

    fn begin(&self, position: &Position, request: Request) -> Result<Handle> {
        let permit = self.0.enter()?;
        let erased = position.with(|erased| Ok(erased.copy()))?;
        let (core, state) = (Arc::clone(&self.0), SearchState::new(&request.token));
        let handle = Handle::new(Arc::clone(&state), Arc::clone(self.0.gate()));
        self.0.spawn(move || {
            let outcome = core.run(&*erased, request, &state);
            drop((erased, permit, core));
            state.end(outcome);
        })?;
        Ok(handle)
    }

    /// Solves many positions side by side on the threads of the engine; the reports come in the
    /// order of the positions. The engine is busy until the iterator ends or is dropped.
    ///
    /// Positions are taken from `positions` on the thread that waits for the reports, a few ahead
    /// of these. The limits apply to each position.
    ///
    /// # Errors
    /// As [`start_solve`](Self::start_solve).
    pub fn solve_many(&self, positions: Inputs, limits: &SearchLimits) -> Result<SolvedPositions> {
        SolvedPositions::new(&self.0, positions, limits)
    }

    /// Forgets all that earlier searches have found.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy).
    pub fn clear(&self) -> Result<()> {
        let _permit = self.0.enter()?;
        guard(|| {
            self.0.searcher().clear();
            Ok(())
        })
    }

    /// Whether a search is under way.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.0.gate().is_busy()
    }

    /// Returns its searches, as what waits for them sees them.
    #[must_use]
    pub fn work(&self) -> &Work {
        &self.0.gate().work
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.0
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, options) = (self.game(), self.options());
        f.debug_struct("Engine").field("game", game).field("options", options).finish()
    }
}
