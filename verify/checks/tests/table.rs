//! The target `table` on fresh inputs, and the events there.

use crate::coverage;
use eldest_checks::targets::table::examine;

const EXECUTIONS: u64 = 1_600;

#[test]
fn tables_return_what_was_stored_and_searches_store_the_truth() {
    let met = coverage::meet(EXECUTIONS, 1_500, examine);
    let often = [
        "stored",
        "merged",
        "lost",
        "torn",
        "bound to another",
        "found in a storm",
        "entries",
        "entries of deeper searches",
        "table cutoffs",
        "cut short",
        "splits",
        "steals",
        "harmless lies",
        "reports despite lies",
        "saved while searched",
        "entries loaded",
        "loaded cutoffs",
        "refused",
        "foreign",
    ];
    assert!(often.iter().all(|what| met.of(what) > 50), "{met:?}");
}
