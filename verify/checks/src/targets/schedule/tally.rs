//! [`ScheduleTally`]: what has happened in some executions.

use crate::sharing;
use eldest::{Options, Report};

/// What has happened in some executions.
#[derive(Debug, Default)]
#[expect(missing_docs, reason = "named after the faults and statistics that they count")]
pub struct ScheduleTally {
    pub steps: u64,
    pub switches: u64,
    /// What the searches with each algorithm have done together.
    pub sharing: sharing::SharingTally,
    pub stopped: u64,
    pub out_of_nodes: u64,
    pub out_of_time: u64,
    pub panicked: u64,
    pub entries: u64,
    pub wide_windows: u64,
    pub wide_windows_beside: u64,
    pub named_twice: u64,
}

impl ScheduleTally {
    pub(super) fn count(&mut self, options: &Options, report: &Report<u16>) {
        self.sharing.add(options, report);
    }
}
