//! A proof of the root, by a manager whose jobs are searches of a batch.

use super::case::{ScheduleCase, SearchFault};
use super::memory::ScheduleTable;
use super::searcher::ScheduledEngine;
use super::team::{BatchTeam, JobCounts};
use crate::findings::{StoredFindings, check_findings};
use crate::graph::GraphTexts;
use eldest::{Bounds, Depth, Score, StopToken};
use eldest_prove::{Ending, Error, ProofManager, ProofOptions, TextGame};
use eldest_schedule::{AtomicBool, Policy, Thread, run, spawn};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Far more steps than any proof needs.
const MOST_STEPS: u64 = 1 << 23;
/// The most runs of a proof whose limit is reached again and again.
const MOST_RUNS: u64 = 200;
/// The stack of the user's thread, in bytes.
const STACK: usize = 1 << 16;

/// Counts of events over some proofs.
#[derive(Debug, Default)]
#[expect(missing_docs, reason = "named after what they count")]
pub struct ProofTally {
    pub proved: u64,
    pub expanded: u64,
    pub runs: u64,
    pub stopped: u64,
    pub jobs: u64,
    pub side_by_side: u64,
    pub exhausted: u64,
    pub withdrawn: u64,
    pub withdrawn_early: u64,
    pub panicked: u64,
}

/// The outcome of a proof.
struct ScheduledProof {
    known: Bounds,
    positions: Vec<(String, Bounds)>,
    expanded: u64,
    runs: u64,
    stopped: u64,
    done: JobCounts,
}

impl<const A: bool, const D: bool> ScheduleCase<A, D> {
    /// Proves the root under the schedule of `policy`.
    pub(super) fn check_proof(&self, policy: Policy, proofs: &mut ProofTally) {
        let stored = Arc::<StoredFindings>::default();
        let table = self.memory.table(&self.graph).with(Arc::clone(&stored));
        self.judge_proved(self.prove(table, policy), proofs);
        check_findings(&*self.values, &self.graph, &stored);
    }

    fn prove(&self, table: ScheduleTable, policy: Policy) -> ScheduledProof {
        let (case, table) = (self.clone(), Arc::new(table));
        let proved = run(policy, MOST_STEPS, move || case.play_proof(table)).result;
        let proved = proved.unwrap_or_else(|failure| panic!("{failure:?} in {self:#?}"));
        proved.unwrap_or_else(|error| panic!("{error} in {self:#?}"))
    }

    fn play_proof(self, table: Arc<ScheduleTable>) -> Result<ScheduledProof, Error> {
        let mut searcher = ScheduledEngine::new(&self, table);
        let (fuse, mut stop) = (searcher.fuse().clone(), StopToken::new());
        self.fault.set(&fuse);
        let game = TextGame::new("graph", 1, GraphTexts(self.graph.clone()));
        let mut prover = ProofManager::new(&game, "0", self.prove_options())?;
        let mut team = BatchTeam::new(searcher.engine(), &self.graph, &fuse, &stop);
        let user = self.user(&stop);
        let (mut runs, mut stopped) = (0, 0);
        loop {
            let ending = prover.run(&mut team, &stop, &mut |_| ());
            team.is_left();
            runs += 1;
            match ending? {
                Ending::Settled => break,
                Ending::Stopped => {
                    stopped += 1;
                    stop = StopToken::new();
                    team.stopped_by(&stop);
                }
                ending => assert!(runs < MOST_RUNS, "{ending:?} repeatedly"),
            }
        }
        let done = team.done();
        user.into_iter().for_each(|user| user.join().expect("no panic"));
        let _ = fuse.take_out();
        let positions = prover.positions().map(|(text, known)| (text.to_owned(), known)).collect();
        let (known, expanded) = (prover.known(), prover.status().expanded);
        Ok(ScheduledProof { known, positions, expanded, runs, stopped, done })
    }

    /// ProofOptions for the value, with jobs of few nodes.
    fn prove_options(&self) -> ProofOptions {
        let nodes = match self.fault {
            SearchFault::Nodes { nodes } => Some(10 + nodes),
            _ => None,
        };
        let budget = 2 + u64::from(self.graph.size() % 40);
        ProofOptions::default().with(|o| (o.budget, o.nodes) = (budget, nodes))
    }

    /// Starts a thread that stops the proof after some steps, if that is the fault.
    fn user(&self, stop: &StopToken) -> Option<Thread<()>> {
        let SearchFault::Stop { steps, .. } = self.fault else { return None };
        let (stop, something) = (stop.clone(), AtomicBool::new(false));
        let work = move || {
            (0..steps).for_each(|_| something.store(true, Ordering::Relaxed));
            stop.stop();
        };
        Some(spawn(STACK, work).expect("a stack"))
    }

    fn judge_proved(&self, proved: ScheduledProof, proofs: &mut ProofTally) {
        let ScheduledProof { known, positions, expanded, runs, stopped, done } = proved;
        let value = |at: u16| self.values.value(at, Depth::END);
        assert_eq!(known, Bounds::exact(value(0)), "{self:#?}");
        for (text, bounds) in positions {
            let value: Score = value(text.parse().expect("the number of a node"));
            assert!(bounds.contains(value), "{bounds} of {text} is not {value} in {self:#?}");
        }
        let is_blown = matches!(self.fault, SearchFault::Panic { .. });
        assert!(done.panicked <= is_blown.into(), "{done:?} in {self:#?}");
        proofs.proved += 1;
        proofs.expanded += expanded;
        proofs.runs += runs;
        proofs.stopped += stopped;
        proofs.jobs += done.jobs;
        proofs.side_by_side += done.side_by_side;
        proofs.exhausted += done.exhausted;
        proofs.withdrawn += done.withdrawn;
        proofs.withdrawn_early += done.withdrawn_early;
        proofs.panicked += done.panicked;
    }
}
