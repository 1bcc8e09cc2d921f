//! The target `shared` on fresh inputs, and the events there.

use crate::coverage;
use eldest_checks::targets::shared::examine;

const EXECUTIONS: u64 = 1_000;

#[test]
fn engines_on_one_table_report_the_truth_at_once_and_in_turn() {
    let met = coverage::meet(EXECUTIONS, 400, examine);
    let often = [
        "completed",
        "refused",
        "side by side",
        "handed over",
        "findings of others",
        "entries",
        "another evaluator and selection",
    ];
    assert!(often.iter().all(|what| met.of(what) > 50), "{met:?}");
}
