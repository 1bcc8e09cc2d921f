//! [`Coverage`]: what a check has met, so that a test can tell whether it has shown anything.

use std::collections::BTreeMap;

/// How often each thing was met.
#[derive(Clone, Debug, Default)]
pub struct Coverage(BTreeMap<&'static str, u64>);

impl Coverage {
    /// It was met `count` times more.
    pub fn add(&mut self, what: &'static str, count: u64) {
        *self.0.entry(what).or_default() += count;
    }

    /// How often it was met.
    #[must_use]
    pub fn of(&self, what: &'static str) -> u64 {
        self.0.get(what).copied().unwrap_or_default()
    }

    /// And all that `other` has met.
    pub fn join(&mut self, other: &Self) {
        other.0.iter().for_each(|(what, count)| self.add(what, *count));
    }
}
