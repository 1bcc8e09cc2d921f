//! [`Ledger`]: what has been told so far, in numbers.

use super::status::Sample;
use crate::error::Named;
use crate::graph::{Graph, Id};
use crate::job::{again, settled};
use crate::options::Options;
use crate::store::Record;
use eldest::Bounds;
use std::collections::BTreeSet;

/// The results that count.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    results: Vec<Told>,
    /// Results that are to be asked again and have not been.
    pub(super) checks: BTreeSet<u64>,
    /// Nodes of all of them.
    pub(super) nodes: u64,
    /// Milliseconds of searching, up to the last of them.
    pub(super) millis: u64,
    pub(super) checked: u64,
    /// Checks whose budget ran out.
    pub(super) unconfirmed: u64,
    pub(super) growth: Vec<Sample>,
}

/// A result, as far as it is kept in memory.
#[derive(Copy, Clone, Debug)]
pub(super) struct Told {
    pub(super) at: Id,
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

    pub(super) fn told(&self, number: u64) -> Told {
        self.results[number as usize]
    }

    /// One more; its number.
    pub(super) fn note(
        &mut self,
        at: Id,
        bounds: Bounds,
        record: &Record,
        options: &Options,
    ) -> u64 {
        let (number, nodes) = (self.len(), record.outcome.nodes);
        let again = again(bounds, record.least);
        self.results.push(Told { at, again, nodes, bounds });
        self.nodes = self.nodes.saturating_add(nodes);
        self.millis = self.millis.max(record.millis);
        if record.afresh {
            self.check_ends(at, record);
        } else if again.is_some() && options.is_checked(number) {
            self.checks.insert(number);
        }
        number
    }

    /// Whatever came of a check of what was told about `at`, it is over.
    fn check_ends(&mut self, at: Id, record: &Record) {
        let is_it = |told: &Told| (told.at, told.again) == (at, Some(record.least));
        let number = self.checks.iter().copied().find(|&number| is_it(&self.told(number)));
        if let Some(number) = number {
            self.checks.remove(&number);
        }
        self.checked += 1;
        self.unconfirmed += u64::from(settled(record.counts(), record.least).is_none());
    }

    /// How far the graph is now.
    pub(super) fn sample(&mut self, graph: &Graph) {
        let counts = graph.counts();
        self.growth.push(Sample {
            nodes: self.nodes,
            millis: self.millis,
            positions: graph.len(),
            proved: counts.proved,
            expanded: counts.expanded,
        });
    }

    /// A result as an error names it.
    pub(super) fn named(&self, number: u64, graph: &Graph) -> Named {
        let told = self.told(number);
        Named::new(number, &graph.node(told.at).text, told.bounds)
    }
}
