//! Fresh inputs for a target, the same in every run, and their events.

use arbitrary::{Result, Unstructured};
use eldest_checks::SplitMix64;
use eldest_checks::shares::Coverage;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The events of `examine` on `count` inputs of up to `most` bytes.
pub(crate) fn meet(
    count: u64,
    most: usize,
    mut examine: impl FnMut(&mut Unstructured<'_>) -> Result<Coverage>,
) -> Coverage {
    let mut met = Coverage::default();
    for seed in 0..count {
        let input = SplitMix64(seed << 20).input(most);
        let examined = catch_unwind(AssertUnwindSafe(|| examine(&mut Unstructured::new(&input))));
        // Bytes that do not form an input are skipped.
        if let Ok(more) = examined.unwrap_or_else(|_| panic!("execution {seed}: {input:?}")) {
            met.join(&more);
        }
    }
    met
}
