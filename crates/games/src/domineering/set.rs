//! [`Set`]: a set of squares of one board.

use super::lanes::Lanes;
use crate::mix;
use std::iter::from_fn;

/// A set of squares of one board, which have numbers from 0.
pub(super) type Set<const WORDS: usize> = Lanes<WORDS, 1>;

/// The squares in a word.
const BITS: u32 = u64::BITS;

impl<const WORDS: usize> Set<WORDS> {
    /// Returns the square with this number.
    #[inline(always)]
    pub(super) const fn square(number: u32) -> Self {
        Self::NONE.and_if(true, number)
    }

    /// Returns the set, with the square of this number if `is_in`.
    #[inline(always)]
    pub(super) const fn and_if(mut self, is_in: bool, number: u32) -> Self {
        self.0[(number / BITS) as usize % WORDS][0] |= (is_in as u64) << (number % BITS);
        self
    }

    /// Returns whether the square with this number is in the set.
    #[inline(always)]
    pub(super) const fn contains(self, number: u32) -> bool {
        self.0[(number / BITS) as usize % WORDS][0] >> (number % BITS) & 1 != 0
    }

    /// Returns each square as a set.
    #[inline(always)]
    pub(super) fn each(mut self) -> impl Iterator<Item = Self> {
        from_fn(move || {
            let first = self.lowest();
            self ^= first;
            first.is_any().then_some(first)
        })
    }

    /// Returns the set that comes first in an order of all sets.
    #[inline(always)]
    pub(super) fn least(self, other: Self) -> Self {
        for word in 0..WORDS {
            let ([one], [other_one]) = (self.0[word], other.0[word]);
            if one != other_one {
                return if one < other_one { self } else { other };
            }
        }
        self
    }

    /// Returns the number of the first square.
    #[inline(always)]
    pub(super) fn number(self) -> u32 {
        let mut number = 0;
        for [word] in self.0 {
            number += word.trailing_zeros();
            if word != 0 {
                break;
            }
        }
        number
    }

    /// Returns the number of squares.
    #[inline(always)]
    pub(super) fn len(self) -> u32 {
        let [[count]] = self.count().0;
        count as u32
    }

    /// Returns a hash; in one word, another one for each set.
    #[inline(always)]
    pub(super) fn hash(self) -> u64 {
        let mut hash: u64 = 0;
        for [word] in self.0 {
            hash = mix(hash.wrapping_add(word));
        }
        hash
    }

    /// Returns the first `count` squares, at most a word of them and at least one.
    #[inline(always)]
    pub(super) fn low(self, count: u32) -> Self {
        let mut low = Self::NONE;
        low.0[0][0] = self.0[0][0] & u64::MAX >> (BITS - count);
        low
    }

    /// Returns the first `count` squares in the reverse order. `reverse` does so with a word.
    #[inline(always)]
    pub(super) fn reversed(self, count: u32, reverse: impl Fn(u64) -> u64) -> Self {
        let reversed = Self::by(|word, _| reverse(self.0[WORDS - 1 - word][0]));
        reversed.down(WORDS as u32 * BITS - count)
    }

    /// Lowers the numbers of all squares by `steps`.
    #[inline(always)]
    fn down(self, steps: u32) -> Self {
        if WORDS == 1 {
            return self >> steps;
        }
        let (words, steps) = ((steps / BITS) as usize, steps % BITS);
        let moved = Self::by(|word, _| self.0.get(word + words).map_or(0, |[word]| *word));
        if steps == 0 { moved } else { moved >> steps }
    }

    /// Returns the words.
    #[inline(always)]
    pub(super) fn to_words(self) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        for (word, [bits]) in words.iter_mut().zip(self.0) {
            *word = bits;
        }
        words
    }

    /// Returns the set with these words.
    #[inline(always)]
    pub(super) fn from_words(words: [u64; WORDS]) -> Self {
        Self::by(|word, _| words[word])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_have_numbers_across_words() {
        let numbers = [0, 5, 63, 64, 100, 127];
        let set = numbers.into_iter().fold(Set::<2>::NONE, |set, n| set.and_if(true, n));
        assert_eq!(set.len(), 6);
        assert!(set.each().map(Set::number).eq(numbers));
        assert!((0..128).filter(|n| set.contains(*n)).eq(numbers));
        assert_eq!(set.and_if(false, 1), set);
        assert_eq!(Set::from_words(set.to_words()), set);
        assert_eq!(set.low(6).each().map(Set::number).collect::<Vec<_>>(), [0, 5]);
    }

    #[test]
    fn hashes_depend_on_each_word_and_their_order() {
        let sets = [[0, 0], [0, 1], [1, 0], [1, 1], [2, 1], [1, 2]].map(Set::from_words);
        let mut hashes = sets.map(Set::hash);
        hashes.sort_unstable();
        assert!(hashes.windows(2).all(|pair| pair[0] != pair[1]), "{hashes:?}");
    }
}
