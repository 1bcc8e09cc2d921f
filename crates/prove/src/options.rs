//! [`ProofOptions`]: the goal of a proof and the size of its jobs.

/// The goal of a proof and the size of its jobs.
///
/// ```
/// use eldest_prove::ProofOptions;
///
/// let options = ProofOptions::default().with(|o| (o.least, o.budget) = (Some(1), 100_000));
/// assert_eq!(options.facts, 0);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ProofOptions {
    /// Decides only whether the value is at least this; `None` finds the value.
    pub least: Option<i32>,
    /// Node budget of a job. A position that exhausts it is expanded into its successors.
    pub budget: u64,
    /// Node budget of the first jobs if the executor has room for several, and of jobs that begin
    /// while a place of the executor is idle. Later jobs get half of the nodes of the whole proof
    /// so far divided by the number of places, up to [`budget`](Self::budget). Small first jobs
    /// soon provide work for all places. Set it for [executors](crate::JobExecutor) whose places
    /// do not help with each other's jobs. `None` gives all jobs the full budget.
    pub grows_from: Option<u64>,
    /// The largest number of null windows of the root that are searched at the same time, each
    /// with room for a job; 0 counts as 1.
    pub questions: usize,
    /// Ends a run after this many nodes: no further job begins, and open jobs are withdrawn.
    pub nodes: Option<u64>,
    /// The largest number of additional facts in the report of a job.
    pub facts: u16,
    /// The share of answers that are checked, 0 to 1: another worker searches each again without
    /// earlier results. A check that exhausts its budget is searched once more, to the end.
    pub checks: f64,
}

/// A growing job gets the nodes searched so far per place, divided by this. Measured:
/// `docs/proving.md`.
const SHARE: u64 = 2;

impl Default for ProofOptions {
    fn default() -> Self {
        Self {
            least: None,
            budget: 1_000_000,
            grows_from: None,
            questions: 1,
            nodes: None,
            facts: 0,
            checks: 0.0,
        }
    }
}

impl ProofOptions {
    /// Returns these options after `change`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Returns the node budget of the next job, after `spent` nodes in total, with room for
    /// `at_a_time` jobs; `is_idle` if there are fewer jobs than places.
    pub(crate) fn budget_after(&self, spent: u64, at_a_time: usize, is_idle: bool) -> u64 {
        let grown = if is_idle { 0 } else { spent / SHARE / at_a_time as u64 };
        let first = self.grows_from.filter(|_| at_a_time > 1 || is_idle);
        first.map_or(self.budget, |first| grown.max(first).min(self.budget))
    }

    /// Returns whether to check result `number`: deterministic and evenly spread.
    pub(crate) fn is_checked(&self, number: u64) -> bool {
        let mixed = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 11) as f64 / ((1_u64 << 53) as f64) < self.checks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_grow_with_the_proof_if_they_are_to() {
        let all_same = ProofOptions::default().with(|o| o.budget = 1000);
        assert_eq!([0, 99_999].map(|spent| all_same.budget_after(spent, 2, true)), [1000; 2]);
        let growing = all_same.with(|o| o.grows_from = Some(10));
        let spent = [0, 40, 400, 3_996, 99_999];
        let budgets = spent.map(|spent| growing.budget_after(spent, 2, false));
        assert_eq!(budgets, [10, 10, 100, 999, 1000]);
        assert_eq!(growing.budget_after(0, 1, false), 1000, "no place is idle");
        assert_eq!(
            spent.map(|spent| growing.budget_after(spent, 1, true)),
            [10; 5],
            "a place is idle"
        );
        let large = growing.with(|o| o.grows_from = Some(5000));
        assert_eq!(large.budget_after(0, 2, true), 1000, "the budget is the limit");
    }

    #[test]
    fn the_share_of_checks_is_what_was_asked_for() {
        for (share, least, most) in [(0.0, 0, 0), (0.1, 950, 1050), (1.0, 10_000, 10_000)] {
            let options = ProofOptions::default().with(|o| o.checks = share);
            let checked = (0..10_000).filter(|number| options.is_checked(*number)).count();
            assert!((least..=most).contains(&checked), "{checked}");
        }
    }
}
