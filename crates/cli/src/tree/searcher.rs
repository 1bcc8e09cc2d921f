//! [`Searcher`]: the algorithms whose trees can be drawn.

use super::grow::Record;
use super::recorder::{Recorder, Visit};
use crate::games::{AnyPosition, Board, Ordinal};
use anyhow::{Context, Result};
use eldest::options::Driver;
use eldest::report::StopReason;
use eldest::textbook::{Algorithm, GameTree};
use eldest::{Depth, Engine, Limits, Options, Score, Window};

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

    /// Answers `question`.
    pub(super) fn search(self, question: &Question<'_>) -> Result<Record> {
        let (name, most) = (self.name(), question.most);
        let found = match (question.board.counts_distance(), question.board.is_path_dependent()) {
            (false, false) => self.found::<false, false>(question),
            (true, false) => self.found::<true, false>(question),
            (_, true) => self.found::<true, true>(question), // chess with all its draws
        }?;
        let found = found.filter(|(_, visits)| visits.len() as u64 <= most);
        let (value, visits) = found.with_context(|| {
            format!(
                "{name} visits more than {most} nodes, too many to look at; \
                 try a smaller --depth, or a larger --max-nodes"
            )
        })?;
        Ok(Record { name, value, visits })
    }

    fn found<const DISTANCE: bool, const PATH: bool>(
        self,
        question: &Question<'_>,
    ) -> Result<Option<Found>> {
        let position = AnyPosition::<DISTANCE, PATH>::new(question.board.copy());
        match self {
            Self::Textbook(algorithm) => Ok(Some(textbook(algorithm, position, question))),
            Self::Kernel => kernel(&position, question),
        }
    }
}

/// What is searched.
pub(super) struct Question<'a> {
    pub(super) board: &'a dyn Board,
    /// What suits the game.
    pub(super) options: &'a Options,
    pub(super) depth: Depth,
    /// With no more visits than this.
    pub(super) most: u64,
}

/// A value, and how it was found.
type Found = (Score, Vec<Visit<Ordinal>>);

// The evaluator looks no further than the horizon: what noisy moves lead to may be thousands of nodes.

fn textbook<const DISTANCE: bool, const PATH: bool>(
    algorithm: Algorithm,
    position: AnyPosition<DISTANCE, PATH>,
    question: &Question<'_>,
) -> Found {
    let mut recorder = Recorder::default();
    let mut tree = GameTree::new(position, &AnyPosition::estimate);
    tree = tree.traced_by(&mut recorder).at_most(question.most);
    let value = algorithm.search(&mut tree, Window::FULL, question.depth);
    (value, recorder.visits)
}

/// One window at the root, so that there is one tree to look at; apart from that as the game has it.
/// Nothing, if that takes far too many nodes.
fn kernel<const DISTANCE: bool, const PATH: bool>(
    position: &AnyPosition<DISTANCE, PATH>,
    question: &Question<'_>,
) -> Result<Option<Found>> {
    let one_window = |o: &mut Options| {
        (o.driver, o.prover, o.iid) = (Driver::Pvs, Driver::Pvs, false);
    };
    let estimate: fn(&AnyPosition<DISTANCE, PATH>) -> Score = AnyPosition::estimate;
    let mut engine = Engine::<AnyPosition<DISTANCE, PATH>>::builder()
        .evaluator(estimate)
        .table_bytes(TABLE_BYTES)
        .options(question.options.with(one_window))
        .build()?;
    let limits = Limits::new().nodes(question.most * ITERATIONS);
    let query = engine.query(position);
    let query = match question.depth.to_plies() {
        Some(plies) => query.limits(&limits.depth(plies)),
        None => query.limits(&limits).to_end(),
    };
    let (report, recorder) = query.trace(Recorder::default())?;
    let value = report.value().filter(|_| report.stop_reason != StopReason::Nodes);
    Ok(value.map(|value| (value, recorder.visits)))
}
