//! [`LimitCase`]: what is searched, under which limits, and how these change.

use super::diary::{Around, Diary, DiaryPages};
use super::plan::{LimitPlan, SteeringStep};
use super::slow::{Price, SlowJudge};
use crate::findings::{StoredFindings, recorded};
use crate::graph::{GameGraph, GraphSeed, GraphSize, GraphValues};
use crate::sharing::{lively, team};
use crate::{AnyTable, Chance};
use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::background::BorrowedSearch;
use eldest::observe::{Iteration, Observer};
use eldest::options::Driver;
use eldest::{Algorithm, Engine, Options, Report};
use eldest_schedule::{AtomicBool, now};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// How large the graphs are.
const SIZE: GraphSize = GraphSize { least: 150, nodes: 250, height: 10 };
/// The time that a node takes where the evaluator takes none, about.
const STEPS: Duration = Duration::from_micros(12);

/// What is searched, under which limits, and how these change.
#[derive(Clone)]
pub(super) struct LimitCase<const A: bool, const D: bool> {
    pub(super) graph: GameGraph<A, D>,
    /// What the graph is worth.
    pub(super) values: Arc<GraphValues>,
    pub(super) options: Options,
    pub(super) to_end: bool,
    pub(super) bytes: usize,
    pub(super) price: Price,
    /// The limits to begin with.
    pub(super) first: LimitPlan,
    pub(super) steps: Vec<SteeringStep>,
    /// Whether the steps are the user's, by steps of the user's own, or the evaluator's, by moves.
    pub(super) by_user: bool,
}

impl<const A: bool, const D: bool> fmt::Debug for LimitCase<A, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LimitCase")
            .field("graph", &self.graph)
            .field("options", &self.options)
            .field("to_end", &self.to_end)
            .field("bytes", &self.bytes)
            .field("price", &self.price)
            .field("first", &self.first)
            .field("steps", &self.steps)
            .field("by_user", &self.by_user)
            .finish_non_exhaustive()
    }
}

/// What came of a case.
pub(super) struct SteeredSearch {
    /// When the search was begun.
    pub(super) started: Around,
    pub(super) pages: DiaryPages,
    pub(super) report: Report<u16>,
    pub(super) stored: Arc<StoredFindings>,
}

impl<const A: bool, const D: bool> LimitCase<A, D> {
    pub(super) fn decode(u: &mut Unstructured<'_>) -> Result<Self> {
        let (seed, options, to_end) = (GraphSeed::arbitrary(u)?, options(u), u.odds(25));
        let (price, bytes) = (price(u), u.pick(&[192, 4096, 1 << 16]));
        let unit = STEPS + price.play + price.evaluate / 2;
        let first = LimitPlan::some(u, unit);
        let (count, by_user) = (u.pick(&[1, 2, 0, 3, 1, 2]), u.odds(30));
        let steps = (0..count).map(|_| SteeringStep::some(u, unit)).collect();
        let graph = seed.graph(u, SIZE)?;
        let values = Arc::new(GraphValues::of(&graph));
        Ok(Self { graph, values, options, to_end, bytes, price, first, steps, by_user })
    }

    /// Searches, and steers the search.
    pub(super) fn play(self) -> SteeredSearch {
        let (diary, none) = (Diary::default(), [].as_slice());
        let steps = if self.by_user { none } else { &self.steps };
        let slow = SlowJudge::new(self.graph.judge(), self.price, &diary, steps);
        let (table, stored) = recorded(AnyTable::shared(self.bytes));
        let builder = Engine::<GameGraph<A, D>>::builder().evaluator(slow.clone()).table(table);
        let builder = builder.max_ply(u32::from(self.graph.height()).max(1));
        let mut engine = builder.options(self.options).build().expect("right options");
        let (observer, end) = (IterationLog(diary.clone()), diary.clone());
        let query = engine.query(&self.graph).limits(&self.first.limits()).observer(observer);
        let query = query.when_finished(move |_| end.end());
        let query = if self.to_end { query.to_end() } else { query };
        let before = now();
        let running = query.start().expect("a search");
        let started = (before, now());
        slow.steer(running.handle());
        if self.by_user {
            self.steer(&running, &diary);
        }
        let report = running.wait().expect("a report");
        SteeredSearch { started, pages: diary.read(), report, stored }
    }

    /// The user does something else for some steps, then steers the search.
    fn steer(&self, running: &BorrowedSearch<'_, u16>, diary: &Diary) {
        let something = AtomicBool::new(false);
        for step in &self.steps {
            (0..step.after * 8).for_each(|_| something.store(true, Ordering::Relaxed));
            step.act.apply(running.handle(), diary);
        }
    }
}

/// One thread, more often than not.
fn options(chance: &mut impl Chance) -> Options {
    let (threads, algorithm) = (chance.pick(&[1, 1, 1, 2, 3]), lively(chance));
    let driver = chance.pick(&[Driver::Pvs, Driver::Aspiration { delta: 3 }, Driver::MtdF]);
    let algorithm = if threads == 1 { Algorithm::default() } else { algorithm };
    team(algorithm, threads).with(|options| {
        (options.driver, options.driver_to_end) = (driver, driver);
        options.local_table_bytes = 32;
    })
}

/// Nothing, microseconds, or milliseconds; perhaps nothing at first.
fn price(chance: &mut impl Chance) -> Price {
    let [play, evaluate] =
        [chance.pick(&[0, 300, 2_000, 100, 2_000, 50_000]), chance.pick(&[0, 0, 0, 0, 2_000, 300])]
            .map(Duration::from_micros);
    let free = chance.pick(&[0, 0, 0, 6, 12, 20]);
    Price { play, evaluate, free }
}

/// Writes down each iteration that is completed.
struct IterationLog(Diary);

impl Observer<u16> for IterationLog {
    fn iteration(&mut self, iteration: &Iteration<u16>) {
        self.0.iteration(iteration.depth, iteration.progress.nodes);
    }
}
