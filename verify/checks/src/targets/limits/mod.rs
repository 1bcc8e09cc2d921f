//! The target `limits`: limits, and changes of limits during the search, on the virtual clock of
//! the deterministic scheduler.
//!
//! Its oracle is the log of the search. Evaluators that take up to 50 milliseconds per move, at
//! once or from some move on, advance the clock. Limits on depth, nodes and time, soft and hard,
//! are set, tightened, relaxed and lifted while the search runs, counted from its start or from
//! now, by the user's thread or from within a move. The search may be stopped, and the clock may be
//! set back. Each search must end for a reason that existed at its end, never before a limit was
//! reached, and not later than promised. Its report must be true, and so must all stored entries.

mod log;
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
use eldest::background::BorrowedSearch;
use eldest::observe::{Iteration, Observer};
use eldest::options::Driver;
use eldest::{Algorithm, Engine, Options, Report};
use eldest_schedule::{AtomicBool, now};
use log::{Around, SearchEvents, SearchLog};
use plan::{LimitPlan, SteeringStep};
use slow::{Price, SlowJudge};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The oracle of the target.
pub const ORACLE: &str = "the log of the search: which limits held when, on a virtual clock";

/// The bytes needed for a case and the seed of a schedule.
pub const SHORTEST: usize = 48;

/// Checks one input.
///
/// # Errors
/// Never fails; every input is a case.
///
/// # Panics
/// If the check fails.
pub fn check(u: &mut Unstructured<'_>) -> Result<()> {
    examine(u).map(drop)
}

/// The same; returns the events.
///
/// # Errors
/// Never fails; every input is a case.
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

/// The size of the graphs.
const SIZE: GraphSize = GraphSize { least: 150, nodes: 250, height: 10 };
/// The approximate time per node where the evaluator takes none.
const STEPS: Duration = Duration::from_micros(12);

/// A search, its limits, and their changes.
#[derive(Clone)]
struct LimitCase<const A: bool, const D: bool> {
    graph: GameGraph<A, D>,
    /// The values of the graph.
    values: Arc<GraphValues>,
    options: Options,
    to_end: bool,
    bytes: usize,
    price: Price,
    /// The initial limits.
    first: LimitPlan,
    steps: Vec<SteeringStep>,
    /// Whether the user's thread performs the steps, timed by its own steps, or the evaluator,
    /// timed by moves.
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

/// The outcome of a case.
struct SteeredSearch {
    /// The start of the search.
    started: Around,
    events: SearchEvents,
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

    /// Runs the search and steers it.
    fn play(self) -> SteeredSearch {
        let (log, none) = (SearchLog::default(), [].as_slice());
        let steps = if self.by_user { none } else { &self.steps };
        let slow = SlowJudge::new(self.graph.judge(), self.price, &log, steps);
        let (table, stored) = recorded(AnyTable::shared(self.bytes));
        let builder = Engine::<GameGraph<A, D>>::builder().evaluator(slow.clone()).table(table);
        let builder = builder.max_ply(u32::from(self.graph.height()).max(1));
        let mut engine = builder.options(self.options).build().expect("valid options");
        let (observer, end) = (IterationLog(log.clone()), log.clone());
        let query = engine.query(&self.graph).limits(&self.first.limits()).observer(observer);
        let query = query.when_finished(move |_| end.end());
        let query = if self.to_end { query.to_end() } else { query };
        let before = now();
        let running = query.start().expect("a search");
        let started = (before, now());
        slow.steer(running.handle());
        if self.by_user {
            self.steer(&running, &log);
        }
        let report = running.wait().expect("a report");
        SteeredSearch { started, events: log.read(), report, stored }
    }

    /// Steers the search from the user's thread, with idle steps in between.
    fn steer(&self, running: &BorrowedSearch<'_, u16>, log: &SearchLog) {
        let something = AtomicBool::new(false);
        for step in &self.steps {
            (0..step.after * 8).for_each(|_| something.store(true, Ordering::Relaxed));
            step.act.apply(running.handle(), log);
        }
    }
}

/// Random options, mostly with one thread.
fn options(chance: &mut impl Chance) -> Options {
    let (threads, algorithm) = (chance.pick(&[1, 1, 1, 2, 3]), lively(chance));
    let driver = chance.pick(&[Driver::Pvs, Driver::Aspiration { delta: 3 }, Driver::MtdF]);
    let algorithm = if threads == 1 { Algorithm::default() } else { algorithm };
    team(algorithm, threads).with(|options| {
        (options.driver, options.driver_to_end) = (driver, driver);
        options.local_table_bytes = 32;
    })
}

/// Random costs: none, microseconds, or milliseconds; sometimes none for the first moves.
fn price(chance: &mut impl Chance) -> Price {
    let [play, evaluate] =
        [chance.pick(&[0, 300, 2_000, 100, 2_000, 50_000]), chance.pick(&[0, 0, 0, 0, 2_000, 300])]
            .map(Duration::from_micros);
    let free = chance.pick(&[0, 0, 0, 6, 12, 20]);
    Price { play, evaluate, free }
}

/// Records each completed iteration.
struct IterationLog(SearchLog);

impl Observer<u16> for IterationLog {
    fn iteration(&mut self, iteration: &Iteration<u16>) {
        self.0.iteration(iteration.depth, iteration.progress.nodes);
    }
}
