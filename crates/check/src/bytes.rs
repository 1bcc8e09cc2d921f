//! Numbers of variable length, as LEB128: seven bits per byte, the lowest first; the high bit is
//! set if more bytes follow.

/// Appends `number`.
pub(crate) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Maps numbers close to zero to small ones: 0, -1, 1, -2, 2 become 0 to 4.
pub(crate) fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

/// The inverse of [`zigzag`].
pub(crate) fn unzigzag(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// The bytes that are still to be read.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    /// Reads the next number. `None` at the end, beyond 63 bits, and for an encoding that is not
    /// the shortest.
    pub(crate) fn number(&mut self) -> Option<u64> {
        let length = 1 + self.0.iter().take(9).position(|byte| byte & 128 == 0)?;
        let bytes = self.take(length)?;
        let is_short = length == 1 || bytes[length - 1] != 0;
        let number = bytes.iter().rev().fold(0, |high, byte| high << 7 | u64::from(byte & 127));
        is_short.then_some(number)
    }

    /// Reads the next `count` bytes.
    pub(crate) fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, 65_535, u64::MAX >> 1] {
            let mut out = Vec::new();
            put(&mut out, number);
            let mut bytes = Bytes(&out);
            assert_eq!((bytes.number(), bytes.0.len()), (Some(number), 0));
            assert_eq!(Bytes(&out[..out.len() - 1]).number(), None);
        }
        assert_eq!([0, -1, 1, -2, 2].map(zigzag), [0, 1, 2, 3, 4]);
        assert!((-300..300).all(|number| unzigzag(zigzag(number)) == number));
    }

    #[test]
    fn a_number_is_written_in_one_way_only() {
        assert_eq!(Bytes(&[129, 0]).number(), None);
        assert_eq!(Bytes(&[255; 12]).number(), None);
    }
}
