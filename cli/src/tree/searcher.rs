//! [`Searcher`]: the algorithms whose trees can be drawn.

use super::grow::Record;
use super::recorder::{Recorder, Visit};
use super::standing::Standing;
use crate::games::{Game, Move};
use anyhow::{Context, Result};
use eldest::textbook::{Algorithm, GameTree};
use eldest::{Depth, Driver, Engine, Limits, Score, StopReason, Window};

/// The table of the kernel: more than any tree that can be drawn fills.
const TABLE_BYTES: usize = 1 << 20;

/// How many nodes the kernel may visit in all iterations, for each that may be drawn.
const ITERATIONS: u64 = 50;

/// An algorithm of the textbook, or the kernel.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Searcher {
    Textbook(Algorithm),
    Kernel,
}

impl Searcher {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Algorithm::ALL.into_iter().map(Self::Textbook).chain([Self::Kernel])
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Textbook(algorithm) => algorithm.name(),
            Self::Kernel => "kernel",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::all().find(|searcher| searcher.name() == name)
    }

    /// Searches `position` to `depth`, with no more than `most` visits.
    pub(super) fn search<G: Game>(
        self,
        game: &G,
        position: &G::Position,
        depth: Depth,
        most: u64,
    ) -> Result<Record<Move<G>>> {
        let found = match self {
            Self::Textbook(algorithm) => Some(textbook(algorithm, game, position, depth, most)),
            Self::Kernel => kernel(game, position, depth, most)?,
        };
        let name = self.name();
        let found = found.filter(|(_, visits)| visits.len() as u64 <= most);
        let (value, visits) = found.with_context(|| {
            format!(
                "{name} visits more than {most} nodes, too many to look at; \
                 try a smaller --depth, or a larger --max-nodes"
            )
        })?;
        Ok(Record { name, value, visits })
    }
}

/// A value, and how it was found.
type Found<G> = (Score, Vec<Visit<Move<G>>>);

fn textbook<G: Game>(
    algorithm: Algorithm,
    game: &G,
    position: &G::Position,
    depth: Depth,
    most: u64,
) -> Found<G> {
    let (evaluator, mut recorder) = (Standing(game.evaluator()), Recorder::default());
    let mut tree = GameTree::new(position.clone(), &evaluator);
    tree = tree.traced_by(&mut recorder).at_most(most);
    let value = algorithm.search(&mut tree, Window::FULL, depth);
    (value, recorder.visits)
}

/// One window at the root, so that there is one tree to look at; apart from that as the game has it.
/// Nothing, if that takes far too many nodes.
fn kernel<G: Game>(
    game: &G,
    position: &G::Position,
    depth: Depth,
    most: u64,
) -> Result<Option<Found<G>>> {
    let options = if depth.is_end() { game.options() } else { game.options_to_depth() };
    let mut engine = Engine::<G::Position>::builder()
        .evaluator(Standing(game.evaluator()))
        .table_bytes(TABLE_BYTES)
        .options(options.with(|o| (o.driver, o.prover, o.iid) = (Driver::Pvs, Driver::Pvs, false)))
        .build()?;
    let limits = Limits::new().nodes(most * ITERATIONS);
    let query = engine.query(position);
    let query = match depth.to_plies() {
        Some(plies) => query.limits(&limits.depth(plies)),
        None => query.limits(&limits).to_end(),
    };
    let (report, recorder) = query.trace(Recorder::default())?;
    let value = report.value().filter(|_| report.stop_reason != StopReason::Nodes);
    Ok(value.map(|value| (value, recorder.visits)))
}
