//! [`Core`]: what the clones of an engine share.

use crate::builder::Scope;
use crate::erased::ErasedPosition;
use crate::fault::guard;
use crate::gate::{Gate, Permit};
use crate::request::Request;
use crate::searcher::{Build, Searcher};
use crate::state::SearchState;
use crate::waits::Caller;
use crate::{EngineOptions, Error, Game, Report, Result};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What the clones of an engine share.
pub(crate) struct Core {
    game: Game,
    options: EngineOptions,
    scope: Scope,
    gate: Arc<Gate>,
    searcher: Mutex<Box<dyn Searcher>>,
}

impl Core {
    pub(crate) fn new(game: &Game, options: &EngineOptions) -> Result<Self> {
        options.check()?;
        let game = match &options.database {
            Some(directory) => game.with_database(directory)?,
            None => game.clone(),
        };
        let (declared, gate) = (game.declared(), Gate::new(&game.name()));
        let scope = Caller::of(&gate.work).scope(game.0.scope());
        let build = Build {
            options,
            scope: Some(Arc::clone(&scope)),
            max_ply: options.max_ply.or_else(|| declared.and_then(|declared| declared.max_ply)),
            is_path_dependent: declared.is_some_and(|declared| declared.path_dependent),
        };
        let searcher = Mutex::new(guard(|| game.0.visit(build))?);
        Ok(Self { game, options: options.clone(), scope, gate, searcher })
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn options(&self) -> &EngineOptions {
        &self.options
    }

    pub(crate) fn enter(&self) -> Result<Permit> {
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

    /// Returns the engines. The caller has the permit.
    pub(crate) fn searcher(&self) -> MutexGuard<'_, Box<dyn Searcher>> {
        self.searcher.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a search. The caller has the permit.
    pub(crate) fn run(
        &self,
        erased: &dyn ErasedPosition,
        request: Request,
        state: &Arc<SearchState>,
    ) -> Result<Report> {
        self.gate.work.run(|| guard(|| self.searcher().run(erased, request, state)))
    }

    /// Runs `work` on a thread of its own.
    pub(crate) fn spawn(
        &self,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<std::thread::JoinHandle<()>> {
        let scope = Arc::clone(&self.scope);
        let thread = std::thread::Builder::new().name("eldest".to_owned());
        let spawned = thread.spawn(move || within(&scope, work));
        spawned.map_err(|error| Error::of_thread(&error))
    }
}

/// Runs `work` within `scope`, once, even if `scope` panics or does not call it.
pub(crate) fn within(scope: &Scope, work: impl FnOnce() + Send) {
    let mut work = Some(work);
    let mut run = || {
        if let Some(work) = work.take() {
            work();
        }
    };
    let _ = guard(|| {
        scope(&mut run);
        Ok(())
    });
    run();
}
