//! [`Engine`]: solves and searches positions of a game.

use crate::fault::guard;
use crate::game::Kind;
use crate::gate::{Gate, Pass};
use crate::place::Place;
use crate::request::Request;
use crate::searcher::{Build, Scope, Searcher};
use crate::state::SearchState;
use crate::{
    EngineOptions, Error, Game, Handle, Inputs, OnIteration, Position, Report, Result, Rules,
    SearchLimits, SolvedPositions,
};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Solves and searches positions of one game. Clones share it, and threads may; it searches one
/// position at a time. A call during another search returns [`Error::Busy`]; only a search that was
/// stopped is waited for.
#[derive(Clone)]
pub struct Engine(Arc<Core>);

/// What the clones of an engine share.
pub(crate) struct Core {
    game: Game,
    options: EngineOptions,
    scope: Option<Scope>,
    gate: Arc<Gate>,
    searcher: Mutex<Box<dyn Searcher>>,
}

impl Engine {
    /// Creates an engine for a game.
    ///
    /// # Errors
    /// [`Error::Option`] for invalid options, [`Error::Search`] if there is not enough memory for
    /// the table, [`Error::File`] or [`Error::Unsupported`] if the database cannot be used.
    pub fn new(game: &Game, options: &EngineOptions) -> Result<Self> {
        options.check()?;
        let game = match &options.database {
            Some(directory) => game.with_database(directory)?,
            None => game.clone(),
        };
        let declared = game.declared();
        let build = Build {
            options,
            scope: scope(&game),
            max_ply: options.max_ply.or_else(|| declared.and_then(|declared| declared.max_ply)),
            is_path_dependent: declared.is_some_and(|declared| declared.path_dependent),
        };
        let scope = build.scope.clone();
        let searcher = Mutex::new(guard(|| game.0.visit(build))?);
        let (options, gate) = (options.clone(), Arc::default());
        Ok(Self(Arc::new(Core { game, options, scope, gate, searcher })))
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
        &self.0.game
    }

    /// Returns the options.
    #[must_use]
    pub fn options(&self) -> &EngineOptions {
        &self.0.options
    }

    /// Solves a position: finds its value to the end of the game. If a limit ends the search, the
    /// bounds in the report are proved all the same.
    ///
    /// # Errors
    /// [`Error::Search`], [`Error::Contract`], [`Error::Foreign`], [`Error::Panic`],
    /// [`Error::Busy`], [`Error::Position`] for a position of another game, [`Error::Move`] for
    /// root moves and [`Error::Option`] for limits.
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
        let pass = self.0.gate.enter()?;
        let place = position.with(|place| Ok(place.copy()))?;
        let outcome = self.0.run(&*place, request, &Arc::default());
        drop(pass);
        outcome
    }

    /// Begins to [solve](Self::solve) a position in the background.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Option`] and [`Error::Search`]; all others are the outcome of the
    /// handle.
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
        let pass = self.0.gate.enter()?;
        let place = position.with(|place| Ok(place.copy()))?;
        let (core, state) = (Arc::clone(&self.0), Arc::<SearchState>::default());
        let handle = Handle::new(Arc::clone(&state), Arc::clone(&self.0.gate));
        self.0.spawn(move || {
            let outcome = core.run(&*place, request, &state);
            drop((place, pass, core));
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
    /// [`Error::Busy`].
    pub fn clear(&self) -> Result<()> {
        let _pass = self.0.gate.enter()?;
        guard(|| {
            self.0.searcher().clear();
            Ok(())
        })
    }

    /// Whether a search is under way.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.0.gate.is_busy()
    }

    pub(crate) fn core(&self) -> &Arc<Core> {
        &self.0
    }
}

impl Core {
    pub(crate) fn enter(&self) -> Result<Pass> {
        self.gate.enter()
    }

    pub(crate) fn gate(&self) -> &Arc<Gate> {
        &self.gate
    }

    pub(crate) fn threads(&self) -> usize {
        match self.options.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            threads => threads,
        }
    }

    /// Returns the engines. The caller has the pass.
    pub(crate) fn searcher(&self) -> MutexGuard<'_, Box<dyn Searcher>> {
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, place: &dyn Place, request: Request, state: &Arc<SearchState>) -> Result<Report> {
        guard(|| self.searcher().run(place, request, state))
    }

    /// Runs `work` on a thread of its own.
    pub(crate) fn spawn(
        &self,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<std::thread::JoinHandle<()>> {
        let scope = self.scope.clone();
        let thread = std::thread::Builder::new().name("eldest".to_owned());
        let spawned = thread.spawn(move || within(scope.as_ref(), work));
        spawned.map_err(|error| Error::Search(format!("no thread could be started: {error}")))
    }
}

/// Returns what the threads of a foreign game are to be run in.
pub(crate) fn scope(game: &Game) -> Option<Scope> {
    let Kind::Foreign(game) = &game.0 else { return None };
    let rules = Arc::clone(&game.rules);
    Some(Arc::new(move |run: &mut (dyn FnMut() + Send)| rules.thread(run)))
}

/// Runs `work` within `scope`, once, even if `scope` panics or does not call it.
fn within(scope: Option<&Scope>, work: impl FnOnce() + Send) {
    let mut work = Some(work);
    let mut run = || {
        if let Some(work) = work.take() {
            work();
        }
    };
    if let Some(scope) = scope {
        let _ = guard(|| {
            scope(&mut run);
            Ok(())
        });
    }
    run();
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, options) = (self.game(), self.options());
        f.debug_struct("Engine").field("game", game).field("options", options).finish()
    }
}
