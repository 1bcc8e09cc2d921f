//! [`Run`]: what a run of the manager keeps, and the jobs that are under way.

use crate::graph::{GraphQuery, Id, Leaf};
use crate::job::Job;
use crate::job::JobExecutor;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// What a run of the manager keeps.
#[derive(Debug, Default)]
pub(super) struct Run {
    /// Whether it is now.
    pub(super) is_on: bool,
    pub(super) under_way: BTreeMap<usize, Begun>,
    /// Numbers of jobs are not used twice.
    pub(super) next: usize,
    pub(super) failures: HashMap<Id, u32>,
    /// Jobs that were lost since the last that was not.
    pub(super) lost: u64,
    /// Nodes before this run, and milliseconds.
    pub(super) before: (u64, u64),
    pub(super) postponed: Postponed,
}

/// Checks that no worker may make that is there now.
#[derive(Debug, Default)]
pub(super) struct Postponed {
    pub(super) checks: BTreeSet<u64>,
    /// The executor's capacity when it was looked at last: with another one, other workers may be there.
    capacity: usize,
    /// Whether all of them were tried once more since there is nothing else to do.
    is_last_try: bool,
}

impl Postponed {
    /// Other workers may be there: all checks are tried again.
    pub(super) fn look(&mut self, capacity: usize) {
        if self.capacity != capacity {
            *self = Self { capacity, ..Self::default() };
        }
    }

    /// Nothing else is left to do. Whether the checks are to be tried once more.
    pub(super) fn try_once_more(&mut self) -> bool {
        self.checks.clear();
        !std::mem::replace(&mut self.is_last_try, true)
    }
}

/// A job that is under way.
#[derive(Debug)]
pub(super) struct Begun {
    pub(super) purpose: Purpose,
    pub(super) job: Job,
    pub(super) is_withdrawn: bool,
}

impl Begun {
    /// Whether it searches a leaf, is wanted, and may take more than so many `nodes`.
    fn may_take(&self, nodes: u64) -> bool {
        let is_leaf = matches!(self.purpose, Purpose::Leaf(_));
        is_leaf && !self.is_withdrawn && self.job.budget > nodes
    }

    /// It need not be answered; its number is `number`.
    fn withdraw(&mut self, number: usize, executor: &mut (impl JobExecutor + ?Sized)) {
        self.is_withdrawn = true;
        executor.withdraw(number);
    }
}

/// Why a job was begun.
#[derive(Clone, Debug)]
pub(super) enum Purpose {
    Leaf(Leaf),
    /// To check the result of this number.
    Check(u64),
}

impl Run {
    pub(super) fn under_way(&self) -> usize {
        self.under_way.len()
    }

    /// The leaves that are being searched.
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

    /// So many have nothing to do. As many jobs, the last first, that may take more than `large` nodes were meant for fewer:
    /// somebody has joined. They are withdrawn, to be begun again in smaller pieces.
    pub(super) fn take_back(
        &mut self,
        executor: &mut (impl JobExecutor + ?Sized),
        idle: usize,
        large: u64,
    ) {
        let jobs = self.under_way.iter_mut().rev().filter(|(_, begun)| begun.may_take(large));
        jobs.take(idle).for_each(|(number, begun)| begun.withdraw(*number, executor));
    }

    /// Withdraws the jobs that are idle.
    pub(super) fn withdraw(
        &mut self,
        executor: &mut (impl JobExecutor + ?Sized),
        is_idle: impl Fn(&Begun) -> bool,
    ) {
        for (number, begun) in &mut self.under_way {
            if !begun.is_withdrawn && is_idle(begun) {
                begun.withdraw(*number, executor);
            }
        }
    }
}
