//! [`Statistics`]: what a search has done.

/// How many brothers the histogram of cutoffs tells apart; the last place counts all beyond.
pub const CUTOFF_PLACES: usize = 16;

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
    /// Scouts that came back with better news, so that their brother was searched again.
    pub researches: u64,
    /// Cutoffs by the place of the brother that gave them, the eldest first.
    pub cutoffs: [u64; CUTOFF_PLACES],
}

impl Statistics {
    /// The share of cutoffs that the eldest brother gave, 0 to 1; the measure of move ordering.
    /// 1 if there was no cutoff.
    #[must_use]
    pub fn first_move_rate(&self) -> f64 {
        let all: u64 = self.cutoffs.iter().sum();
        if all == 0 { 1.0 } else { self.cutoffs[0] as f64 / all as f64 }
    }

    /// The brother at `place` gave a cutoff.
    #[inline]
    pub(crate) fn cutoff(&mut self, place: usize) {
        self.cutoffs[place.min(CUTOFF_PLACES - 1)] += 1;
    }
}
