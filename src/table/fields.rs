//! [`BitField`]: some bits of a word, defined once.
//!
//! A table defines for each field the number of its bits and its neighbour. Its position, its
//! capacity and its mask follow at compile time.

/// Some adjacent bits of a word.
#[derive(Copy, Clone, Debug)]
pub(super) struct BitField {
    shift: u32,
    bits: u32,
}

impl BitField {
    /// The lowest `bits` of a word.
    pub(super) const fn lowest(bits: u32) -> Self {
        Self { shift: 0, bits }
    }

    /// The highest `bits` of a word.
    pub(super) const fn highest(bits: u32) -> Self {
        Self { shift: u64::BITS - bits, bits }
    }

    /// The next `bits` above this field.
    pub(super) const fn above(self, bits: u32) -> Self {
        assert!(self.end() + bits <= u64::BITS, "no room in the word");
        Self { shift: self.end(), bits }
    }

    /// The next `bits` below this field.
    pub(super) const fn below(self, bits: u32) -> Self {
        assert!(bits <= self.shift, "no room in the word");
        Self { shift: self.shift - bits, bits }
    }

    /// Returns the lowest bit.
    pub(super) const fn start(self) -> u32 {
        self.shift
    }

    /// Returns the first bit above.
    pub(super) const fn end(self) -> u32 {
        self.shift + self.bits
    }

    /// Returns the largest number that fits.
    pub(super) const fn max(self) -> u64 {
        u64::MAX >> (u64::BITS - self.bits)
    }

    /// Returns how many numbers fit.
    pub(super) const fn count(self) -> u64 {
        1 << self.bits
    }

    #[inline(always)]
    pub(super) const fn fits(self, number: u64) -> bool {
        number <= self.max()
    }

    /// Returns the number that `word` holds here.
    #[inline(always)]
    pub(super) const fn get(self, word: u64) -> u64 {
        word >> self.shift & self.max()
    }

    /// The same for a signed number.
    #[inline(always)]
    pub(super) const fn get_signed(self, word: u64) -> i64 {
        (word << (u64::BITS - self.end())) as i64 >> (u64::BITS - self.bits)
    }

    /// Returns a word that holds `number`, which must fit, and nothing else.
    #[inline(always)]
    pub(super) const fn put(self, number: u64) -> u64 {
        debug_assert!(self.fits(number));
        number << self.shift
    }

    /// Returns a word that holds the low bits of `number` that fit, and nothing else.
    #[inline(always)]
    pub(super) const fn put_low(self, number: u64) -> u64 {
        self.put(number & self.max())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOW: BitField = BitField::lowest(24);
    const NEXT: BitField = LOW.above(3);
    const HIGH: BitField = BitField::highest(5);
    const BELOW: BitField = HIGH.below(1);

    #[test]
    fn each_holds_its_own_bits() {
        let fields = [LOW, NEXT, BELOW, HIGH];
        for (at, field) in fields.into_iter().enumerate() {
            for number in [0, 1, field.max()] {
                let word = field.put(number);
                assert!(field.fits(number) && field.get(word) == number);
                let others = fields.into_iter().enumerate().filter(|(other, _)| *other != at);
                assert!(others.into_iter().all(|(_, other)| other.get(word) == 0));
            }
            assert!(!field.fits(field.count()));
            assert_eq!(field.put_low(field.count() + 1), field.put(1));
        }
    }

    #[test]
    fn they_lie_where_they_are_said_to() {
        assert_eq!(
            (LOW.put(1), NEXT.put(1), BELOW.put(1), HIGH.put(1)),
            (1, 1 << 24, 1 << 58, 1 << 59)
        );
        assert_eq!((NEXT.start(), NEXT.end(), HIGH.end()), (24, 27, 64));
    }

    #[test]
    fn a_sign_survives() {
        for field in [LOW, NEXT, HIGH] {
            let most = (field.count() / 2) as i64;
            for number in [-most, -1, 0, most - 1] {
                assert_eq!(field.get_signed(field.put_low(number as u64)), number);
            }
        }
    }
}
