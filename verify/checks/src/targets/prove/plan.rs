//! [`ProofPlan`]: the claim to prove, the workers, and their faults.

use super::searcher::ChanceSearcher;
use crate::graph::GraphValues;
use crate::simulated::{Faults, Workers};
use crate::{Chance, SplitMix64};
use arbitrary::Unstructured;
use eldest::Score;
use eldest_prove::ProofOptions;

/// The node limit of a job.
pub(super) const BUDGET: u64 = 100;

/// The claim to prove, the workers, and their faults. The graph consumes all bytes, so it is
/// decoded last.
pub(super) struct ProofPlan {
    root: u64,
    /// The distance of the bound from the value; `None` to find the value.
    beside: Option<i32>,
    options: ProofOptions,
    pub(super) faults: Faults,
    /// The percentage of jobs that exhaust their budget.
    exhausted: u64,
    /// The seeds of the results of workers, and of their faults.
    seeds: [u64; 2],
    workers: usize,
    capacity: usize,
    /// Whether workers have names, so that none checks its own results.
    pub(super) is_named: bool,
    /// Whether results are stored in a file.
    pub(super) is_kept: bool,
}

impl ProofPlan {
    pub(super) fn some(bytes: &mut Unstructured<'_>) -> Self {
        let root = bytes.below(1 << 16);
        let near = bytes.below(7) as i32 - 3;
        let beside = bytes.odds(40).then_some(near);
        let options = options(bytes);
        let faults = faults(bytes);
        let exhausted = bytes.pick(&[50, 0, 90, 100]);
        let seeds = [bytes.below(1 << 16), bytes.below(1 << 16)];
        let workers = 1 + bytes.below(12) as usize;
        let capacity = workers + bytes.below(4) as usize;
        let is_kept = bytes.odds(6);
        // Derived from an existing seed, so that old inputs keep their meaning.
        let is_named = seeds[0] % 4 == 3;
        let faults = faults.with(|f| {
            f.liar = seeds[0] % 8 == 7;
            f.lies = if f.liar { 0.0 } else { f.lies };
        });
        Self {
            root,
            beside,
            options,
            faults,
            exhausted,
            seeds,
            workers,
            capacity,
            is_named,
            is_kept,
        }
    }

    /// The root among `size` nodes: node 0 as often as all others together.
    pub(super) fn root(&self, size: u16) -> u16 {
        let root = self.root % (2 * u64::from(size));
        if root < u64::from(size) { root as u16 } else { 0 }
    }

    /// The generator for all other random choices.
    pub(super) fn chance(&self) -> SplitMix64 {
        SplitMix64(self.seeds[0])
    }

    /// The options of a proof whose value is `truth`. Growing jobs and the number of parallel
    /// questions are derived from an existing seed, so that old inputs keep their meaning.
    pub(super) fn options(&self, truth: Score) -> ProofOptions {
        let least = self.beside.map(|beside| truth.get() + beside);
        let grows_from = [None, Some(7), Some(40)][self.seeds[1] as usize % 3];
        let questions = [1, 2, 2, 3][self.seeds[1] as usize / 12 % 4];
        let options = self.options.clone().with(|o| (o.least, o.grows_from) = (least, grows_from));
        options.with(|o| o.questions = questions)
    }

    /// All workers but the first join after this many reports.
    pub(super) fn late(&self) -> u64 {
        self.seeds[1] / 3 % 4 * 2
    }

    /// Up to a dozen workers with at least as many jobs, different in each `session`.
    pub(super) fn workers<'v>(
        &self,
        values: &'v GraphValues,
        size: u16,
        session: u64,
    ) -> Workers<'v> {
        let [found, wrong] = self.seeds.map(|seed| seed + (session << 16));
        let mut searcher = ChanceSearcher::new(values, size, self.exhausted, found);
        let workers = Workers::new(self.workers, move |job| searcher.search(job));
        let workers = workers.asking_for(self.capacity).faulty(self.faults, wrong);
        if self.is_named { workers.named() } else { workers }
    }
}

/// Random options of the proof.
fn options(bytes: &mut Unstructured<'_>) -> ProofOptions {
    let is_limited = bytes.odds(30);
    let most = 1 + bytes.below(200);
    let nodes = is_limited.then_some(most);
    let checks = bytes.pick(&[0.0, 0.0, 0.3, 1.0]);
    let facts = bytes.pick(&[0, 3, 20]);
    let options = ProofOptions::default().with(|o| (o.nodes, o.budget) = (nodes, BUDGET));
    options.with(|o| (o.checks, o.facts) = (checks, facts))
}

fn faults(bytes: &mut Unstructured<'_>) -> Faults {
    let mut often = |most: &[f64]| bytes.pick(most);
    let some = Faults::default().with(|f| {
        f.lost = often(&[0.0, 0.01, 0.3]);
        f.silent = often(&[0.0, 0.01, 0.3]);
        f.repeated = often(&[0.0, 0.01, 0.5]);
        f.delayed = often(&[0.0, 0.01, 0.5]);
        f.failed = often(&[0.0, 0.0, 0.02]);
        f.lies = often(&[0.0, 0.0, 0.0, 0.05, 0.5, 0.2]);
        f.lease = often(&[0.0, 100.0, 1000.0]) as u64;
        f.latency = often(&[0.0, 5.0]) as u64;
    });
    // Sometimes no worker responds, or every job fails.
    let [is_dead, is_vain] = [bytes.odds(4), bytes.odds(2)];
    some.with(|f| {
        (f.silent, f.repeated) = if is_dead { (1.0, 0.0) } else { (f.silent, f.repeated) };
        f.failed = if is_vain { 1.0 } else { f.failed };
    })
}
