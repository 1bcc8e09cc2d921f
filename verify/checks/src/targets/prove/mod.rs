//! The target `prove`. Its oracle: the table of all values of a graph, worked out from the definition of the value.
//!
//! A proof of some node of a graph, by simulated workers that lose, repeat, delay and reorder, die, fail and lie. What
//! they find is true but for the lies, and tells as much as chance has it: decisions, bounds that decide nothing, facts
//! about other nodes, moves in any order. Without lies the value is found, and all that the graph holds is true. Lies are
//! told in answers only, and not in checks: where every answer is checked, none of them is ever believed to the end.

mod searcher;

use super::on_graph::{Body, GraphTrial, with_graph};
use crate::Chance;
use crate::graph::Values;
use crate::nodes::Nodes;
use arbitrary::{Result, Unstructured};
use eldest::{Bounds, Depth, Score, StopToken};
use eldest_prove::simulated::{Faults, Workers};
use eldest_prove::{Ending, Error, Game, Options, Prover};
use searcher::Searcher;

/// What the target is held against.
pub const ORACLE: &str = "values from the definition, for the root of a proof and every position in it, whatever workers do";

/// Runs that a limit may cut a proof into.
const MOST_RUNS: u32 = 1000;

/// Checks one input.
///
/// # Errors
/// None: any bytes do.
///
/// # Panics
/// If a proof ends with something that is not true, or does not end.
pub fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    with_graph(bytes, 40, 8, &mut Proof)
}

struct Proof;

impl Body for Proof {
    fn check<const A: bool, const D: bool>(&mut self, trial: &mut GraphTrial<'_, '_, A, D>) {
        let size = u64::from(trial.graph.size());
        let root = trial.bytes.below(2 * size) as u16;
        let root = if u64::from(root) < size { root } else { 0 };
        let truth = trial.values.value(root, Depth::END);
        let options = options(trial.bytes, truth);
        let faults = faults(trial.bytes);
        let game = Game::new("graph", 1, Nodes(trial.graph.clone()));
        let searcher = Searcher::new(&trial.values, trial.graph.size(), trial.bytes);
        let mut workers = workers(trial.bytes, faults, searcher);
        let mut prover = Prover::new(&game, &root.to_string(), options.clone()).expect("a node");
        let proved = run(&mut prover, &mut workers);
        Verdict { prover: &prover, truth, options: &options, faults }.check(proved, &trial.values);
    }
}

/// What is to be found out.
fn options(bytes: &mut Unstructured<'_>, truth: Score) -> Options {
    let near = truth.get() - 3 + bytes.below(7) as i32;
    let least = bytes.odds(40).then_some(near);
    let nodes = bytes.odds(30).then(|| 1 + bytes.below(200));
    let checks = bytes.pick(&[0.0, 0.0, 0.3, 1.0]);
    let facts = bytes.pick(&[0, 3, 20]);
    let options = Options::default().with(|o| (o.least, o.nodes, o.budget) = (least, nodes, 100));
    options.with(|o| (o.checks, o.facts) = (checks, facts))
}

fn faults(bytes: &mut Unstructured<'_>) -> Faults {
    let mut often = |most: &[f64]| bytes.pick(most);
    Faults::default().with(|f| {
        f.lost = often(&[0.0, 0.01, 0.3]);
        f.silent = often(&[0.0, 0.01, 0.3]);
        f.repeated = often(&[0.0, 0.01, 0.5]);
        f.delayed = often(&[0.0, 0.01, 0.5]);
        f.failed = often(&[0.0, 0.0, 0.02]);
        f.lies = often(&[0.0, 0.0, 0.0, 0.05, 0.5]);
        f.lease = often(&[0.0, 100.0, 1000.0]) as u64;
        f.latency = often(&[0.0, 5.0]) as u64;
    })
}

/// Up to a dozen workers, who want as many jobs or more.
fn workers<'v>(
    bytes: &mut Unstructured<'_>,
    faults: Faults,
    mut searcher: Searcher<'v>,
) -> Workers<'v> {
    let count = 1 + bytes.below(12) as usize;
    let (capacity, seed) = (count + bytes.below(4) as usize, bytes.below(1 << 16));
    let workers = Workers::new(count, move |job| searcher.search(job));
    workers.asking_for(capacity).faulty(faults, seed)
}

/// Until what is asked is proved, or something is wrong.
fn run(prover: &mut Prover<'_>, workers: &mut Workers<'_>) -> std::result::Result<(), Error> {
    for _ in 0..MOST_RUNS {
        if prover.run(workers, &StopToken::new(), &mut |_| ())? == Ending::Settled {
            return Ok(());
        }
    }
    panic!("a proof of {} nodes does not end", prover.status().positions);
}

/// What must hold at the end.
struct Verdict<'p> {
    prover: &'p Prover<'p>,
    truth: Score,
    options: &'p Options,
    faults: Faults,
}

impl Verdict<'_> {
    fn check(&self, proved: std::result::Result<(), Error>, values: &Values) {
        match proved {
            Ok(()) => self.settled(values),
            Err(Error::Contradiction(contradiction)) => {
                assert!(self.faults.lies > 0.0, "nobody has lied: {contradiction}");
                let named = contradiction.before.is_some() || contradiction.now.is_some();
                assert!(named, "it is known who has said it: {contradiction}");
            }
            Err(Error::Job { reason, .. }) => assert!(self.faults.failed > 0.0, "{reason}"),
            Err(other) => panic!("{other}"),
        }
    }

    fn settled(&self, values: &Values) {
        let known = self.prover.known();
        let is_checked = self.options.checks >= 1.0 && self.prover.status().unconfirmed == 0;
        if self.faults.lies > 0.0 && !is_checked {
            return;
        }
        assert!(known.contains(self.truth), "{known} is not {}", self.truth);
        assert_eq!(self.prover.asked(), None);
        assert!(self.options.least.is_some() || known.value().is_some(), "{known} is no value");
        if self.faults.lies == 0.0 {
            self.prover.positions().for_each(|(text, bounds)| is_true(text, bounds, values));
        }
    }
}

fn is_true(text: &str, bounds: Bounds, values: &Values) {
    let value = values.value(text.parse().expect("the number of a node"), Depth::END);
    assert!(bounds.contains(value), "{bounds} of {text} is not {value}");
}
