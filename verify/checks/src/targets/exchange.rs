//! The target `exchange`. Its oracle: the table of all values of a graph, worked out from the
//! definition of the value.
//!
//! Three engines with tables of their own, one of them of two threads, are asked in turn about
//! nodes of a graph. Each receives the findings of the others: at once, late, twice, in another
//! order, or not at all. Two jobs may be asked at once, of which one is withdrawn. The least number
//! of nodes of a finding that is sent changes during a trial. Jobs ask for values, or about numbers
//! near them, far from them, and at the ends of `i32`. All answers and all findings are true.

use super::on_graph::{self, Body, GraphTrial, with_seed};
use crate::case::CaseTable;
use crate::definition::to_come;
use crate::graph::{FusedJudge, GraphSize, GraphValues};
use crate::nodes::GraphTexts;
use crate::shares::Coverage;
use crate::{AnyTable, Chance, DecoratedTable, GameGraph, GameTrial, TellingTable};
use arbitrary::{Result, Unstructured};
use eldest::batch::Executor;
use eldest::{Depth, Engine, Position, Score};
use eldest_prove::{Exchange, Finding, Job, JobEnd, JobReport, Telling, TextGame, Threads};
use std::collections::HashMap;
use std::sync::Arc;

/// What the target is held against.
pub const ORACLE: &str = "V(p, END) by its definition, for every answer and every finding";

/// Inputs by chance have so many bytes at least: some for the graph, the others for what happens.
pub const SHORTEST: usize = 150;

/// What can be met: findings that were told and those that were learnt, also with values beyond a
/// thousand points; jobs that were decided, that ran out of nodes, that took less of them than they
/// would without what was known, that were asked two at once or withdrawn, that asked for a value
/// or about a number far from it; and changes of what is to be told.
pub const MET: [&str; 11] = [
    "told",
    "learnt",
    "large values told",
    "decided",
    "exhausted",
    "spared",
    "two at once",
    "withdrawn",
    "values asked for",
    "far numbers",
    "other findings to be told",
];

const ENGINES: u64 = 3;
const MOST_JOBS: u64 = 16;
/// Nodes of a job that is to be decided.
const ENOUGH: u64 = 10_000_000;

const SIZE: GraphSize = GraphSize { least: 30, nodes: 80, height: 10 };

/// `input`, with the graph spelt out.
#[must_use]
pub fn spelt_out(input: &[u8]) -> Vec<u8> {
    on_graph::spelt_out(input, SIZE)
}

/// Checks one input.
///
/// # Errors
/// None: any bytes do.
///
/// # Panics
/// If an answer is wrong, or something that was told.
pub fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    examine(bytes).map(drop)
}

/// The same; what has been met.
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
        let mut from = tells_from(trial.bytes, &all);
        let mut mail = Mail::new(&trial.graph, &trial.values);
        for _ in 0..1 + trial.bytes.below(MOST_JOBS) {
            let asked = GraphJob::some(trial);
            let threads = &mut all[trial.bytes.below(ENGINES) as usize];
            if trial.bytes.odds(25) {
                self.ask_two(threads, [asked, GraphJob::some(trial)], trial.bytes.odds(40));
            } else {
                let outcome = answer(threads, asked.job());
                self.judge(&asked, &outcome, false);
                alone.clear();
                let afresh = answer(&mut Threads::new(&mut alone, &game), asked.job());
                self.0.add("spared", u64::from(outcome.nodes < afresh.nodes));
            }
            let news = threads.news();
            assert!(from.is_some() || news.is_empty(), "{news:?} was not to be told");
            self.0
                .add("large values told", news.iter().filter(|news| is_large(news)).count() as u64);
            self.0.add("told", mail.post(news));
            self.0.add("learnt", mail.bring(trial.bytes, &all));
            if trial.bytes.odds(15) {
                let before = std::mem::replace(&mut from, tells_from(trial.bytes, &all));
                self.0.add("other findings to be told", u64::from(before != from));
            }
        }
    }
}

/// From how many nodes on findings are told from now on.
fn tells_from(chance: &mut impl Chance, all: &[Threads<'_>]) -> Option<u64> {
    let from = chance.pick(&[Some(0), Some(1), Some(2), None]);
    all.iter().for_each(|threads| threads.tells_from(from));
    from
}

/// Whether it is about points, and more than a thousand of them.
fn is_large(finding: &Finding) -> bool {
    let ends = finding.bounds().map(|bounds| [bounds.lower(), bounds.upper()]);
    let is_large = |end: &Score| (1_000..=Score::MAX_VALUE.get()).contains(&end.get().abs());
    ends.is_some_and(|ends| ends.iter().any(is_large))
}

impl ExchangeBody {
    /// Asks two jobs at once, the second of which may be withdrawn: each is answered once.
    fn ask_two(&mut self, threads: &mut Threads<'_>, asked: [GraphJob; 2], withdraws: bool) {
        asked.iter().enumerate().for_each(|(number, asked)| threads.begin(number, asked.job()));
        if withdraws {
            threads.withdraw(1);
        }
        let mut answers = [(); 2].map(|()| threads.answer().expect("there are two"));
        answers.sort_by_key(|(number, _)| *number);
        for (at, (number, outcome)) in answers.iter().enumerate() {
            assert_eq!(at, *number, "{answers:?}");
            self.judge(&asked[at], outcome, withdraws && at == 1);
        }
        assert!(threads.answer().is_none(), "a third answer");
        self.0.add("two at once", 1);
    }

    /// What is answered is true; and complete, if there were nodes enough and it was not withdrawn.
    fn judge(&mut self, asked: &GraphJob, outcome: &JobReport, is_withdrawn: bool) {
        let (value, about) = (asked.value, || format!("{asked:?}: {outcome:?}"));
        assert!(outcome.lower <= value && value <= outcome.upper, "{}", about());
        match outcome.end {
            JobEnd::Decided => {
                self.0.add("decided", 1);
                assert!(asked.is_answered(outcome), "{}", about());
                self.0.add("values asked for", u64::from(asked.least.is_none()));
                let far = asked.least.is_some_and(|least| least.abs_diff(value) > 20);
                self.0.add("far numbers", u64::from(far));
            }
            JobEnd::Exhausted if asked.budget < ENOUGH => self.0.add("exhausted", 1),
            JobEnd::Withdrawn if is_withdrawn => self.0.add("withdrawn", 1),
            _ => panic!("{}", about()),
        }
    }
}

/// A job, and the value of what it asks about.
#[derive(Debug)]
struct GraphJob {
    node: u16,
    /// Whether the value is at least this; what it is, without a number.
    least: Option<i32>,
    budget: u64,
    value: i32,
}

impl GraphJob {
    /// About some node, the root as often as all others, most often near its value; one of three
    /// has few nodes.
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

    /// Whether `outcome`, whose bounds are true, leaves nothing open.
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
    let (table, exchange) = Telling::new(table);
    let table = AnyTable::Telling(TellingTable(Box::new(table)));
    let builder = Engine::<GameGraph<A, D>>::builder().threads(threads).max_ply(128);
    let builder = builder.evaluator(FusedJudge::new(graph.judge(), None));
    let engine = builder.table(DecoratedTable::new(Arc::new(table))).build();
    (engine.expect("a small table"), exchange)
}

fn answer(threads: &mut Threads<'_>, job: Job) -> JobReport {
    threads.begin(0, job);
    threads.answer().expect("it was asked").1
}

/// What has been told and may be on its way.
struct Mail {
    /// What is still to come at each node, by its key.
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

    /// What was told is true, and waits: how much that is.
    fn post(&mut self, news: Vec<Finding>) -> u64 {
        for finding in &news {
            let (bounds, to_come) = (finding.bounds(), self.truth[&finding.key()]);
            let is_true = bounds.is_some_and(|bounds| bounds.contains(to_come));
            assert!(is_true, "{finding:?}, where {to_come:?} is to come");
        }
        let told = news.len() as u64;
        self.waiting.extend(news);
        told
    }

    /// Some of it, the latest, comes to somebody, perhaps in another order, and perhaps once more
    /// later on: how much was learnt.
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
