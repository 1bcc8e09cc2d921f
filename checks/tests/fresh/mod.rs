//! Fresh inputs for a target, the same in every run.

use arbitrary::{Result, Unstructured};
use arbtest::arbtest;
use eldest_checks::met::Met;

/// What `examine` meets on `count` inputs of up to `most` bytes.
pub(crate) fn meet(
    count: u64,
    most: u64,
    examine: fn(&mut Unstructured<'_>) -> Result<Met>,
) -> Met {
    let mut met = Met::default();
    for number in 0..count {
        // The upper half is the seed, the lower one the size.
        let seed = (number << 32) | (30 + number * most / count);
        arbtest(|u| examine(u).map(|more| met.join(&more))).seed(seed).run();
    }
    met
}
