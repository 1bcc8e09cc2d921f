//! The target `databases` on fresh inputs, and the events there.

use crate::coverage;
use eldest_checks::targets::databases::{MET, MET_SELDOM, examine};

const EXECUTIONS: u64 = 300;

#[test]
fn databases_hold_the_values_of_minimax_and_damage_is_found() {
    let met = coverage::meet(EXECUTIONS, 400, examine);
    for what in MET {
        assert!(met.of(what) > 5, "{what}: {met:?}");
    }
    for what in MET_SELDOM {
        assert!(met.of(what) > 0, "{what}: {met:?}");
    }
}
