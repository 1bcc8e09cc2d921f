//! [`mixed`]: combines numbers into one fingerprint. [`mix`]: spreads entropy over all bits of a
//! number.

/// A factor that moves the entropy of low bits to the high ones, reversibly: 2^64 over the golden
/// ratio (Knuth 1973).
pub(crate) const ODD: u64 = 0x9E37_79B9_7F4A_7C15;

/// Spreads the entropy of `key` over all 64 bits, reversibly, so that different keys stay
/// different.
#[inline]
pub(crate) const fn mix(key: u64) -> u64 {
    let key = (key ^ (key >> 32)).wrapping_mul(ODD);
    key ^ (key >> 29)
}

/// Combines several numbers into one fingerprint, for
/// [`Position::fingerprint`](crate::Position::fingerprint) and
/// [`Evaluator::fingerprint`](crate::Evaluator::fingerprint) with more than one setting. The order
/// of the parts matters; always pass the same number of parts. The result is the same on every
/// machine.
///
/// Do not use sums or exclusive ors: settings that differ in two respects can then collide. Here a
/// collision is as unlikely as with a 64-bit hash.
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
    use super::{mix, mixed};
    use std::collections::HashSet;

    #[test]
    fn keys_that_differ_stay_different_when_they_are_mixed() {
        let keys =
            (0..2_000).flat_map(|low| (0..32).map(move |high| low | high << 32 | high << 59));
        let keys: HashSet<u64> = keys.collect();
        let mixed: HashSet<u64> = keys.iter().map(|&key| mix(key)).collect();
        assert_eq!(mixed.len(), keys.len());
        let flipped = keys.iter().flat_map(|&key| (0..64).map(move |bit| (key, key ^ 1 << bit)));
        assert!(flipped.into_iter().all(|(key, other)| mix(key) != mix(other)));
    }

    /// Small numbers, as settings are, and numbers that differ in high bits.
    #[test]
    fn parts_that_differ_in_two_respects_stay_different() {
        let one = || (0..64).chain((0..64).map(|bit| 1 << bit));
        let pairs: HashSet<[u64; 2]> = one().flat_map(|a| one().map(move |b| [a, b])).collect();
        let prints: HashSet<u64> = pairs.iter().map(|pair| mixed(*pair)).collect();
        assert_eq!(prints.len(), pairs.len());
    }
}
