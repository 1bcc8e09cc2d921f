//! The search itself: one kernel, and what surrounds it.
//!
//! [`kernel`] is the principal variation search; [`siblings`] asks the sibling policy how the younger
//! siblings are searched; [`resolve`] searches the root by the windows that a [`driver`] chooses, and
//! keeps its list of moves; [`deepening`] chooses the depths. [`Statistics`] counts what they do.

pub(crate) mod algorithm;
pub(crate) mod continuations;
pub(crate) mod contract;
pub(crate) mod control;
pub(crate) mod deepening;
pub(crate) mod driver;
mod kernel;
pub(crate) mod limit_check;
pub(crate) mod log;
mod lookup;
pub(crate) mod memory;
pub(crate) mod node;
pub(crate) mod observer;
pub(crate) mod options;
mod order;
mod quiescence;
pub(crate) mod resolve;
pub(crate) mod root_moves;
pub(crate) mod selectivity;
pub(crate) mod siblings;
mod signed_history;
pub(crate) mod stack;
pub(crate) mod stop;
pub(crate) mod timeline;
pub(crate) mod worker;

use std::time::Duration;

/// The search was stopped: there is no value. It cannot be mistaken for one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Aborted;

/// How many moves of a node the histogram of cutoffs tells apart; the last index counts all beyond.
pub const CUTOFF_INDICES: usize = 16;

/// Counts of one search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Statistics {
    /// Nodes visited, quiescence and re-visits included: calls of the search.
    pub nodes: u64,
    /// The nodes among them that quiescence visited.
    pub quiescence_nodes: u64,
    /// Probes that found an entry.
    pub table_hits: u64,
    /// Nodes that an entry of their own answered.
    pub table_cutoffs: u64,
    /// Nodes that the entry of a child answered.
    pub etc_cutoffs: u64,
    /// Scouts that failed high within the window, so that their move was searched again with the open one.
    pub researches: u64,
    /// Split points that were opened.
    pub splits: u64,
    /// Split points of others that were joined.
    pub steals: u64,
    /// Windows of the root that were searched beside others ([`Sharing::passes`](crate::options::Sharing::passes)).
    pub passes_beside: u64,
    /// Siblings put off because another thread was searching them (ABDADA).
    pub deferred: u64,
    /// Siblings whose search was broken off by a cutoff that another sibling gave.
    pub aborts: u64,
    /// Nodes spent on these, for nothing but what the table has kept.
    pub aborted_nodes: u64,
    /// Time without work.
    pub idle: Duration,
    /// Cutoffs by the index of the move that gave them, the first move first.
    pub cutoffs: [u64; CUTOFF_INDICES],
}

impl Statistics {
    /// The share of cutoffs that the first move gave, 0 to 1; the measure of move ordering.
    /// 1 if there was no cutoff.
    #[must_use]
    pub fn first_move_rate(&self) -> f64 {
        let all: u64 = self.cutoffs.iter().sum();
        if all == 0 { 1.0 } else { self.cutoffs[0] as f64 / all as f64 }
    }

    /// Nothing done in all of `time`.
    pub(crate) fn all_idle(time: Duration) -> Self {
        Self { idle: time, ..Self::default() }
    }

    /// Adds what another thread has done.
    pub(crate) fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.quiescence_nodes += other.quiescence_nodes;
        self.table_hits += other.table_hits;
        self.table_cutoffs += other.table_cutoffs;
        self.etc_cutoffs += other.etc_cutoffs;
        self.researches += other.researches;
        self.splits += other.splits;
        self.steals += other.steals;
        self.passes_beside += other.passes_beside;
        self.deferred += other.deferred;
        self.aborts += other.aborts;
        self.aborted_nodes += other.aborted_nodes;
        self.idle += other.idle;
        self.cutoffs.iter_mut().zip(other.cutoffs).for_each(|(mine, its)| *mine += its);
    }

    /// The move at `index` gave a cutoff.
    #[inline]
    pub(crate) fn cutoff(&mut self, index: usize) {
        self.cutoffs[index.min(CUTOFF_INDICES - 1)] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_a_share_of_all_cutoffs() {
        let mut statistics = Statistics::default();
        assert_eq!(statistics.first_move_rate(), 1.0);
        [0, 0, 0, 1, 99].into_iter().for_each(|index| statistics.cutoff(index));
        assert_eq!(statistics.first_move_rate(), 0.6);
        assert_eq!(statistics.cutoffs[CUTOFF_INDICES - 1], 1);
    }

    #[test]
    fn idle_time_adds_up() {
        let mut statistics = Statistics::all_idle(Duration::from_millis(3));
        assert_eq!(statistics.nodes, 0);
        statistics.add(&Statistics::all_idle(Duration::from_millis(4)));
        assert_eq!(statistics.idle, Duration::from_millis(7));
    }
}
