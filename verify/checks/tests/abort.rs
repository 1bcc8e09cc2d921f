//! The target `abort` on fresh inputs, and the events there.

use crate::coverage;
use eldest_checks::targets::abort::examine;

const EXECUTIONS: u64 = 400;

#[test]
fn searches_ended_at_any_moment_report_the_truth_and_leave_the_engine_intact() {
    let met = coverage::meet(EXECUTIONS, 500, examine);
    let often = [
        "entries",
        "aborted",
        "aborted, several threads",
        "a better move",
        "panics",
        "searched again",
        "splits",
        "steals",
    ];
    assert!(often.iter().all(|what| met.of(what) > 5), "{met:?}");
}
