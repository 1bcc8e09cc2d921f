//! [`Ledger`]: what has been told so far, in numbers.

use crate::error::NamedResult;
use crate::graph::{Graph, Id};
use crate::job::{again, settled};
use crate::options::Options;
use crate::store::StoredResult;
use eldest::Bounds;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// How far the graph was at some time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct GrowthSample {
    /// Nodes that were searched.
    pub nodes: u64,
    /// Milliseconds of searching.
    pub millis: u64,
    /// Positions in the graph.
    pub positions: u64,
    /// Of them, those whose value was known.
    pub proved: u64,
    /// Of them, those that had been replaced by what they lead to.
    pub expanded: u64,
}

/// The results that count.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    results: Vec<KeptResult>,
    /// Results whose check is due, and how far it may search.
    pub(super) checks: BTreeMap<u64, Reach>,
    /// Results whose last check ran out of nodes.
    unconfirmed: BTreeSet<u64>,
    /// Results that no check has ended for, by what a check of them asks.
    unchecked: HashMap<(Id, i32), BTreeSet<u64>>,
    /// Nodes of all of them.
    pub(super) nodes: u64,
    /// Milliseconds of searching, up to the last of them.
    pub(super) millis: u64,
    /// Checks that have ended, whatever came of them.
    pub(super) checked: u64,
    pub(super) growth: Vec<GrowthSample>,
}

/// How far a check may search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// Some times the nodes of the answer.
    Bounded,
    /// To the end: a bounded check has run out of nodes.
    ToTheEnd,
}

/// A result, as far as it is kept in memory.
#[derive(Clone, Debug)]
pub(super) struct KeptResult {
    pub(super) at: Id,
    /// The name of the worker that has answered; `None` if it has none.
    pub(super) by: Option<Arc<str>>,
    /// What to ask again, if it told something that counts.
    pub(super) again: Option<i32>,
    pub(super) nodes: u64,
    bounds: Bounds,
}

impl Ledger {
    /// How many there are.
    pub(super) fn len(&self) -> u64 {
        self.results.len() as u64
    }

    pub(super) fn told(&self, number: u64) -> &KeptResult {
        &self.results[number as usize]
    }

    /// The number of results that a check has not confirmed, and none since.
    pub(super) fn unconfirmed(&self) -> u64 {
        self.unconfirmed.len() as u64
    }

    /// The number of results whose check is due, without those that a check has not confirmed.
    pub(super) fn unchecked(&self) -> u64 {
        let is_new = |number: &&u64| !self.unconfirmed.contains(number);
        self.checks.keys().filter(is_new).count() as u64
    }

    /// Checks that were given up are due again, if answers are checked at all.
    pub(super) fn check_again(&mut self, options: &Options) {
        if options.checks > 0.0 {
            self.checks.extend(self.unconfirmed.iter().map(|number| (*number, Reach::ToTheEnd)));
        }
    }

    /// One more; its number.
    pub(super) fn note(
        &mut self,
        at: Id,
        bounds: Bounds,
        record: &StoredResult,
        options: &Options,
    ) -> u64 {
        let (number, nodes) = (self.len(), record.outcome.nodes);
        let again = again(bounds, record.least);
        let by = (!record.by.is_empty()).then(|| record.by.as_str().into());
        self.results.push(KeptResult { at, by, again, nodes, bounds });
        self.nodes = self.nodes.saturating_add(nodes);
        self.millis = self.millis.max(record.millis);
        if record.afresh {
            self.check_ends(at, record);
        } else if let Some(least) = again {
            self.unchecked.entry((at, least)).or_default().insert(number);
            let is_due = options.is_checked(number);
            self.checks.extend(is_due.then_some((number, Reach::Bounded)));
        }
        number
    }

    /// A check of a result about `at` has ended. If it has not confirmed it, it is searched to the end next; if that was
    /// its search to the end (a worker may limit that), it is given up.
    fn check_ends(&mut self, at: Id, record: &StoredResult) {
        self.checked += 1;
        let Some(number) = self.checked_by(at, record) else { return };
        if settled(record.counts(), record.least).is_some() {
            self.checks.remove(&number);
            self.unconfirmed.remove(&number);
            self.unchecked.entry((at, record.least)).or_default().remove(&number);
            return;
        }
        self.unconfirmed.insert(number);
        if record.budget == u64::MAX {
            self.checks.remove(&number);
        } else {
            self.checks.entry(number).and_modify(|reach| *reach = Reach::ToTheEnd);
        }
    }

    /// The result that `record` checks: one whose check is due, if there is one. No worker checks its own.
    fn checked_by(&self, at: Id, record: &StoredResult) -> Option<u64> {
        let same = self.unchecked.get(&(at, record.least))?;
        let is_other = |number: &&u64| {
            let by = self.told(**number).by.as_deref();
            by.is_none_or(|by| by != record.by)
        };
        let is_due = |number: &&u64| self.checks.contains_key(number);
        let others = || same.iter().filter(is_other);
        others().find(is_due).or(others().next()).copied()
    }

    /// How far the graph is now.
    pub(super) fn sample(&mut self, graph: &Graph) {
        let counts = graph.counts();
        self.growth.push(GrowthSample {
            nodes: self.nodes,
            millis: self.millis,
            positions: graph.len(),
            proved: counts.proved,
            expanded: counts.expanded,
        });
    }

    /// A result as an error names it.
    pub(super) fn named(&self, number: u64, graph: &Graph) -> NamedResult {
        let told = self.told(number);
        NamedResult::new(number, &graph.node(told.at).text, told.bounds, told.by.as_deref())
    }
}
