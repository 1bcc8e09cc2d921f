//! [`mixed`]: one fingerprint for several numbers.

use crate::table::mix;

/// One fingerprint for several numbers: for [`Position::fingerprint`](crate::Position::fingerprint) and
/// [`Evaluator::fingerprint`](crate::Evaluator::fingerprint), where there is more than one setting. The order
/// of the parts matters, and there are always the same number of them. It is the same on every machine.
///
/// Sums and exclusive ors do not serve: settings that differ in two respects can have the same one. Here that
/// takes as much luck as with a hash of 64 bits.
///
/// ```
/// use eldest::table::mixed;
///
/// assert_ne!(mixed([1, 100]), mixed([0, 101]));
/// assert_ne!(mixed([1, 100]), mixed([100, 1]));
/// ```
#[must_use]
pub fn mixed(parts: impl IntoIterator<Item = u64>) -> u64 {
    parts.into_iter().fold(0, |sum, part| mix(mix(sum) ^ part))
}

#[cfg(test)]
mod tests {
    use super::mixed;
    use std::collections::HashSet;

    /// Small numbers, as settings are, and numbers that differ in high bits.
    #[test]
    fn parts_that_differ_in_two_respects_stay_different() {
        let one = || (0..64).chain((0..64).map(|bit| 1 << bit));
        let pairs: HashSet<[u64; 2]> = one().flat_map(|a| one().map(move |b| [a, b])).collect();
        let prints: HashSet<u64> = pairs.iter().map(|pair| mixed(*pair)).collect();
        assert_eq!(prints.len(), pairs.len());
    }
}
