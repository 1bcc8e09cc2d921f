//! [`Chance`]: a source of choices, from a random number generator or from the bytes of a fuzzer.

use arbitrary::Unstructured;

/// A source of choices.
pub trait Chance {
    /// A number below `limit`, which must not be 0.
    fn below(&mut self, limit: u64) -> u64;

    /// True with a probability of `percent` in a hundred.
    fn odds(&mut self, percent: u64) -> bool;

    /// An element of `from`.
    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// splitmix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// A number below `end`; 0 if `end` is 0.
    pub fn scaled(&mut self, end: u64) -> u64 {
        ((u128::from(self.bits()) * u128::from(end)) >> 64) as u64
    }

    /// A number from 0 to below 1.
    pub fn share(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// True with probability `share`; never if `share` is 0.
    pub fn is(&mut self, share: f64) -> bool {
        self.share() < share
    }

    /// An input for a target, of at most `most` bytes; short inputs are more frequent.
    pub fn input(&mut self, most: usize) -> Vec<u8> {
        self.input_within(0, most)
    }

    /// The same, of at least `least` bytes unless `most` is less.
    pub fn input_within(&mut self, least: usize, most: usize) -> Vec<u8> {
        let least = least.min(most);
        let more = self.below((most - least) as u64 + 1);
        let length = least + self.below(more + 1) as usize;
        let bytes = std::iter::repeat_with(|| self.bits().to_le_bytes()).flatten();
        bytes.take(length).collect()
    }
}

impl Chance for SplitMix64 {
    fn below(&mut self, limit: u64) -> u64 {
        self.bits() % limit
    }

    fn odds(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// Each choice takes one byte, or two if there are more than 256 options. Zero bytes and bytes
/// after the end choose the first option, and make [`odds`](Chance::odds) false.
impl Chance for Unstructured<'_> {
    fn below(&mut self, limit: u64) -> u64 {
        let byte = |bytes: &mut Self| bytes.arbitrary::<u8>().map_or(0, u64::from);
        let low = byte(self);
        let high = if limit > 256 { byte(self) } else { 0 };
        (high << 8 | low) % limit
    }

    fn odds(&mut self, percent: u64) -> bool {
        self.below(256) * 100 >= 256 * (100 - percent.min(100)) && percent > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_that_have_run_out_choose_the_first() {
        let mut bytes = Unstructured::new(&[7, 255, 255]);
        assert_eq!((bytes.pick(&[1, 2, 3, 4, 5]), bytes.odds(1), bytes.odds(0)), (3, true, false));
        assert_eq!((bytes.below(1_000), bytes.odds(99)), (0, false));
    }

    #[test]
    fn odds_of_bytes_are_those_asked_for() {
        for percent in [0, 1, 30, 50, 99, 100] {
            let hits = (0..=255).filter(|byte| Unstructured::new(&[*byte]).odds(percent)).count();
            assert!((hits * 100).abs_diff(percent as usize * 256) < 256, "{percent}: {hits}");
        }
    }
}
