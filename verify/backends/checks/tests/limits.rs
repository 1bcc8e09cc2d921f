//! Limits on a virtual clock, as an ordinary test.

use arbitrary::Unstructured;
use eldest_checks_scheduled::Random;
use eldest_checks_scheduled::coverage::Coverage;
use eldest_checks_scheduled::targets::limits::{SHORTEST, examine};

const EXECUTIONS: u64 = 3_000;
/// The longest input, in bytes.
const LONGEST: usize = 400;

/// What happens, and in how many of a thousand searches at least.
const OFTEN: &[(&str, u64)] = &[];

#[test]
fn limits_hold_exactly_while_they_change() {
    let mut met = Coverage::default();
    for seed in 0..EXECUTIONS {
        let input = Random(seed).input_within(SHORTEST, LONGEST);
        met.join(&examine(&mut Unstructured::new(&input)).expect("a case"));
    }
    println!("{met:#?}");
    for (what, least) in OFTEN {
        assert!(met.of(what) * 1_000 >= met.of("searches") * least, "{what}: {met:#?}");
    }
}
