//! The target `prove`. Its oracle: the table of all values of a graph, computed from the
//! definition.
//!
//! It proves a node of a graph with simulated workers that lose, repeat, delay and reorder
//! messages, die, fail, and report false results. Apart from these, and from facts that were not
//! requested, reports are true but random: decisions, inconclusive bounds, facts about other nodes,
//! moves in any order. Without false results the value must be found, and everything known about
//! the graph must be true. Either reports may be wrong and checks are right; or one named worker
//! always reports wrong results, even in checks, and other workers check its results. Where every
//! result is checked, no false one may survive to the end.
//!
//! The jobs are observed, too: no job is about a question that is already settled, no job is
//! started twice or left open, and every report counts once. Some proofs are stored in a file, and
//! resume from it: after each session, after a crash between two steps, and with the same
//! contradiction. A modified file is refused.

mod changed;
mod kept;
mod plan;
mod searcher;
mod watched;

use super::on_graph::{Body, GraphTrial, with_graph};
use crate::graph::GraphTexts;
use crate::graph::GraphValues;
use crate::shares::Coverage;
use crate::simulated::Workers;
use arbitrary::{Result, Unstructured};
use eldest::{Bounds, Depth, Score, StopToken};
use eldest_prove::{Contradiction, Ending, Error, ProofManager, ProofOptions, TextGame};
use kept::{ProofFile, WitnessRules};
use plan::ProofPlan;
use std::cell::RefCell;
use watched::{ProofLog, WatchedWorkers};

/// The oracle of the target.
pub const ORACLE: &str = "values from the definition, for the root of a proof and every position in it, whatever the workers do";

/// The bytes needed for everything except the graph.
pub const SHORTEST: usize = 40;

/// Events that must occur often for a soak to be meaningful.
pub const MET: [&str; 25] = [
    "jobs",
    "checks begun",
    "lost",
    "silent",
    "repeated",
    "out of order",
    "failed",
    "withdrawn",
    "made smaller",
    "side by side",
    "unconfirmed",
    "to the end",
    "unavailable",
    "ended unconfirmed",
    "sessions",
    "lies",
    "boasts",
    "lies found by checks",
    "lies found by others",
    "lies believed",
    "proved",
    "given up",
    "deserted",
    "kept",
    "crashed",
];

/// The most sessions of a proof whose limit on nodes is reached again and again.
const MOST_RUNS: u64 = 1000;

/// The sessions in which unconfirmed results may still be confirmed; a single worker never can.
const TRIES: u64 = 3;

/// Checks one input.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// If a proof ends with a false result, or does not end.
pub fn check(bytes: &mut Unstructured<'_>) -> Result<()> {
    examine(bytes).map(drop)
}

/// The same; returns the events.
///
/// # Errors
/// Never fails; any bytes are valid.
///
/// # Panics
/// If a proof ends with a false result, or does not end.
pub fn examine(bytes: &mut Unstructured<'_>) -> Result<Coverage> {
    let mut body = ProveBody { plan: ProofPlan::some(bytes), met: Coverage::default() };
    with_graph(bytes, 40, 8, &mut body)?;
    Ok(body.met)
}

struct ProveBody {
    plan: ProofPlan,
    met: Coverage,
}

impl Body for ProveBody {
    fn check<const A: bool, const D: bool>(&mut self, trial: &mut GraphTrial<'_, '_, A, D>) {
        let (plan, values) = (&self.plan, &trial.values);
        let root = plan.root(trial.graph.size());
        let truth = values.value(root, Depth::END);
        let file = plan.is_kept.then(ProofFile::new);
        let game = TextGame::new("graph", 1, GraphTexts(trial.graph.clone()));
        let rules = WitnessRules { game, root: root.to_string(), file: file.as_ref() };
        let options = plan.options(truth);
        let seen = RefCell::new(ProofLog::new(values));
        let proof = ProofTrial { plan, rules: &rules, options, truth, values, seen: &seen };
        proof.check(trial.graph.size());
        if let Some(file) = &file {
            changed::is_no_others(&rules, &trial.graph, &file.path());
            changed::is_noticed(&rules, &file.path(), &mut plan.chance());
        }
        self.met = seen.into_inner().met;
    }
}

/// A proof about the root of a graph.
struct ProofTrial<'p, 'v, const A: bool, const D: bool> {
    plan: &'p ProofPlan,
    rules: &'p WitnessRules<'p, A, D>,
    options: ProofOptions,
    truth: Score,
    values: &'v GraphValues,
    seen: &'p RefCell<ProofLog<'v>>,
}

type ProofResult = std::result::Result<(), Error>;

impl<'p, 'v, const A: bool, const D: bool> ProofTrial<'p, 'v, A, D> {
    fn check(&self, size: u16) {
        let proved = self.run(size);
        if let Err(error) = &proved {
            self.may_end_so(error);
        }
        if self.rules.file.is_some() {
            self.is_read_again(&proved);
        }
    }

    /// A manager of the proof, resumed from its file if there is one.
    fn open(&self) -> std::result::Result<ProofManager<'p>, Error> {
        let prover = ProofManager::new(self.rules, &self.rules.root, self.options.clone())?;
        match self.rules.file {
            Some(file) => prover.keep(file.path()),
            None => Ok(prover),
        }
    }

    /// Runs sessions until the proof is complete, or fails.
    fn run(&self, size: u16) -> ProofResult {
        let workers = |session| self.watched(self.plan.workers(self.values, size, session));
        let (mut prover, mut watched) = (self.open()?, workers(0));
        let mut unconfirmed = 0;
        for session in 1..MOST_RUNS {
            let ending = self.session(&mut prover, &mut watched);
            watched.is_left();
            let ending = ending?;
            self.seen.borrow().agrees(&prover.status());
            if ending == Ending::Settled {
                self.settled(&prover);
                return Ok(());
            }
            if ending == Ending::Unconfirmed {
                let status = prover.status();
                assert!(
                    status.open_question.is_none() && status.unconfirmed + status.unchecked > 0
                );
                self.met("ended unconfirmed");
                unconfirmed += 1;
                if unconfirmed > TRIES {
                    return Ok(());
                }
            }
            self.met("sessions");
            if self.rules.file.is_some() {
                drop(prover);
                (prover, watched) = (self.open()?, workers(session));
                self.seen.borrow_mut().begins_again(&prover);
            }
        }
        panic!("a proof of {} nodes does not end", prover.status().positions);
    }

    fn watched<'w>(&self, workers: Workers<'w>) -> WatchedWorkers<'w, 'p, 'v> {
        WatchedWorkers::new(workers, self.seen, self.plan.late())
    }

    fn session(
        &self,
        prover: &mut ProofManager<'_>,
        workers: &mut WatchedWorkers<'_, '_, '_>,
    ) -> std::result::Result<Ending, Error> {
        let mut watch = |prover: &ProofManager<'_>| {
            self.seen.borrow_mut().look(prover);
            let is_crash = self.rules.crashes(prover);
            self.seen.borrow_mut().met.add("crashed", is_crash.into());
        };
        let mut run = || prover.run(workers, &StopToken::new(), &mut watch);
        match self.rules.file {
            Some(file) => file.live(run),
            None => run(),
        }
    }

    fn met(&self, what: &'static str) {
        self.seen.borrow_mut().met.add(what, 1);
    }

    /// Checks that a proof that ended with `error` had a reason to.
    fn may_end_so(&self, error: &Error) {
        let faults = self.plan.faults;
        match error {
            Error::Contradiction(contradiction) => self.is_alarm(contradiction),
            Error::Job { reason, .. } => {
                assert!(self.seen.borrow().has_failed_enough(), "{reason}");
                self.met("given up");
            }
            Error::Lost { .. } => {
                assert!(faults.silent >= 1.0, "{error}");
                self.met("deserted");
            }
            other => panic!("{other}"),
        }
    }

    fn is_alarm(&self, contradiction: &Contradiction) {
        assert!(
            self.seen.borrow().met.of("lies") > 0,
            "there was no false report: {contradiction}"
        );
        let Contradiction { before, now, .. } = contradiction;
        assert!(before.is_some() || now.is_some(), "a report is named: {contradiction}");
        let checked = now.iter().any(|now| self.seen.borrow().was_checked(&now.position));
        self.met(if checked { "lies found by checks" } else { "lies found by others" });
    }

    fn settled(&self, prover: &ProofManager<'_>) {
        let known = prover.known();
        let status = prover.status();
        assert_eq!((status.unconfirmed, status.unchecked), (0, 0), "{status:?}");
        let is_checked = self.options.checks >= 1.0;
        if is_checked {
            self.seen.borrow().all_are_confirmed();
        }
        let lies = self.seen.borrow().met.of("lies");
        if lies > 0 && !is_checked {
            return self.met(if known.contains(self.truth) {
                "lies without effect"
            } else {
                "lies believed"
            });
        }
        assert!(known.contains(self.truth), "{known} is not {}", self.truth);
        assert_eq!(prover.open_question(), None);
        assert!(self.options.least.is_some() || known.value().is_some(), "{known} is no value");
        if lies == 0 {
            prover.positions().for_each(|(text, bounds)| is_true(text, bounds, self.values));
        }
        self.met("proved");
    }

    /// Checks that the file of the proof gives the state of its end each time it is opened,
    /// including a contradiction.
    fn is_read_again(&self, proved: &ProofResult) {
        let path = self.rules.file.expect("it is kept").path();
        for _ in 0..2 {
            for read in [self.open(), self.rules.look(&path)] {
                match (proved, read) {
                    (Err(Error::Contradiction(was)), Err(Error::Contradiction(is))) => {
                        assert_eq!(was, &is);
                    }
                    (Ok(()), Ok(prover)) => self.seen.borrow().agrees(&prover.status()),
                    (Err(Error::Job { .. } | Error::Lost { .. }), Ok(_)) => {}
                    (was, is) => panic!("first {was:?}, then {is:?}"),
                }
            }
        }
        self.met("kept");
    }
}

fn is_true(text: &str, bounds: Bounds, values: &GraphValues) {
    let value = values.value(text.parse().expect("the number of a node"), Depth::END);
    assert!(bounds.contains(value), "{bounds} of {text} is not {value}");
}
