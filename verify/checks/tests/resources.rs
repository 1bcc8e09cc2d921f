//! The target `resources` on fresh inputs, and the events there.

use arbitrary::Unstructured;
use eldest_checks::SplitMix64;
use eldest_checks::shares::Coverage;
use eldest_checks::targets::resources::{SHORTEST, examine};

const EXECUTIONS: u64 = 12;
/// The longest input, in bytes.
const LONGEST: usize = 160;

#[test]
fn an_engine_answers_truly_whatever_it_had_before() {
    let mut met = Coverage::default();
    for seed in 0..EXECUTIONS {
        let input = SplitMix64(seed).input_within(SHORTEST, LONGEST);
        met.join(&examine(&mut Unstructured::new(&input)).expect("any bytes are valid"));
    }
    for what in ["answers", "several threads", "evaluator", "table", "stacks grow", "staggered"] {
        assert!(met.of(what) > 2, "{what}: {met:?}");
    }
    assert_eq!(met.of("no stack"), 0, "{met:?}");
}
