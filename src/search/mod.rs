//! The search: the kernel and its surroundings.
//!
//! [`kernel`] is the principal variation search; [`siblings`] leaves the younger siblings to the
//! sibling policy; [`resolve`] searches the root with the windows that a [`driver`] chooses, and
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

/// The search was stopped, so there is no value. A type of its own, so that it cannot be mistaken
/// for one.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Aborted;

/// The number of move indices in the histogram of cutoffs; the last one counts all later moves.
pub const CUTOFF_INDICES: usize = 16;

/// The counts of one search.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Statistics {
    /// Nodes visited, including quiescence and re-visits: calls of the search.
    pub nodes: u64,
    /// The nodes among them that quiescence visited.
    pub quiescence_nodes: u64,
    /// Probes that found an entry.
    pub table_hits: u64,
    /// Nodes cut off by their own entry.
    pub table_cutoffs: u64,
    /// Nodes cut off by the entry of a child.
    pub etc_cutoffs: u64,
    /// Scouts that failed high within the window, so that their move was re-searched with the open
    /// window.
    pub researches: u64,
    /// Split points that were opened.
    pub splits: u64,
    /// Split points of other threads that were joined.
    pub steals: u64,
    /// Windows of the root that were searched in parallel with others
    /// ([`Sharing::passes`](crate::options::Sharing::passes)).
    pub passes_beside: u64,
    /// Siblings deferred because another thread was searching them (ABDADA).
    pub deferred: u64,
    /// Siblings whose search was aborted by the cutoff of another sibling.
    pub aborts: u64,
    /// Nodes spent on these; nothing of them remains except their table entries.
    pub aborted_nodes: u64,
    /// Idle time.
    pub idle: Duration,
    /// Cutoffs by the index of the move that gave them, the first move first.
    pub cutoffs: [u64; CUTOFF_INDICES],
}

impl Statistics {
    /// Returns the share of cutoffs given by the first move, 0 to 1: the measure of move ordering.
    /// 1 if there was no cutoff.
    #[must_use]
    pub fn first_move_rate(&self) -> f64 {
        let all: u64 = self.cutoffs.iter().sum();
        if all == 0 { 1.0 } else { self.cutoffs[0] as f64 / all as f64 }
    }

    /// Returns the statistics of a thread that was idle for all of `time`.
    pub(crate) fn all_idle(time: Duration) -> Self {
        Self { idle: time, ..Self::default() }
    }

    /// Adds the statistics of another thread.
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

    /// Counts a cutoff by the move at `index`.
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
