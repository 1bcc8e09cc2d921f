//! The target `abort` on fresh inputs, and what it meets there.

use crate::coverage;
use eldest_checks::targets::abort::examine;

const EXECUTIONS: u64 = 400;

#[test]
fn searches_ended_at_any_moment_answer_truly_and_leave_the_engine_whole() {
    let met = coverage::meet(EXECUTIONS, 500, examine);
    let often = [
        "entries",
        "aborted",
        "aborted, several threads",
        "a better move",
        "panics",
        "asked again",
        "splits",
        "steals",
    ];
    assert!(often.iter().all(|what| met.of(what) > 5), "{met:?}");
}
