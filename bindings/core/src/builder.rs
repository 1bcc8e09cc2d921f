//! Builds engines of games.

use crate::{EngineOptions, Error, Result};
use eldest::{Builder, Engine, Options, SharedTable};
use eldest_catalog::games::Game;
use std::sync::Arc;

/// Runs all work of a thread.
pub(crate) type Scope = Arc<dyn Fn(&mut (dyn FnMut() + Send)) + Send + Sync>;

/// The engine of a game over a table.
pub(crate) type EngineOf<G, T> = Engine<<G as Game>::Position, <G as Game>::Evaluator, T>;

/// Returns the game with the chosen evaluator.
pub(crate) fn judged<G: Game>(game: &G, options: &EngineOptions) -> Result<G> {
    let Some(name) = &options.evaluator else { return Ok(game.clone()) };
    game.judged_by(name).ok_or_else(|| {
        Error::Option(format!("{} has no evaluator '{name}'; leave it out", game.name()))
    })
}

/// Returns the evaluator with the chosen selection.
fn evaluator<G: Game>(game: &G, options: &EngineOptions) -> Result<G::Evaluator> {
    if !options.selective {
        return Ok(game.evaluator());
    }
    game.selective(game.selection()).ok_or_else(|| {
        let name = game.name();
        Error::Option(format!("{name} has no selective search; expected selective to be off"))
    })
}

/// Sets the options of the user in `best`, those of the game.
pub(crate) fn chosen(best: Options, options: &EngineOptions) -> Options {
    best.with(|chosen| (chosen.threads, chosen.algorithm) = (options.threads, options.algorithm))
}

/// The builder of an engine of a game.
pub(crate) type BuilderOf<G> = Builder<<G as Game>::Position, <G as Game>::Evaluator, SharedTable>;

/// Returns the builder of an engine, with the best options for searches to a depth.
pub(crate) fn builder<G: Game>(
    game: &G,
    options: &EngineOptions,
    scope: Option<Scope>,
) -> Result<BuilderOf<G>> {
    let builder = Engine::<G::Position>::builder().evaluator(evaluator(game, options)?);
    let builder = builder.options(chosen(game.options_to_depth(), options));
    let builder = builder.table_bytes(options.table_mib << 20);
    let builder = match options.max_ply {
        Some(plies) => builder.max_ply(plies),
        None => builder,
    };
    Ok(match scope {
        Some(scope) => builder.thread_scope(move |run| scope(run)),
        None => builder,
    })
}

/// Builds an engine for searches to a depth.
pub(crate) fn engine<G: Game>(
    game: &G,
    options: &EngineOptions,
    scope: Option<Scope>,
) -> Result<EngineOf<G, SharedTable>> {
    let engine = builder(&judged(game, options)?, options, scope)?.build();
    engine.map_err(|error| Error::of_search(&error))
}
