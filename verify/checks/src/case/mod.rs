//! [`FusedCase`]: a graph whose rules and evaluator have a fuse, its oracle, and an engine with any
//! table, one that lies among them. What `table` and `abort` ask questions of.

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
    /// The position that is asked about.
    pub root: GameGraph<A, D>,
    /// Its fuse, and that of its evaluator.
    pub fuse: Fuse,
    /// The same position without a fuse.
    graph: GameGraph<A, D>,
    /// What it is worth.
    pub values: GraphValues,
    /// Who is asked.
    pub engine: Engine<GameGraph<A, D>, FusedJudge, CaseTable>,
    /// What the last search has told on its way.
    pub shown: InterruptedDepth,
}

/// What is asked, but for limits.
#[derive(Copy, Clone, Debug)]
pub struct DepthQuestion {
    /// To the end at once, or deeper and deeper.
    pub to_end: bool,
    /// At most so deep, if not to the end at once.
    pub plies: u16,
    /// So many best moves are wanted.
    pub multi_pv: usize,
}

impl DepthQuestion {
    /// Any question about a game of `height` plies.
    pub fn some(chance: &mut impl Chance, height: u16, end_only: bool) -> Self {
        Self {
            to_end: chance.odds(40) || end_only,
            plies: 1 + chance.below(u64::from(height) + 2) as u16,
            multi_pv: chance.pick(&[1, 1, 1, 2, usize::MAX]),
        }
    }

    /// How deep the search is to go.
    #[must_use]
    pub fn depth(&self) -> Depth {
        if self.to_end { Depth::END } else { Depth::plies(self.plies) }
    }

    /// `limits`, and the depth.
    #[must_use]
    pub fn limits(&self, limits: &Limits) -> Limits {
        if self.to_end { limits.clone() } else { limits.clone().depth(self.plies) }
    }
}

/// The table of a case.
pub type CaseTable = DecoratedTable<Arc<AnyTable>>;

impl<const A: bool, const D: bool> FusedCase<A, D> {
    /// A graph of at most `nodes` nodes and `height` plies, and any engine, over any table as
    /// `decorate` returns it.
    ///
    /// # Errors
    /// The bytes have run out.
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

    /// Whether there is nothing to search.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.graph().over().is_some()
    }

    /// Whether one thread searches, so that counts are the same each time.
    #[must_use]
    pub fn is_serial(&self) -> bool {
        self.threads() == 1
    }

    /// How many threads search.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.options().threads
    }

    /// How the search goes about it.
    #[must_use]
    pub fn options(&self) -> &Options {
        self.engine.options()
    }

    /// Asks; `set` is called when nothing but the search is still to come.
    ///
    /// # Errors
    /// Those of the engine.
    pub fn ask(
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

    /// Asks without limits: the answer is the value at the depth that it names. That is the one
    /// asked for, or the value is proved.
    ///
    /// # Panics
    /// If it is not.
    pub fn check_unlimited(&mut self, question: DepthQuestion) -> Report<u16> {
        let report = self.ask(question, &Limits::new(), |_| ()).expect("a report");
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

    /// Every move of every line is legal, and the best move is the first of all.
    ///
    /// # Panics
    /// If not.
    pub fn check_legal(&self, question: DepthQuestion, report: &Report<u16>) {
        let best = report.moves.first().map(|first| first.mv);
        let about = from_fn(|f| f.write_str(&self.about(question, report)));
        assert_eq!(report.best_move, best, "{about}");
        answers::check_legal(report, self.graph(), &about);
    }

    /// Every entry in the table is true; how many there are.
    #[must_use]
    pub fn check_entries(&self) -> u64 {
        check_entries(self.table(), self.graph(), &self.values)
    }

    /// All of it as text.
    #[must_use]
    pub fn about(&self, question: DepthQuestion, report: &Report<u16>) -> String {
        format!("{}: {report:#?}", self.set_up(question))
    }

    /// The question, the graph and the engine as text.
    #[must_use]
    pub fn set_up(&self, question: DepthQuestion) -> String {
        let (options, table) = (self.options(), self.engine.table());
        format!("{question:?} of {} over {table:?} with {options:?}", self.graph())
    }
}

/// A table that serves `graph`: of two cache lines, ample, without end, of one word, or none.
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
