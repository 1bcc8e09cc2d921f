//! Games on the `eldest` search core.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

#[cfg(feature = "chess")]
pub mod chess;
pub mod connect4;
pub mod dobutsu;
pub mod domineering;
pub mod dots;
pub mod kalah;
pub mod nim;
pub mod notation;
pub mod othello;
mod reader;
pub mod tictactoe;
pub mod trees;

/// Returns each set bit in a separate word, the lowest first.
#[inline(always)]
pub(crate) fn each(mut bits: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let bit = bits & bits.wrapping_neg();
        bits ^= bit;
        (bit != 0).then_some(bit)
    })
}

/// The finaliser of splitmix64 (Steele, Lea and Flood 2014): a bijection that mixes all bits.
pub(crate) const fn mix(bits: u64) -> u64 {
    let bits = bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

/// Combines `hash` and `more` into one hash; the order matters.
pub(crate) const fn join(hash: u64, more: u64) -> u64 {
    mix(hash ^ mix(more))
}

/// Returns a pseudorandom number below `limit`, derived from `hash` for the purpose `salt`.
pub(crate) const fn draw(hash: u64, salt: u64, limit: u64) -> u64 {
    ((join(hash, salt) as u128 * limit as u128) >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // The first output of the reference generator for the seed 1234567.
        assert_eq!(mix(1_234_567), 6_457_827_717_110_365_317);
    }

    #[test]
    fn draws_stay_below_their_limit_and_reach_all_of_it() {
        let drawn: Vec<u64> = (0..1_000).map(|hash| draw(hash, 7, 10)).collect();
        assert!((0..10).all(|n| drawn.contains(&n)));
        assert!(drawn.iter().all(|n| *n < 10));
    }
}
