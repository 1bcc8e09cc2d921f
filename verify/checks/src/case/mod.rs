//! [`FusedCase`]: a graph whose rules and evaluator have a fuse, its oracle, and an engine with any
//! table. The targets `table` and `abort` use it.

mod left;
mod lies;
pub use left::{check_deeper_entries, check_entries, check_entries_of};
pub use lies::{Lies, LyingTable};

use crate::fuse::Fuse;
use crate::graph::{FusedJudge, GraphValues, PliesLeft};
use crate::pauses::LostTurns;
use crate::sharing::{options, shared_options};
use crate::{AnyTable, Chance, DecoratedTable, GameGraph, InterruptedDepth, SplitMix64, answers};
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::table::{MapTable, NoTable, OneWordTable};
use eldest::{Depth, Engine, Error, Limits, Options, Position, Report};
use std::fmt::from_fn;
use std::sync::Arc;

/// A graph with its oracle, and an engine that searches it.
#[derive(Debug)]
pub struct FusedCase<const A: bool, const D: bool> {
    /// The position to search.
    pub root: GameGraph<A, D>,
    /// The fuse of the rules and of the evaluator.
    pub fuse: Fuse,
    /// The same position without a fuse.
    graph: GameGraph<A, D>,
    /// The values of all nodes.
    pub values: GraphValues,
    /// The engine under test.
    pub engine: Engine<GameGraph<A, D>, FusedJudge, CaseTable>,
    /// What the last search reported while it ran.
    pub shown: InterruptedDepth,
}

/// A search request, except for limits.
#[derive(Copy, Clone, Debug)]
pub struct DepthQuestion {
    /// Whether to search to the end at once, instead of by iterative deepening.
    pub to_end: bool,
    /// The depth limit of iterative deepening.
    pub plies: u16,
    /// The number of best moves to find.
    pub multi_pv: usize,
}

impl DepthQuestion {
    /// A random request for a game of `height` plies.
    pub fn some(chance: &mut impl Chance, height: u16, end_only: bool) -> Self {
        Self {
            to_end: chance.odds(40) || end_only,
            plies: 1 + chance.below(u64::from(height) + 2) as u16,
            multi_pv: chance.pick(&[1, 1, 1, 2, usize::MAX]),
        }
    }

    /// The depth to reach.
    #[must_use]
    pub fn depth(&self) -> Depth {
        if self.to_end { Depth::END } else { Depth::plies(self.plies) }
    }

    /// `limits` with the depth added.
    #[must_use]
    pub fn limits(&self, limits: &Limits) -> Limits {
        if self.to_end { limits.clone() } else { limits.clone().depth(self.plies) }
    }
}

/// The table of a case.
pub type CaseTable = DecoratedTable<Arc<AnyTable>>;

impl<const A: bool, const D: bool> FusedCase<A, D> {
    /// A graph of at most `nodes` nodes and `height` plies, and an engine with random options, over
    /// a random table wrapped by `decorate`.
    ///
    /// # Errors
    /// If the bytes run out.
    pub fn some(
        u: &mut Unstructured<'_>,
        nodes: u16,
        height: u16,
        decorate: impl FnOnce(CaseTable) -> CaseTable,
    ) -> Result<Self> {
        let options = if u.odds(50) { shared_options(u) } else { options(u) };
        let mut chance = SplitMix64(u8::arbitrary(u)?.into());
        let graph = GameGraph::arbitrary_within(u, nodes, height)?;
        let table = DecoratedTable::new(Arc::new(some_table(&mut chance, &graph)));
        let threads_meet = options.threads > 1;
        let table = if threads_meet { table.with(Arc::new(LostTurns::new(0, 12))) } else { table };
        let fuse = Fuse::default();
        let judge = FusedJudge::new(graph.judge(), Some(&fuse));
        let builder = Engine::<GameGraph<A, D>>::builder().evaluator(judge).options(options);
        let builder = builder.table(decorate(table));
        let unknown = graph.declared().plies_left == PliesLeft::Unknown;
        let builder = if unknown { builder.max_ply(graph.height().into()) } else { builder };
        Ok(Self {
            values: GraphValues::of(&graph),
            root: graph.with_fuse(&fuse),
            fuse,
            graph,
            engine: builder.build().expect("an engine"),
            shown: InterruptedDepth::default(),
        })
    }

    /// The table without its decorators.
    #[must_use]
    pub fn table(&self) -> &Arc<AnyTable> {
        self.engine.table().inner()
    }

    /// The graph, at its root.
    #[must_use]
    pub fn graph(&self) -> &GameGraph<A, D> {
        &self.graph
    }

    /// Whether the game is over at the root.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.graph().over().is_some()
    }

    /// Whether only one thread searches, so that counts are reproducible.
    #[must_use]
    pub fn is_serial(&self) -> bool {
        self.threads() == 1
    }

    /// The number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.options().threads
    }

    /// The options of the engine.
    #[must_use]
    pub fn options(&self) -> &Options {
        self.engine.options()
    }

    /// Searches. `set` is called just before the search begins.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn search(
        &mut self,
        question: DepthQuestion,
        limits: &Limits,
        set: impl FnOnce(&Fuse),
    ) -> std::result::Result<Report<u16>, Error> {
        self.shown = InterruptedDepth::default();
        let query = self.engine.query(&self.root).multi_pv(question.multi_pv);
        let query = query.observer(self.shown.clone());
        let query = if question.to_end { query.to_end() } else { query };
        let query = query.limits(&question.limits(limits));
        set(&self.fuse);
        query.run()
    }

    /// Searches without limits, and checks that the value is correct for the depth in the report.
    /// This is the requested depth, unless the value is proved.
    ///
    /// # Panics
    /// If it is wrong.
    pub fn check_unlimited(&mut self, question: DepthQuestion) -> Report<u16> {
        let report = self.search(question, &Limits::new(), |_| ()).expect("a report");
        let depth = report.depth.expect("no limit but depth");
        let asked = question.depth();
        let about = || self.about(question, &report);
        assert!(depth == asked || report.proved, "{}", about());
        let value = self.values.value(self.graph().number(), depth);
        assert_eq!(report.value(), Some(value), "{}", about());
        let end = self.values.value(self.graph().number(), Depth::END);
        assert!(!report.proved || value == end, "{}", about());
        self.check_legal(question, &report);
        report
    }

    /// Checks that every move of every line is legal, and that the best move comes first.
    ///
    /// # Panics
    /// If not.
    pub fn check_legal(&self, question: DepthQuestion, report: &Report<u16>) {
        let best = report.moves.first().map(|first| first.mv);
        let about = from_fn(|f| f.write_str(&self.about(question, report)));
        assert_eq!(report.best_move, best, "{about}");
        answers::check_legal(report, self.graph(), &about);
    }

    /// Checks every entry in the table. Returns the number of entries.
    #[must_use]
    pub fn check_entries(&self) -> u64 {
        check_entries(self.table(), self.graph(), &self.values)
    }

    /// The request, the engine and the report as text.
    #[must_use]
    pub fn about(&self, question: DepthQuestion, report: &Report<u16>) -> String {
        format!("{}: {report:#?}", self.set_up(question))
    }

    /// The request, the graph and the engine as text.
    #[must_use]
    pub fn set_up(&self, question: DepthQuestion) -> String {
        let (options, table) = (self.options(), self.engine.table());
        format!("{question:?} of {} over {table:?} with {options:?}", self.graph())
    }
}

/// A table that serves `graph`: of a few cache lines, larger, unbounded, with one word per entry,
/// or none.
fn some_table(chance: &mut impl Chance, graph: &impl Position) -> AnyTable {
    match chance.below(8) {
        0 => AnyTable::shared(4096),
        1 | 2 => AnyTable::shared(128),
        3 => AnyTable::shared(256),
        4 => AnyTable::No(NoTable),
        5 => OneWordTable::new(chance.pick(&[128, 4096]), graph)
            .map_or_else(|_| AnyTable::shared(128), AnyTable::OneWord),
        _ => AnyTable::Map(MapTable::new()),
    }
}
