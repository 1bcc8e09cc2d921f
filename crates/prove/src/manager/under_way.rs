//! [`Run`]: the state of a run of the manager, with its open jobs.

use crate::graph::{GraphQuery, Id, Leaf};
use crate::job::Job;
use crate::job::JobExecutor;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The state of a run of the manager.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// Whether the run is in progress.
    pub(super) is_on: bool,
    pub(super) under_way: BTreeMap<usize, Begun>,
    /// The number of the next job; none is used twice.
    pub(super) next: usize,
    pub(super) failures: HashMap<Id, u32>,
    /// The number of jobs lost in a row.
    pub(super) lost: u64,
    /// Nodes and milliseconds before this run.
    pub(super) before: (u64, u64),
    pub(super) postponed: Postponed,
}

/// Checks that no available worker may do.
#[derive(Debug, Default)]
pub(super) struct Postponed {
    pub(super) checks: BTreeSet<u64>,
    /// The last known capacity of the executor. If it changes, there may be other workers.
    capacity: usize,
    /// Whether all of them were tried once more after nothing else was left to do.
    is_last_try: bool,
}

impl Postponed {
    /// Retries all checks if the capacity has changed: there may be other workers.
    pub(super) fn look(&mut self, capacity: usize) {
        if self.capacity != capacity {
            *self = Self { capacity, ..Self::default() };
        }
    }

    /// Retries all checks when nothing else is left to do. Returns whether this is the first time.
    pub(super) fn try_once_more(&mut self) -> bool {
        self.checks.clear();
        !std::mem::replace(&mut self.is_last_try, true)
    }
}

/// An open job.
#[derive(Debug)]
pub(super) struct Begun {
    pub(super) purpose: Purpose,
    pub(super) job: Job,
    pub(super) is_withdrawn: bool,
}

impl Begun {
    /// Returns whether it searches a leaf, is not withdrawn, and has a budget above `nodes`.
    fn may_take(&self, nodes: u64) -> bool {
        let is_leaf = matches!(self.purpose, Purpose::Leaf(_));
        is_leaf && !self.is_withdrawn && self.job.budget > nodes
    }

    /// Withdraws the job, which has this `number`.
    fn withdraw(&mut self, number: usize, executor: &mut (impl JobExecutor + ?Sized)) {
        self.is_withdrawn = true;
        executor.withdraw(number);
    }
}

/// Why a job was begun.
#[derive(Clone, Debug)]
pub(super) enum Purpose {
    Leaf(Leaf),
    /// Checks the result with this number.
    Check(u64),
}

impl Run {
    pub(super) fn under_way(&self) -> usize {
        self.under_way.len()
    }

    /// Returns the leaves under search.
    pub(super) fn leaves(&self) -> HashSet<GraphQuery> {
        let leaves = self.under_way.values().filter_map(|begun| match &begun.purpose {
            Purpose::Leaf(leaf) => Some(leaf.question()),
            Purpose::Check(_) => None,
        });
        leaves.collect()
    }

    pub(super) fn checks(&self, number: u64) -> bool {
        let is_it = |begun: &Begun| matches!(begun.purpose, Purpose::Check(n) if n == number);
        self.under_way.values().any(is_it)
    }

    /// Withdraws up to `idle` jobs, the latest first, with a budget above `large` nodes. They began
    /// with fewer workers; they begin again as smaller jobs, so that the idle places get work.
    pub(super) fn take_back(
        &mut self,
        executor: &mut (impl JobExecutor + ?Sized),
        idle: usize,
        large: u64,
    ) {
        let jobs = self.under_way.iter_mut().rev().filter(|(_, begun)| begun.may_take(large));
        jobs.take(idle).for_each(|(number, begun)| begun.withdraw(*number, executor));
    }

    /// Withdraws the jobs for which `is_unneeded` holds.
    pub(super) fn withdraw(
        &mut self,
        executor: &mut (impl JobExecutor + ?Sized),
        is_unneeded: impl Fn(&Begun) -> bool,
    ) {
        for (number, begun) in &mut self.under_way {
            if !begun.is_withdrawn && is_unneeded(begun) {
                begun.withdraw(*number, executor);
            }
        }
    }
}
