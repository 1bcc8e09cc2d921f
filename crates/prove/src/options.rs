//! [`Options`]: what a proof is to find out, and in what pieces.

/// What a proof is to find out, and in what pieces.
///
/// ```
/// use eldest_prove::Options;
///
/// let options = Options::default().with(|o| (o.least, o.budget) = (Some(1), 100_000));
/// assert_eq!(options.facts, 0);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// Only whether the value is at least this; without it, the value.
    pub least: Option<i32>,
    /// Nodes of a job. A position that takes more is replaced by what it leads to.
    pub budget: u64,
    /// Nodes of the first jobs, if there is room for several at a time, and of those that are begun while somebody has nothing
    /// to do: others get half of what the whole proof has taken so far, divided by how many there is room for, up to the
    /// [`budget`](Self::budget). So there is soon something for everybody to do, however hard the position is. For
    /// [executors](crate::JobExecutor) in whose places nobody helps with another's job. `None`: all jobs get the same.
    pub grows_from: Option<u64>,
    /// So many null windows of the root are asked side by side at most, as far as there is room for as many jobs; 0 counts as 1.
    pub questions: usize,
    /// Ends a run after so many nodes: no further job begins, and those under way are withdrawn.
    pub nodes: Option<u64>,
    /// So many facts beside its own answer may come with each job.
    pub facts: u16,
    /// The share of answers that are checked, 0 to 1: another worker searches each of them again, without anything found
    /// before. A check whose budget runs out is searched once more, to the end.
    pub checks: f64,
}

/// A job that may grow gets one of so many parts of what was searched for each place so far. Measured: `docs/proving.md`.
const SHARE: u64 = 2;

impl Default for Options {
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

impl Options {
    /// These options, but for what `change` changes.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    /// Nodes of the next job, after `spent` by all together, if there is room for so many at a time, and perhaps for more than
    /// there are.
    pub(crate) fn budget_after(&self, spent: u64, at_a_time: usize, is_idle: bool) -> u64 {
        let grown = if is_idle { 0 } else { spent / SHARE / at_a_time as u64 };
        let first = self.grows_from.filter(|_| at_a_time > 1 || is_idle);
        first.map_or(self.budget, |first| grown.max(first).min(self.budget))
    }

    /// Whether result `number` is to be checked: the same each time it is asked, evenly spread.
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
        let all_same = Options::default().with(|o| o.budget = 1000);
        assert_eq!([0, 99_999].map(|spent| all_same.budget_after(spent, 2, true)), [1000; 2]);
        let growing = all_same.with(|o| o.grows_from = Some(10));
        let spent = [0, 40, 400, 3_996, 99_999];
        let budgets = spent.map(|spent| growing.budget_after(spent, 2, false));
        assert_eq!(budgets, [10, 10, 100, 999, 1000]);
        assert_eq!(growing.budget_after(0, 1, false), 1000, "nobody waits");
        assert_eq!(
            spent.map(|spent| growing.budget_after(spent, 1, true)),
            [10; 5],
            "somebody does"
        );
        let large = growing.with(|o| o.grows_from = Some(5000));
        assert_eq!(large.budget_after(0, 2, true), 1000, "the budget is the most");
    }

    #[test]
    fn the_share_of_checks_is_what_was_asked_for() {
        for (share, least, most) in [(0.0, 0, 0), (0.1, 950, 1050), (1.0, 10_000, 10_000)] {
            let options = Options::default().with(|o| o.checks = share);
            let checked = (0..10_000).filter(|number| options.is_checked(*number)).count();
            assert!((least..=most).contains(&checked), "{checked}");
        }
    }
}
