//! [`each`]: the bits of a board, one by one.

/// The bits that are set, each in a word of its own, from the lowest on.
#[inline(always)]
pub(crate) fn each(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = bits & bits.wrapping_neg();
        bits ^= bit;
        (bit != 0).then_some(bit)
    })
}
