//! [`Lanes`]: sets of squares of several boards, worked on side by side.

use std::ops::{Add, BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub};

/// The boards worked on at a time: as many words as fit into a register of AVX2.
pub(super) const WIDTH: usize = 4;

/// One set of squares for each of `N` boards, in `WORDS` words, the lowest squares first. Each
/// operation does the same to all boards, which compilers turn into instructions on vectors.
///
/// No operation changes its argument: rustc 1.95 may change that of the caller too, if a closure takes
/// it (rust-lang/rust#155241).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Lanes<const WORDS: usize, const N: usize>(pub(super) [[u64; N]; WORDS]);

/// A number for each of `N` boards.
pub(super) type Numbers<const N: usize> = Lanes<1, N>;

impl<const WORDS: usize, const N: usize> Lanes<WORDS, N> {
    pub(super) const NONE: Self = Self([[0; N]; WORDS]);

    /// Returns the sets with these words.
    #[inline(always)]
    pub(super) fn by(f: impl Fn(usize, usize) -> u64) -> Self {
        let (mut lanes, mut word) = (Self::NONE, 0);
        while word < WORDS {
            let mut lane = 0;
            while lane < N {
                lanes.0[word][lane] = f(word, lane);
                lane += 1;
            }
            word += 1;
        }
        lanes
    }

    /// Returns the sets of several boards.
    #[inline(always)]
    pub(super) fn new(sets: [Lanes<WORDS, 1>; N]) -> Self {
        Self::by(|word, lane| sets[lane].0[word][0])
    }

    /// Returns the same set for all boards.
    #[inline(always)]
    pub(super) fn all(set: Lanes<WORDS, 1>) -> Self {
        Self::by(|word, _| set.0[word][0])
    }

    /// Returns the same sets, of which the words that are not in `V` words must be empty.
    #[inline(always)]
    pub(super) fn in_words<const V: usize>(self) -> Lanes<V, N> {
        Lanes::by(|word, lane| self.0.get(word).map_or(0, |words| words[lane]))
    }

    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        Self::by(|word, lane| f(self.0[word][lane]))
    }

    #[inline(always)]
    fn with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Self::by(|word, lane| f(self.0[word][lane], other.0[word][lane]))
    }

    /// Returns the squares that are in `set` too.
    #[inline(always)]
    pub(super) fn within(self, set: Lanes<WORDS, 1>) -> Self {
        self & Self::all(set)
    }

    /// Whether there is a square on any board.
    #[inline(always)]
    pub(super) fn is_any(self) -> bool {
        let mut all = 0;
        for word in 0..WORDS {
            all = self.0[word].into_iter().fold(all, BitOr::bitor);
        }
        all != 0
    }

    /// Returns the words before one together, for a board.
    #[inline(always)]
    fn before(&self, word: usize, lane: usize) -> u64 {
        let mut all = 0;
        for earlier in 0..WORDS {
            if earlier < word {
                all |= self.0[earlier][lane];
            }
        }
        all
    }

    /// Returns the first square of each board.
    #[inline(always)]
    pub(super) fn lowest(self) -> Self {
        Self::by(|word, lane| {
            let bits = self.0[word][lane];
            if self.before(word, lane) == 0 { bits & bits.wrapping_neg() } else { 0 }
        })
    }

    /// Returns `other` on the boards without a square here.
    #[inline(always)]
    pub(super) fn or_else(self, other: Self) -> Self {
        Self::by(|word, lane| {
            let is_none = self.before(WORDS, lane) == 0;
            if is_none { other.0[word][lane] } else { self.0[word][lane] }
        })
    }

    /// Returns the numbers of squares.
    #[inline(always)]
    pub(super) fn count(self) -> Numbers<N> {
        let ones = self.map(|word| u64::from(word.count_ones()));
        let mut count = Lanes([ones.0[0]]);
        for word in 1..WORDS {
            count = count + Lanes([ones.0[word]]);
        }
        count
    }
}

impl<const N: usize> Numbers<N> {
    /// Returns small numbers, which may be negative.
    #[inline(always)]
    pub(super) fn numbers(self) -> [i32; N] {
        let mut numbers = [0; N];
        for (lane, number) in numbers.iter_mut().enumerate() {
            *number = self.0[0][lane] as i32;
        }
        numbers
    }

    /// Returns the numbers modulo two.
    #[inline(always)]
    pub(super) fn parity(self) -> Self {
        self.map(|number| number & 1)
    }

    /// Returns as many of the lowest bits as the number.
    #[inline(always)]
    pub(super) fn ones(self) -> Self {
        self.map(|number| 1_u64.wrapping_shl(number as u32) - 1)
    }
}

macro_rules! by_lane {
    ($([$($words:ident)?] $type:ident $trait:ident $name:ident $f:expr;)*) => {$(
        impl<$(const $words: usize,)? const N: usize> $trait for $type<$($words,)? N> {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                self.with(other, $f)
            }
        }
    )*};
}

by_lane! {
    [WORDS] Lanes BitAnd bitand |one, other| one & other;
    [WORDS] Lanes BitOr bitor |one, other| one | other;
    [WORDS] Lanes BitXor bitxor |one, other| one ^ other;
    [] Numbers Add add u64::wrapping_add;
    [] Numbers Sub sub u64::wrapping_sub;
}

/// By fewer steps than a word has bits; in several words, by one or more.
impl<const WORDS: usize, const N: usize> Shl<u32> for Lanes<WORDS, N> {
    type Output = Self;

    #[inline(always)]
    fn shl(self, steps: u32) -> Self {
        Self::by(|word, lane| {
            let carried = if word == 0 { 0 } else { self.0[word - 1][lane] >> (64 - steps) };
            self.0[word][lane] << steps | carried
        })
    }
}

/// The same.
impl<const WORDS: usize, const N: usize> Shr<u32> for Lanes<WORDS, N> {
    type Output = Self;

    #[inline(always)]
    fn shr(self, steps: u32) -> Self {
        Self::by(|word, lane| {
            let is_last = word + 1 == WORDS;
            let carried = if is_last { 0 } else { self.0[word + 1][lane] << (64 - steps) };
            self.0[word][lane] >> steps | carried
        })
    }
}

impl<const WORDS: usize, const N: usize> Not for Lanes<WORDS, N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.map(|word| !word)
    }
}

impl<const WORDS: usize, const N: usize> BitOrAssign for Lanes<WORDS, N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const WORDS: usize, const N: usize> BitXorAssign for Lanes<WORDS, N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix;

    /// Returns two words of each of two boards; some words are 0.
    fn words(seed: u64) -> Lanes<2, 2> {
        Lanes::by(|word, lane| {
            let seed = mix(4 * seed + 2 * word as u64 + lane as u64);
            if seed.is_multiple_of(3) { 0 } else { mix(seed) & mix(!seed) }
        })
    }

    fn joined(lanes: Lanes<2, 2>) -> [u128; 2] {
        [0, 1].map(|lane| u128::from(lanes.0[1][lane]) << 64 | u128::from(lanes.0[0][lane]))
    }

    #[test]
    fn two_words_are_as_one_of_twice_the_length() {
        for seed in 0..500 {
            let (one, other) = (words(seed), words(!seed >> 8));
            let bits = joined(one);
            for steps in [1, 9, 26] {
                assert_eq!(joined(one << steps), bits.map(|bits| bits << steps));
                assert_eq!(joined(one >> steps), bits.map(|bits| bits >> steps));
            }
            assert_eq!(joined(one.lowest()), bits.map(|bits| bits & bits.wrapping_neg()));
            assert_eq!(one.count().numbers(), bits.map(|bits| bits.count_ones() as i32));
            assert_eq!(one.is_any(), bits != [0; 2]);
            let others = joined(other);
            let either = [0, 1].map(|n| if bits[n] == 0 { others[n] } else { bits[n] });
            assert_eq!(joined(one.or_else(other)), either);
        }
    }
}
