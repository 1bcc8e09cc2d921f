//! Target `limits`: limits and how they are steered, on the virtual clock of the deterministic
//! scheduler.
//!
//! Oracle: the log of the search. Evaluators that take up to 50 milliseconds for a move, at once or
//! from some move on, let the clock go on; limits on depth, nodes and time, soft and hard, are set,
//! tightened, relaxed and lifted while the search runs, counted from its start or from now, by the
//! user's thread or from within a move; the search is stopped, and the clock turned back. Each
//! search ends for a reason that was there when it ended, never before a limit was reached, and not
//! later than limits promise; its answer is true, and so is all that it has stored.

mod diary;
mod plan;
mod slow;
mod span;
mod verdict;

use crate::findings::{StoredFindings, recorded};
use crate::fuse::expect_panics;
use crate::graph::{GameGraph, GraphSeed, GraphSize, GraphValues};
use crate::shares::Coverage;
use crate::sharing::{lively, team};
use crate::{AnyTable, Chance};
use arbitrary::{Arbitrary, Result, Unstructured};
use diary::{Around, Diary, DiaryPages};
use eldest::background::BorrowedSearch;
use eldest::observe::{Iteration, Observer};
use eldest::options::Driver;
use eldest::{Algorithm, Engine, Options, Report};
use eldest_schedule::{AtomicBool, now};
use plan::{LimitPlan, SteeringStep};
use slow::{Price, SlowJudge};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// What its findings are held against.
pub const ORACLE: &str = "the log of the search: which limits held when, on a virtual clock";

/// Bytes that are enough for a case and the seed of a schedule.
pub const SHORTEST: usize = 48;

/// Checks one input.
///
/// # Errors
/// None: every input is a case.
///
/// # Panics
/// If the check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; what was met.
///
/// # Errors
/// None: every input is a case.
///
/// # Panics
/// If the check fails.
pub fn examine(u: &mut Unstructured<'_>) -> Result<Coverage> {
    expect_panics();
    if u.arbitrary()? {
        LimitCase::<true, false>::decode(u)?.check(super::schedule::policy(u)?)
    } else {
        LimitCase::<false, true>::decode(u)?.check(super::schedule::policy(u)?)
    }
}

/// How large the graphs are.
const SIZE: GraphSize = GraphSize { least: 150, nodes: 250, height: 10 };
/// The time that a node takes where the evaluator takes none, about.
const STEPS: Duration = Duration::from_micros(12);

/// What is searched, under which limits, and how these change.
#[derive(Clone)]
struct LimitCase<const A: bool, const D: bool> {
    graph: GameGraph<A, D>,
    /// What the graph is worth.
    values: Arc<GraphValues>,
    options: Options,
    to_end: bool,
    bytes: usize,
    price: Price,
    /// The limits to begin with.
    first: LimitPlan,
    steps: Vec<SteeringStep>,
    /// Whether the steps are the user's, by steps of the user's own, or the evaluator's, by moves.
    by_user: bool,
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
struct SteeredSearch {
    /// When the search was begun.
    started: Around,
    pages: DiaryPages,
    report: Report<u16>,
    stored: Arc<StoredFindings>,
}

impl<const A: bool, const D: bool> LimitCase<A, D> {
    fn decode(u: &mut Unstructured<'_>) -> Result<Self> {
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
    fn play(self) -> SteeredSearch {
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
