//! [`Tally`]: what has happened in some executions.

use eldest::Report;

/// What has happened in some executions.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "named after the statistics and faults that they count")]
pub struct Tally {
    pub steps: u64,
    pub switches: u64,
    pub splits: u64,
    pub steals: u64,
    pub aborts: u64,
    pub deferred: u64,
    pub stopped: u64,
    pub limited: u64,
    pub panicked: u64,
    pub entries: u64,
}

impl Tally {
    pub(super) fn count(&mut self, report: &Report<u16>) {
        self.splits += report.statistics.splits;
        self.steals += report.statistics.steals;
        self.aborts += report.statistics.aborts;
        self.deferred += report.statistics.deferred;
    }
}
