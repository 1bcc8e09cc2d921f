//! Numbers of sets of one to three squares: the combinatorial number system (Lehmer, "The Machine
//! Tools of Combinatorics", 1964).

use std::sync::LazyLock;

/// The most squares of a set.
pub(super) const MOST: usize = 3;

/// All sets of two and of three squares, by number. The numbers of sets of squares below a limit
/// come first.
static SETS: LazyLock<[Vec<[u8; MOST]>; 2]> = LazyLock::new(|| {
    let pairs = pairs_below(64).map(|[low, high]| [low, high, 0]).collect();
    let triples =
        (0..64).flat_map(|high| pairs_below(high).map(move |[low, middle]| [low, middle, high]));
    let triples = triples.collect();
    [pairs, triples]
});

fn pairs_below(limit: u8) -> impl Iterator<Item = [u8; 2]> {
    (0..limit).flat_map(|high| (0..high).map(move |low| [low, high]))
}

/// Returns the number of sets of `size` squares out of `squares`.
pub(super) const fn count(size: usize, squares: u64) -> u64 {
    match size {
        1 => squares,
        2 => squares * (squares - 1) / 2,
        _ => squares * (squares - 1) * (squares - 2) / 6,
    }
}

/// Returns the number of a set of one to three different squares, in any order.
#[inline(always)]
pub(super) fn number(set: &[u8]) -> u64 {
    match *set {
        [one] => one.into(),
        [one, other] => number_of_pair(one.min(other).into(), one.max(other).into()),
        [a, b, c] => {
            let (low, high) = (a.min(b), a.max(b));
            let (middle, high) = (high.min(c), high.max(c));
            let (low, middle) = (low.min(middle), low.max(middle));
            number_of_pair(low.into(), middle.into()) + number_of_top(high.into())
        }
        _ => 0,
    }
}

#[inline(always)]
fn number_of_pair(low: u64, high: u64) -> u64 {
    low + high * high.wrapping_sub(1) / 2
}

/// Returns the number of triples below the square `high`.
#[inline(always)]
fn number_of_top(high: u64) -> u64 {
    high * high.saturating_sub(1) * high.saturating_sub(2) / 6
}

/// Returns the set of `size` squares with a number, which must be below their count.
#[inline(always)]
pub(super) fn set(size: usize, number: u64) -> [u8; MOST] {
    match size {
        1 => [number as u8, 0, 0],
        2 => SETS[0][number as usize],
        _ => SETS[1][number as usize],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_sets_are_one_to_one() {
        for size in 1..=MOST {
            for index in 0..count(size, 64) {
                let mut squares = set(size, index);
                squares[..size].reverse();
                assert_eq!(number(&squares[..size]), index);
                let is_low = squares[..size].iter().all(|square| *square < 48);
                assert_eq!(is_low, index < count(size, 48));
            }
        }
    }
}
