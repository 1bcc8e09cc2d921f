//! Runs one search of a game.

use crate::builder::EngineOf;
use crate::erased::GamePosition;
use crate::fault::Fault;
use crate::request::Request;
use crate::state::SearchState;
use crate::written::Writer;
use crate::{Error, OnIteration, Report, Result};
use eldest::observe::{Iteration, Observer};
use eldest::{Bounds, Depth, Table};
use eldest_catalog::games::{Game, Move};
use std::sync::Arc;

/// Searches a position, and returns the report.
pub(crate) fn run<G: Game, T: Table + 'static>(
    engine: &mut EngineOf<G, T>,
    root: &GamePosition<G>,
    is_path_dependent: bool,
    mut request: Request,
    state: &Arc<SearchState>,
) -> Result<Report> {
    let fault = Fault::default();
    let position = root.rooted(&fault);
    let mut writer = || Writer::new(&root.game, position.clone(), is_path_dependent);
    let watcher = Watcher {
        state: Arc::clone(state),
        writer: (!request.goal.to_end).then(&mut writer),
        on_iteration: request.on_iteration.take(),
        fault: fault.clone(),
    };
    let mut writer = writer();
    let mut query = request.goal.of(engine.query(&position)).observer(watcher);
    if let Some(names) = &request.root_moves {
        query = query.root_moves(legal(root, names)?);
    }
    let outcome = query.start().and_then(|running| {
        state.attach(running.handle());
        let outcome = running.wait();
        state.detach();
        outcome
    });
    let outcome = outcome.map_err(|error| Error::of_search(&error));
    fault.instead(outcome).map(|report| writer.report(&report))
}

/// Returns the legal moves with these names.
fn legal<G: Game>(root: &GamePosition<G>, names: &[String]) -> Result<Vec<Move<G>>> {
    let read = |name: &String| {
        let read = root.game.parse_move(&root.position, name);
        read.map_err(|error| Error::Move(format!("root move '{name}': {error}")))
    };
    names.iter().map(read).collect()
}

/// Passes on what a search finds.
struct Watcher<G: Game> {
    state: Arc<SearchState>,
    /// Writes iterations; `None` in a search to the end.
    writer: Option<Writer<G>>,
    on_iteration: Option<OnIteration>,
    fault: Fault,
}

impl<G: Game> Observer<Move<G>> for Watcher<G> {
    fn iteration(&mut self, iteration: &Iteration<Move<G>>) {
        let Some(writer) = &mut self.writer else { return };
        let written = writer.iteration(iteration);
        self.state.iteration(&written);
        let Some(on_iteration) = &mut self.on_iteration else { return };
        if let Err(failure) = on_iteration(&written) {
            self.fault.raise(failure);
        }
    }

    fn bounds(&mut self, depth: Depth, known: Bounds) {
        if depth.is_end() {
            self.state.bounds(known.into());
        }
    }
}
