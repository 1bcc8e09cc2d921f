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
    /// Ends a run after so many nodes: no further job begins, and those under way are withdrawn.
    pub nodes: Option<u64>,
    /// So many facts beside its own answer may come with each job.
    pub facts: u16,
    /// The share of answers that are checked by asking again, without anything found before: 0 to 1.
    pub checks: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { least: None, budget: 1_000_000, nodes: None, facts: 0, checks: 0.0 }
    }
}

impl Options {
    /// These options, but for what `change` changes.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
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
    fn the_share_of_checks_is_what_was_asked_for() {
        for (share, least, most) in [(0.0, 0, 0), (0.1, 950, 1050), (1.0, 10_000, 10_000)] {
            let options = Options::default().with(|o| o.checks = share);
            let checked = (0..10_000).filter(|number| options.is_checked(*number)).count();
            assert!((least..=most).contains(&checked), "{checked}");
        }
    }
}
