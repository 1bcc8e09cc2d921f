//! The target `exchange`. Its oracle: the table of all values of a graph, computed from the
//! definition.
//!
//! Three engines with separate tables, one of them with two threads, solve jobs about nodes of a
//! graph in turn. Each receives the findings of the others: at once, late, twice, in another order,
//! or not at all. Two jobs may run at once, one of which may be withdrawn. The least number of
//! nodes for a finding to be sent changes during a trial. Jobs request values, or compare them with
//! numbers that are near, far, or at the limits of `i32`. All results and all findings must be
//! true.

use super::on_graph::{self, Body, GraphTrial, with_seed};
use crate::case::CaseTable;
use crate::definition::to_come;
use crate::graph::GraphTexts;
use crate::graph::{FusedJudge, GraphSize, GraphValues};
use crate::shares::Coverage;
use crate::{AnyTable, Chance, DecoratedTable, ExchangeTable, GameGraph, GameTrial};
use arbitrary::{Result, Unstructured};
use eldest::batch::Executor;
use eldest::{Depth, Engine, Position, Score};
use eldest_prove::{Exchange, Finding, Job, JobEnd, JobReport, SharingTable, TextGame, Threads};
use std::collections::HashMap;
use std::sync::Arc;

/// The oracle of the target.
pub const ORACLE: &str = "V(p, END) by its definition, for every answer and every finding";

/// The least size of random inputs, in bytes: enough for the graph and for the events.
pub const SHORTEST: usize = 150;

/// Events that can occur: findings sent and received, also with values beyond a thousand points;
/// jobs that are decided, run out of nodes, or take fewer nodes thanks to findings of others; jobs
/// in pairs, or withdrawn; jobs for a value, or about a number far from it; and changes of the
/// least number of nodes.
pub const MET: [&str; 11] = [
    "sent",
    "received",
    "large values sent",
    "decided",
    "exhausted",
    "spared",
    "two at once",
    "withdrawn",
    "values requested",
    "far numbers",
    "threshold changed",
];

const ENGINES: u64 = 3;
const MOST_JOBS: u64 = 16;
/// The node limit of jobs that must be decided.
const ENOUGH: u64 = 10_000_000;

const SIZE: GraphSize = GraphSize { least: 30, nodes: 80, height: 10 };

/// Rewrites `input` with an explicit graph.
#[must_use]
pub fn spelt_out(input: &[u8]) -> Vec<u8> {
    on_graph::spelt_out(input, SIZE)
}

/// Checks one input.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// If a result or a finding is wrong.
pub fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    examine(bytes).map(drop)
}

/// The same; returns the events.
///
/// # Errors
/// As [`check`].
///
/// # Panics
/// As [`check`].
pub fn examine(bytes: &mut Unstructured<'_>) -> Result<Coverage> {
    let mut met = ExchangeBody::default();
    with_seed(bytes, SIZE, &mut met)?;
    Ok(met.0)
}

#[derive(Default)]
struct ExchangeBody(Coverage);

impl Body for ExchangeBody {
    fn check<const A: bool, const D: bool>(&mut self, trial: &mut GraphTrial<'_, '_, A, D>) {
        let game = TextGame::new("graph", 1, GraphTexts(trial.graph.clone()));
        let (mut alone, _) = engine(&trial.graph, AnyTable::shared(4096), 1);
        let tables =
            [2, 1, 1].map(|threads| engine(&trial.graph, AnyTable::some(trial.bytes), threads));
        let (mut engines, exchanges): (Vec<_>, Vec<_>) = tables.into_iter().unzip();
        let all = engines.iter_mut().zip(exchanges);
        let mut all: Vec<_> = all
            .map(|(engine, exchange)| Threads::new(engine, &game).exchanging(exchange))
            .collect();
        let mut from = send_from(trial.bytes, &all);
        let mut mail = Mail::new(&trial.graph, &trial.values);
        for _ in 0..1 + trial.bytes.below(MOST_JOBS) {
            let job = GraphJob::some(trial);
            let threads = &mut all[trial.bytes.below(ENGINES) as usize];
            if trial.bytes.odds(25) {
                self.run_two(threads, [job, GraphJob::some(trial)], trial.bytes.odds(40));
            } else {
                let outcome = answer(threads, job.job());
                self.judge(&job, &outcome, false);
                alone.clear();
                let afresh = answer(&mut Threads::new(&mut alone, &game), job.job());
                self.0.add("spared", u64::from(outcome.nodes < afresh.nodes));
            }
            let news = threads.news();
            assert!(from.is_some() || news.is_empty(), "{news:?} must not be sent");
            self.0
                .add("large values sent", news.iter().filter(|news| is_large(news)).count() as u64);
            self.0.add("sent", mail.post(news));
            self.0.add("received", mail.bring(trial.bytes, &all));
            if trial.bytes.odds(15) {
                let before = std::mem::replace(&mut from, send_from(trial.bytes, &all));
                self.0.add("threshold changed", u64::from(before != from));
            }
        }
    }
}

/// Sets the least number of nodes of findings that are sent.
fn send_from(chance: &mut impl Chance, all: &[Threads<'_>]) -> Option<u64> {
    let from = chance.pick(&[Some(0), Some(1), Some(2), None]);
    all.iter().for_each(|threads| threads.share_from(from));
    from
}

/// Whether the finding is about points, and more than a thousand of them.
fn is_large(finding: &Finding) -> bool {
    let ends = finding.bounds().map(|bounds| [bounds.lower(), bounds.upper()]);
    let is_large = |end: &Score| (1_000..=Score::MAX_VALUE.get()).contains(&end.get().abs());
    ends.is_some_and(|ends| ends.iter().any(is_large))
}

impl ExchangeBody {
    /// Runs two jobs at once, the second of which may be withdrawn. Each must be answered once.
    fn run_two(&mut self, threads: &mut Threads<'_>, jobs: [GraphJob; 2], withdraws: bool) {
        jobs.iter().enumerate().for_each(|(number, job)| threads.begin(number, job.job()));
        if withdraws {
            threads.withdraw(1);
        }
        let mut answers = [(); 2].map(|()| threads.answer().expect("there are two"));
        answers.sort_by_key(|(number, _)| *number);
        for (at, (number, outcome)) in answers.iter().enumerate() {
            assert_eq!(at, *number, "{answers:?}");
            self.judge(&jobs[at], outcome, withdraws && at == 1);
        }
        assert!(threads.answer().is_none(), "a third answer");
        self.0.add("two at once", 1);
    }

    /// Checks that the result is true, and complete unless the job ran out of nodes or was
    /// withdrawn.
    fn judge(&mut self, job: &GraphJob, outcome: &JobReport, is_withdrawn: bool) {
        let (value, about) = (job.value, || format!("{job:?}: {outcome:?}"));
        assert!(outcome.lower <= value && value <= outcome.upper, "{}", about());
        match outcome.end {
            JobEnd::Decided => {
                self.0.add("decided", 1);
                assert!(job.is_answered(outcome), "{}", about());
                self.0.add("values requested", u64::from(job.least.is_none()));
                let far = job.least.is_some_and(|least| least.abs_diff(value) > 20);
                self.0.add("far numbers", u64::from(far));
            }
            JobEnd::Exhausted if job.budget < ENOUGH => self.0.add("exhausted", 1),
            JobEnd::Withdrawn if is_withdrawn => self.0.add("withdrawn", 1),
            _ => panic!("{}", about()),
        }
    }
}

/// A job, and the value of its node.
#[derive(Debug)]
struct GraphJob {
    node: u16,
    /// The number to compare the value with; `None` to find the value.
    least: Option<i32>,
    budget: u64,
    value: i32,
}

impl GraphJob {
    /// A job about a random node, half of the time the root, mostly about a number near its value.
    /// One job in three has few nodes.
    fn some<const A: bool, const D: bool>(trial: &mut GraphTrial<'_, '_, A, D>) -> Self {
        let node = trial.some_position().number();
        let value = trial.values.value(node, Depth::END).get();
        let least = match trial.bytes.below(16) {
            15 => None,
            14 => Some(trial.bytes.pick(&[
                i32::MAX,
                i32::MIN,
                0,
                Score::WIN.get(),
                Score::LOSS.get(),
            ])),
            13 => Some(value + trial.bytes.pick(&[21, -21, 1_000, -1_000, 4_000_000, -4_000_000])),
            near => Some(value + [0, 1, -1, 2, -2][near as usize % 5]),
        };
        let budget = trial.bytes.pick(&[ENOUGH, ENOUGH, 4]);
        Self { node, least, budget, value }
    }

    fn job(&self) -> Job {
        let job = Job::new("graph", 1, &self.node.to_string(), 0, self.budget);
        job.with(|job| job.least = self.least)
    }

    /// Whether `outcome`, whose bounds are true, decides the job.
    fn is_answered(&self, outcome: &JobReport) -> bool {
        match self.least {
            None => outcome.lower == outcome.upper,
            Some(least) => outcome.lower >= least || outcome.upper < least,
        }
    }
}

type ExchangingEngine<const A: bool, const D: bool> =
    Engine<GameGraph<A, D>, FusedJudge, CaseTable>;

fn engine<const A: bool, const D: bool>(
    graph: &GameGraph<A, D>,
    table: AnyTable,
    threads: usize,
) -> (ExchangingEngine<A, D>, Exchange) {
    let (table, exchange) = SharingTable::new(table);
    let table = AnyTable::Exchange(ExchangeTable(Box::new(table)));
    let builder = Engine::<GameGraph<A, D>>::builder().threads(threads).max_ply(128);
    let builder = builder.evaluator(FusedJudge::new(graph.judge(), None));
    let engine = builder.table(DecoratedTable::new(Arc::new(table))).build();
    (engine.expect("a small table"), exchange)
}

fn answer(threads: &mut Threads<'_>, job: Job) -> JobReport {
    threads.begin(0, job);
    threads.answer().expect("the job has begun").1
}

/// Findings in transit.
struct Mail {
    /// The remaining value of each node, by its key.
    truth: HashMap<u64, Score>,
    waiting: Vec<Finding>,
}

impl Mail {
    fn new<const A: bool, const D: bool>(graph: &GameGraph<A, D>, values: &GraphValues) -> Self {
        let nodes = (0..graph.size()).map(|at| graph.node_at(at));
        let to_come =
            |node: &GameGraph<A, D>| to_come(node, values.value(node.number(), Depth::END));
        let truth = nodes.map(|node| (node.key(), to_come(&node))).collect();
        Self { truth, waiting: Vec::new() }
    }

    /// Checks findings, and puts them in transit. Returns their number.
    fn post(&mut self, news: Vec<Finding>) -> u64 {
        for finding in &news {
            let (bounds, to_come) = (finding.bounds(), self.truth[&finding.key()]);
            let is_true = bounds.is_some_and(|bounds| bounds.contains(to_come));
            assert!(is_true, "{finding:?}, the remaining value is {to_come:?}");
        }
        let count = news.len() as u64;
        self.waiting.extend(news);
        count
    }

    /// Delivers some of the latest findings to an engine, possibly in another order, and possibly
    /// again later. Returns the number of findings that the engine accepted.
    fn bring(&mut self, chance: &mut impl Chance, all: &[Threads<'_>]) -> u64 {
        let kept = self.waiting.len() - chance.below(self.waiting.len() as u64 + 1) as usize;
        if chance.odds(30) {
            self.waiting[kept..].reverse();
        }
        let learnt = all[chance.below(ENGINES) as usize].learn(&self.waiting[kept..]);
        if chance.odds(50) {
            self.waiting.truncate(kept);
        }
        learnt as u64
    }
}
