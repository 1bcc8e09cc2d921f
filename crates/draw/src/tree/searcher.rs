//! [`Searcher`]: the algorithms whose trees can be drawn.

use super::{Drawer, TreeError};
use eldest::observe::{NodeType, Tracer};
use eldest::options::Driver;
use eldest::report::StopReason;
use eldest::textbook::{Algorithm, GameTree};
use eldest::{Depth, Engine, Limits, Options, Position, Score, Window};

/// The table size of the kernel, more than any drawn tree needs.
const TABLE_BYTES: usize = 1 << 20;

/// The most nodes that the kernel may visit in all iterations, for each node that may be drawn.
const ITERATIONS: u64 = 50;

/// A textbook algorithm, or the kernel.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Searcher {
    /// An algorithm as it was published.
    Textbook(Algorithm),
    /// The search of the engine, with a table and one thread.
    Kernel,
}

/// The name, value and visits of a search.
pub(super) struct SearchRecord<M> {
    pub(super) name: &'static str,
    pub(super) value: Score,
    pub(super) visits: Vec<Visit<M>>,
}

impl Searcher {
    /// Returns all searchers.
    pub fn all() -> impl Iterator<Item = Self> {
        Algorithm::ALL.into_iter().map(Self::Textbook).chain([Self::Kernel])
    }

    /// Returns the name, such as `alpha-beta` or `kernel`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Textbook(algorithm) => algorithm.name(),
            Self::Kernel => "kernel",
        }
    }

    /// Returns the searcher with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|searcher| searcher.name() == name)
    }

    /// Searches the position of `drawer`.
    pub(super) fn search<P>(self, drawer: &Drawer<P>) -> Result<SearchRecord<P::Move>, TreeError>
    where
        P: Position + Send + 'static,
        P::Move: Send,
    {
        let found = match self {
            Self::Textbook(algorithm) => Some(textbook(algorithm, drawer)),
            Self::Kernel => kernel(drawer)?,
        };
        let (name, most) = (self.name(), drawer.most_visits);
        let found = found.filter(|(_, visits)| visits.len() as u64 <= most);
        let (value, visits) = found.ok_or(TreeError::TooLarge { searcher: name, most })?;
        Ok(SearchRecord { name, value, visits })
    }
}

/// A value, and the visits that found it.
type ValueAndVisits<M> = (Score, Vec<Visit<M>>);

// The evaluator has no quiescence, which may visit thousands of nodes.

fn textbook<P: Position>(algorithm: Algorithm, drawer: &Drawer<P>) -> ValueAndVisits<P::Move> {
    let mut recorder = VisitRecorder::default();
    let mut tree = GameTree::new(drawer.position.clone(), &drawer.evaluate);
    tree = tree.traced_by(&mut recorder).at_most(drawer.most_visits);
    let value = algorithm.search(&mut tree, Window::FULL, drawer.depth);
    (value, recorder.visits)
}

/// Searches with one window at the root, so that there is one tree, and otherwise with the given
/// options. Returns `None` if this takes far too many nodes.
fn kernel<P>(drawer: &Drawer<P>) -> Result<Option<ValueAndVisits<P::Move>>, TreeError>
where
    P: Position + Send + 'static,
    P::Move: Send,
{
    let one_window = |o: &mut Options| {
        (o.driver, o.driver_to_end, o.iid) = (Driver::Pvs, Driver::Pvs, false);
    };
    let mut engine = Engine::<P>::builder()
        .evaluator(drawer.evaluate)
        .table_bytes(TABLE_BYTES)
        .options(drawer.options.with(one_window))
        .build()
        .map_err(|error| TreeError::Build(error.to_string()))?;
    let limits = Limits::new().nodes(drawer.most_visits.saturating_mul(ITERATIONS));
    let query = engine.query(&drawer.position);
    let query = match drawer.depth.to_plies() {
        Some(plies) => query.limits(&limits.depth(plies)),
        None => query.limits(&limits).to_end(),
    };
    let (report, recorder) = query.trace(VisitRecorder::default())?;
    let value = report.value().filter(|_| report.stop_reason != StopReason::Nodes);
    Ok(value.map(|value| (value, recorder.visits)))
}

/// A visit to a node, from the point of view of the side to move there.
#[derive(Clone, Debug)]
pub(super) struct Visit<M> {
    /// The visit of the parent and the move from it; `None` for a pass over the root.
    pub(super) from: Option<(usize, M)>,
    /// The window at entry.
    pub(super) window: Window,
    /// The remaining depth.
    pub(super) depth: Depth,
    /// The value returned.
    pub(super) value: Score,
}

/// The visits of a search, in order. With iterative deepening, those of the last iteration.
#[derive(Debug)]
pub(super) struct VisitRecorder<M> {
    pub(super) visits: Vec<Visit<M>>,
    /// The visits in progress.
    open: Vec<usize>,
    played: Option<M>,
}

impl<M> Default for VisitRecorder<M> {
    fn default() -> Self {
        Self { visits: Vec::new(), open: Vec::new(), played: None }
    }
}

impl<M> Tracer<M> for VisitRecorder<M> {
    fn enter(&mut self, ply: u32, window: Window, depth: Depth, _: NodeType) {
        if ply == 0 && self.visits.first().is_some_and(|root| root.depth != depth) {
            self.visits.clear();
        }
        let from = self.open.last().copied().zip(self.played.take());
        self.open.push(self.visits.len());
        self.visits.push(Visit { from, window, depth, value: Score::DRAW });
    }

    fn leave(&mut self, _: u32, value: Score) {
        let left = self.open.pop().expect("a node is entered before it is left");
        self.visits[left].value = value;
    }

    fn play(&mut self, _: u32, mv: M) {
        self.played = Some(mv);
    }
}
