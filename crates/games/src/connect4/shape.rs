//! [`Shape`]: the size of the board, known at compile time or at run time.

use crate::notation::NotationError;
use crate::reader;
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Standard {}
    impl Sealed for super::AnySize {}
}

/// The size of a board, and the mapping of its cells to the bits of a word.
///
/// Column by column from the left, each from the bottom up, [`stride`](Self::stride) bits apart. At
/// least one bit above each column is never a cell, so that lines and carries do not run into the
/// next column (John Tromp's Fhourstones, Pascal Pons's solver).
pub trait Shape:
    sealed::Sealed
    + Copy
    + Default
    + Eq
    + Hash
    + Debug
    + Display
    + FromStr<Err = NotationError>
    + Send
    + Sync
    + 'static
{
    /// Returns the number of columns, 4 to 9.
    fn width(self) -> u32;

    /// Returns the number of rows, at least 1.
    fn height(self) -> u32;

    /// Returns the bits from one column to the next, more than the height.
    fn stride(self) -> u32;

    /// Returns the lowest cell of each column.
    fn bottom(self) -> u64;

    /// Returns every cell.
    fn board(self) -> u64;

    /// Returns `bits` with the columns in the opposite order.
    fn mirror(self, bits: u64) -> u64;

    /// Returns the number of cells.
    #[inline(always)]
    fn area(self) -> u32 {
        self.width() * self.height()
    }

    /// Returns the column index of this cell, from 0 at the left.
    #[inline(always)]
    fn column(self, cell: u64) -> u32 {
        cell.trailing_zeros() / self.stride()
    }

    /// Returns the lowest cell of the column with this index, from 0 at the left.
    #[inline(always)]
    fn foot(self, column: u32) -> u64 {
        1 << (self.stride() * column)
    }
}

/// The standard board: 7 columns, 6 rows.
///
/// Each column is a byte, so that reversing the bytes mirrors the board.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Standard;

impl Shape for Standard {
    #[inline(always)]
    fn width(self) -> u32 {
        7
    }

    #[inline(always)]
    fn height(self) -> u32 {
        6
    }

    #[inline(always)]
    fn stride(self) -> u32 {
        8
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        0x01_01_01_01_01_01_01
    }

    #[inline(always)]
    fn board(self) -> u64 {
        0x3f_3f_3f_3f_3f_3f_3f
    }

    #[inline(always)]
    fn mirror(self, bits: u64) -> u64 {
        bits.swap_bytes() >> 8
    }
}

/// A board of any size that fits: 4 to 9 columns, columns × (rows + 1) at most 64.
///
/// ```
/// use eldest_games::connect4::{AnySize, Shape};
///
/// let board: AnySize = "6x4".parse().unwrap();
/// assert_eq!((board.width(), board.height()), (6, 4));
/// assert!(AnySize::new(9, 7).is_none());
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnySize {
    width: u8,
    height: u8,
    bottom: u64,
    board: u64,
}

impl AnySize {
    /// Creates a board of `width` columns and `height` rows; `None` if it does not fit.
    #[must_use]
    pub fn new(width: u32, height: u32) -> Option<Self> {
        let fits = (4..=9).contains(&width) && (1..=15).contains(&height);
        if !fits || width * (height + 1) > 64 {
            return None;
        }
        let bottom = (0..width).fold(0, |bits, column| bits | 1 << (column * (height + 1)));
        let board = bottom * ((1 << height) - 1);
        Some(Self { width: width as u8, height: height as u8, bottom, board })
    }
}

impl Shape for AnySize {
    #[inline(always)]
    fn width(self) -> u32 {
        u32::from(self.width)
    }

    #[inline(always)]
    fn height(self) -> u32 {
        u32::from(self.height)
    }

    #[inline(always)]
    fn stride(self) -> u32 {
        u32::from(self.height) + 1
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        self.bottom
    }

    #[inline(always)]
    fn board(self) -> u64 {
        self.board
    }

    #[inline]
    fn mirror(self, bits: u64) -> u64 {
        let stride = self.stride();
        let column = (1 << stride) - 1;
        (0..self.width()).fold(0, |mirrored, c| mirrored << stride | bits >> (c * stride) & column)
    }
}

/// 7 columns, 6 rows.
impl Default for AnySize {
    fn default() -> Self {
        Self::new(7, 6).expect("the ordinary board fits")
    }
}

/// `7x6`.
impl Display for Standard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad("7x6")
    }
}

/// Columns and rows, as in `6x4`.
impl Display for AnySize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// `7x6` or nothing.
impl FromStr for Standard {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "" | "7x6" => Ok(Self),
            _ => Err(NotationError::illegal(1, format!("the size '{text}'"), "7x6")),
        }
    }
}

/// Columns and rows, as in `6x4`; nothing for 7x6.
impl FromStr for AnySize {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let size = reader::size(text);
        size.and_then(|(width, height)| Self::new(width, height)).ok_or_else(|| {
            let expected = "COLUMNSxROWS such as 6x4, with 4 to 9 columns, at least 1 row, \
                            and columns * (rows + 1) at most 64";
            NotationError::illegal(1, format!("the size '{text}'"), expected)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_size_fits_its_word() {
        let sizes = (0..70).flat_map(|w| (0..70).filter_map(move |h| AnySize::new(w, h)));
        for shape in sizes {
            assert_eq!(shape.bottom().count_ones(), shape.width());
            assert_eq!(shape.board().count_ones(), shape.area());
            assert_eq!(shape.mirror(shape.board()), shape.board());
            assert_eq!(shape.mirror(shape.foot(0)), shape.foot(shape.width() - 1));
            assert_eq!(shape.to_string().parse(), Ok(shape));
        }
        assert_eq!(AnySize::new(7, 6), Some(AnySize::default()));
        assert_eq!(AnySize::new(8, 7).map(Shape::area), Some(56));
    }

    #[test]
    fn bytes_mirror_as_columns_do() {
        let cells = |shape: u32, c: u32, r: u32| 1 << (shape * c + r);
        for (c, r) in (0..7).flat_map(|c| (0..6).map(move |r| (c, r))) {
            assert_eq!(Standard.mirror(cells(8, c, r)), cells(8, 6 - c, r));
            assert_eq!(AnySize::default().mirror(cells(7, c, r)), cells(7, 6 - c, r));
        }
    }

    #[test]
    fn a_size_that_does_not_fit_is_an_error() {
        for text in ["6", "x", "3x3", "9x7", "7x6x", "-7x6"] {
            let error = text.parse::<AnySize>().unwrap_err().to_string();
            assert!(error.contains("COLUMNSxROWS such as 6x4"), "{error}");
        }
        assert!("6x4".parse::<Standard>().is_err());
    }
}
