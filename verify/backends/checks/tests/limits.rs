//! The target `limits` on a virtual clock, as an ordinary test.

use arbitrary::Unstructured;
use eldest_checks_scheduled::SplitMix64;
use eldest_checks_scheduled::shares::Coverage;
use eldest_checks_scheduled::targets::limits::{SHORTEST, examine};

const EXECUTIONS: u64 = 3_000;
/// The longest input, in bytes.
const LONGEST: usize = 400;

/// Events, and the least number of times that each must occur in a thousand searches.
const OFTEN: &[(&str, u64)] = &[
    ("several threads", 300),
    ("complete", 120),
    ("proved", 300),
    ("out of nodes", 50),
    ("out of time", 70),
    ("stopped", 25),
    ("late", 80),
    ("late, slow all at once", 5),
    ("limits changed", 400),
    ("limit on nodes lifted", 30),
    ("limit on nodes relaxed", 3),
    ("limit on nodes tightened", 50),
    ("limit on time lifted", 60),
    ("limit on time relaxed", 25),
    ("soft limit set", 100),
    ("pondering ended", 70),
    ("the clock goes back", 30),
];

#[test]
fn limits_hold_exactly_while_they_change() {
    let mut met = Coverage::default();
    for seed in 0..EXECUTIONS {
        let input = SplitMix64(seed).input_within(SHORTEST, LONGEST);
        met.join(&examine(&mut Unstructured::new(&input)).expect("a case"));
    }
    for (what, least) in OFTEN {
        assert!(met.of(what) * 1_000 >= met.of("searches") * least, "{what}: {met:#?}");
    }
}
