//! [`Searcher`]: the engines of a game, with the type of the game erased.

use crate::batch::{Answer, BatchSolver, Job};
use crate::builder::{EngineOf, Scope, builder, chosen, engine, judged};
use crate::erased::{ErasedPosition, position_for};
use crate::fault::guard;
use crate::proof::{Plan, Written};
use crate::request::{Goal, Request};
use crate::run::run;
use crate::state::SearchState;
use crate::{EngineOptions, Error, Report, Result};
use eldest::table::OneWordTable;
use eldest::{Engine, Position as _, SharedTable};
use eldest_catalog::games::{Game, Visitor, dense};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

/// The engines of a game.
pub(crate) trait Searcher: Send {
    /// Searches a position.
    fn run(
        &mut self,
        erased: &dyn ErasedPosition,
        request: Request,
        state: &Arc<SearchState>,
    ) -> Result<Report>;

    /// Solves the positions that arrive, until the sender is dropped.
    fn batch(&mut self, goal: &Goal, jobs: &Receiver<Job>, answers: &Sender<Answer>);

    /// Forgets all that was found.
    fn clear(&mut self);

    /// Writes a proof.
    fn certify(&mut self, erased: &dyn ErasedPosition, plan: &Plan<'_>) -> Result<Written>;
}

/// The engines of one type of game: one over the dense table for searches to the end, where the
/// game permits it, and one for all others, which is built when it is needed.
pub(crate) struct GameSearcher<G: Game> {
    game: G,
    options: EngineOptions,
    scope: Option<Scope>,
    is_path_dependent: bool,
    dense: Option<EngineOf<G, OneWordTable>>,
    shared: Option<EngineOf<G, SharedTable>>,
}

/// Builds the engines of a game.
pub(crate) struct Build<'a> {
    pub(crate) options: &'a EngineOptions,
    pub(crate) scope: Option<Scope>,
    pub(crate) max_ply: Option<u32>,
    pub(crate) is_path_dependent: bool,
}

impl Visitor for Build<'_> {
    type Output = Result<Box<dyn Searcher>>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let options = EngineOptions { max_ply: self.max_ply, ..self.options.clone() };
        let game = judged(game, &options)?;
        let Self { scope, is_path_dependent, .. } = self;
        let (dense, shared) = (None, None);
        let mut searcher = GameSearcher { game, options, scope, is_path_dependent, dense, shared };
        searcher.build_first()?;
        Ok(Box::new(searcher))
    }
}

impl<G: Game> GameSearcher<G> {
    /// Builds the engine for searches to the end.
    fn build_first(&mut self) -> Result<()> {
        if G::DENSE
            && let Some(table) =
                guard(|| Ok(dense(self.options.table_mib << 20, &self.game.start().0)))?
                    .map_err(|error| Error::Search(error.to_string()))?
        {
            let builder = builder(&self.game, &self.options, self.scope.clone())?;
            let options = chosen(self.game.options(), &self.options);
            let engine = builder.options(options).table(table).build();
            self.dense = Some(engine.map_err(|error| Error::of_search(&error))?);
            return Ok(());
        }
        self.shared().map(drop)
    }

    /// Returns the engine over the shared table.
    fn shared(&mut self) -> Result<&mut EngineOf<G, SharedTable>> {
        if self.shared.is_none() {
            self.shared = Some(engine(&self.game, &self.options, self.scope.clone())?);
        }
        self.shared.as_mut().ok_or_else(|| Error::Search("no engine was built".to_owned()))
    }
}

impl<G: Game> Searcher for GameSearcher<G> {
    fn run(
        &mut self,
        erased: &dyn ErasedPosition,
        request: Request,
        state: &Arc<SearchState>,
    ) -> Result<Report> {
        let (game, is_path_dependent) = (self.game.clone(), self.is_path_dependent);
        let root = position_for(&game, erased)?;
        if G::DENSE
            && request.goal.to_end
            && let Some(engine) = &mut self.dense
        {
            return run(engine, &root, is_path_dependent, request, state);
        }
        let options = match request.goal.to_end {
            true => chosen(game.options(), &self.options),
            false => chosen(game.options_to_depth(), &self.options),
        };
        let engine = self.shared()?;
        engine.set_options(options);
        run(engine, &root, is_path_dependent, request, state)
    }

    fn batch(&mut self, goal: &Goal, jobs: &Receiver<Job>, answers: &Sender<Answer>) {
        let (game, is_path_dependent) = (self.game.clone(), self.is_path_dependent);
        let solver = BatchSolver { game: &game, is_path_dependent, goal, jobs, answers };
        if G::DENSE
            && let Some(engine) = &mut self.dense
        {
            return solver.run(engine);
        }
        let options = chosen(game.options(), &self.options);
        match self.shared() {
            Ok(engine) => {
                engine.set_options(options);
                solver.run(engine);
            }
            Err(error) => solver.refuse(&error),
        }
    }

    fn clear(&mut self) {
        if G::DENSE {
            self.dense.iter_mut().for_each(Engine::clear);
        }
        self.shared.iter_mut().for_each(Engine::clear);
    }

    fn certify(&mut self, erased: &dyn ErasedPosition, plan: &Plan<'_>) -> Result<Written> {
        if self.is_path_dependent || G::Position::PATH_DEPENDENT {
            let reason = "values of this game depend on how a position was reached; a certificate \
                          names positions, and proves nothing about them";
            return Err(Error::Unsupported(reason.to_owned()));
        }
        let (game, options) = (self.game.clone(), chosen(self.game.options(), &self.options));
        let root = position_for(&game, erased)?;
        let engine = self.shared()?;
        engine.set_options(options);
        plan.run(engine, &root)
    }
}
