//! [`Ledger`]: the results so far and their counts.

use crate::error::NamedResult;
use crate::graph::{Graph, Id};
use crate::job::{again, settled};
use crate::options::ProofOptions;
use crate::store::StoredResult;
use eldest::Bounds;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// The size of the graph at some time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct GrowthSample {
    /// Nodes searched.
    pub nodes: u64,
    /// Milliseconds of searching.
    pub millis: u64,
    /// Positions in the graph.
    pub positions: u64,
    /// Positions whose value was known.
    pub proved: u64,
    /// Positions that had been expanded into their successors.
    pub expanded: u64,
}

/// The results that count.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    results: Vec<KeptResult>,
    /// Results whose check is due, and the limit of that check.
    pub(super) checks: BTreeMap<u64, Reach>,
    /// Results whose last check ran out of nodes.
    unconfirmed: BTreeSet<u64>,
    /// Results that no check has confirmed, by the question of their checks.
    unchecked: HashMap<(Id, i32), BTreeSet<u64>>,
    /// Nodes of all results.
    pub(super) nodes: u64,
    /// Milliseconds of searching, up to the last result.
    pub(super) millis: u64,
    /// Checks that have ended, confirmed or not.
    pub(super) checked: u64,
    pub(super) growth: Vec<GrowthSample>,
}

/// The limit of a check.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// A multiple of the nodes of the answer.
    Bounded,
    /// No limit, after a bounded check has run out of nodes.
    ToTheEnd,
}

/// The part of a result that is kept in memory.
#[derive(Clone, Debug)]
pub(super) struct KeptResult {
    pub(super) at: Id,
    /// The name of the worker; `None` if it has none.
    pub(super) by: Option<Arc<str>>,
    /// The question of a check, if the result has a bound that counts.
    pub(super) again: Option<i32>,
    pub(super) nodes: u64,
    bounds: Bounds,
}

impl Ledger {
    /// Returns the number of results.
    pub(super) fn len(&self) -> u64 {
        self.results.len() as u64
    }

    pub(super) fn result(&self, number: u64) -> &KeptResult {
        &self.results[number as usize]
    }

    /// Returns the number of results with a failed check that no later check has confirmed.
    pub(super) fn unconfirmed(&self) -> u64 {
        self.unconfirmed.len() as u64
    }

    /// Returns the number of results whose first check is due.
    pub(super) fn unchecked(&self) -> u64 {
        let is_new = |number: &&u64| !self.unconfirmed.contains(number);
        self.checks.keys().filter(is_new).count() as u64
    }

    /// Schedules abandoned checks again, if answers are checked at all.
    pub(super) fn check_again(&mut self, options: &ProofOptions) {
        if options.checks > 0.0 {
            self.checks.extend(self.unconfirmed.iter().map(|number| (*number, Reach::ToTheEnd)));
        }
    }

    /// Adds a result. Returns its number.
    pub(super) fn note(
        &mut self,
        at: Id,
        bounds: Bounds,
        record: &StoredResult,
        options: &ProofOptions,
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

    /// Records the end of a check of a result for `at`. If it has not confirmed the result, the
    /// next check searches to the end. If it was already without limit (a worker may set one), the
    /// check is abandoned.
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

    /// Returns the result that `record` checks: preferably one whose check is due. No worker checks
    /// its own results.
    fn checked_by(&self, at: Id, record: &StoredResult) -> Option<u64> {
        let same = self.unchecked.get(&(at, record.least))?;
        let is_other = |number: &&u64| {
            let by = self.result(**number).by.as_deref();
            by.is_none_or(|by| by != record.by)
        };
        let is_due = |number: &&u64| self.checks.contains_key(number);
        let others = || same.iter().filter(is_other);
        others().find(is_due).or(others().next()).copied()
    }

    /// Records the size of the graph now.
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

    /// Returns a result as an error names it.
    pub(super) fn named(&self, number: u64, graph: &Graph) -> NamedResult {
        let result = self.result(number);
        NamedResult::new(number, &graph.node(result.at).text, result.bounds, result.by.as_deref())
    }
}
