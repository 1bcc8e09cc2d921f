//! Many positions in one batch: all nodes of a small graph, to the end of the game.

use super::case::Case;
use super::fault::Fault;
use super::memory::Memory;
use super::searcher::{Answer, Searcher};
use crate::case::{Fuse, Fused};
use crate::findings::{Recorder, check_findings};
use eldest::batch::InOrder;
use eldest::observe::Observer;
use eldest::report::{RootMove, StopReason};
use eldest::table::NoTable;
use eldest::{Depth, Error, Limits, Table};
use eldest_schedule::{Policy, run};
use std::sync::{Arc, Mutex};

/// So many nodes at most.
const POSITIONS: u16 = 12;
/// Far more than any batch needs.
const MOST_STEPS: u64 = 1 << 22;

/// What has happened in some batches.
#[derive(Debug, Default)]
#[expect(missing_docs, reason = "named after what they count")]
pub struct Batches {
    pub positions: u64,
    pub side_by_side: u64,
    pub helped: u64,
    pub panicked: u64,
    pub out_of_nodes: u64,
    pub dropped: u64,
}

/// How many searches are under way, and how many were at once.
#[derive(Clone, Debug, Default)]
struct Presence(Arc<Mutex<(u64, u64)>>);

impl Presence {
    fn comes(&self) {
        let mut here = self.0.lock().expect("no panic within");
        here.0 += 1;
        here.1 = here.1.max(here.0);
    }

    fn goes(&self) {
        self.0.lock().expect("no panic within").0 -= 1;
    }

    fn most(&self) -> u64 {
        self.0.lock().expect("no panic within").1
    }
}

/// Is present from the first root move on, until its search has no use for it any more.
#[derive(Debug)]
struct Guest {
    presence: Presence,
    is_here: bool,
}

impl Observer<u16> for Guest {
    fn root_move(&mut self, _: &RootMove<u16>) {
        if !std::mem::replace(&mut self.is_here, true) {
            self.presence.comes();
        }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        if self.is_here {
            self.presence.goes();
        }
    }
}

/// What came of the first nodes, and of the root once more.
struct Played {
    outcomes: Vec<Answer>,
    again: Answer,
    is_blown: bool,
    most_at_once: u64,
}

impl<const A: bool, const D: bool> Case<A, D> {
    /// Solves the nodes with the schedule that `policy` makes.
    pub(super) fn check_batch(&self, policy: Policy, batches: &mut Batches) {
        let Memory::Some { kind, fails } = self.memory else {
            return self.judge_batch(self.execute(&Arc::new(NoTable), policy), batches);
        };
        let shared = Arc::new(Recorder::new(kind.table(fails, &self.graph)));
        self.judge_batch(self.execute(&shared, policy), batches);
        check_findings(&*self.values, &self.graph, &shared.stored);
    }

    fn execute<T: Table + 'static>(&self, shared: &Arc<T>, policy: Policy) -> Played {
        let (case, shared) = (self.clone(), Arc::clone(shared));
        let played = run(policy, MOST_STEPS, move || case.play_batch(shared)).result;
        played.unwrap_or_else(|failure| panic!("{failure:?} in {self:#?}"))
    }

    fn nodes(&self) -> u16 {
        self.graph.size().min(POSITIONS)
    }

    /// After how many answers the batch is dropped.
    fn patience(&self) -> usize {
        match self.fault {
            Fault::Stop { steps, .. } => (steps % u64::from(self.nodes())) as usize,
            _ => usize::MAX,
        }
    }

    fn limits(&self) -> Limits {
        match self.fault {
            Fault::Nodes { nodes } => Limits::new().nodes(nodes),
            _ => Limits::new(),
        }
    }

    fn play_batch<T: Table + 'static>(self, table: Arc<T>) -> Played {
        let mut searcher = Searcher::new(&self, table);
        let (fuse, presence) = (searcher.fuse().clone(), Presence::default());
        self.fault.set(&fuse);
        let (limits, guests) = (self.limits(), presence.clone());
        let nodes: Vec<_> = (0..self.nodes()).map(|at| self.position(at, &fuse)).collect();
        let batch = searcher.engine().batch(move |query| {
            let guest = Guest { presence: guests.clone(), is_here: false };
            query.to_end().limits(&limits).observer(guest)
        });
        let outcomes = InOrder::new(batch, nodes).take(self.patience()).collect();
        let is_blown = matches!(self.fault, Fault::Panic { .. }) && fuse.take_out();
        let again = searcher.engine().solve(&self.position(0, &fuse), &Limits::new());
        Played { outcomes, again, is_blown, most_at_once: presence.most() }
    }

    fn position(&self, at: u16, fuse: &Fuse) -> Fused<A, D> {
        Fused::new(self.graph.node_at(at), fuse)
    }

    /// Every value is that of its node; a panic is the outcome of one position.
    fn judge_batch(&self, played: Played, batches: &mut Batches) {
        let Played { outcomes, again, is_blown, most_at_once } = played;
        let count = usize::from(self.nodes()).min(self.patience());
        assert_eq!(outcomes.len(), count, "{self:#?}");
        let mut panics = 0;
        for (at, outcome) in (0..).zip(outcomes) {
            panics += u64::from(matches!(outcome, Err(Error::Panicked { .. })));
            if panics == 0 || outcome.is_ok() {
                self.judge_one(at, outcome, batches);
            }
        }
        assert_eq!(panics, is_blown.into(), "{self:#?}");
        self.judge_one(0, again, batches);
        batches.panicked += panics;
        batches.dropped += u64::from(self.patience() < usize::MAX);
        batches.side_by_side += u64::from(most_at_once > 1);
    }

    fn judge_one(&self, at: u16, outcome: Answer, batches: &mut Batches) {
        let report = outcome.unwrap_or_else(|error| panic!("{error} at {at} of {self:#?}"));
        let value = self.values.value(at, Depth::END);
        assert!(report.bounds.contains(value), "{value} at {at}: {report:#?} in {self:#?}");
        let is_whole = report.stop_reason != StopReason::Nodes;
        assert!(!is_whole || report.value() == Some(value), "{report:#?} at {at} of {self:#?}");
        assert!(report.workers.len() == 1 || self.options.threads > 1, "{report:#?}");
        batches.positions += 1;
        batches.out_of_nodes += u64::from(!is_whole);
        batches.helped += u64::from(report.statistics.steals > 0);
    }
}
