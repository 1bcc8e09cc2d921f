//! [`Size`]: the size of the board and the geometry of its squares.

use crate::notation::NotationError;
use crate::reader;
use eldest::Side;
use std::fmt;
use std::str::FromStr;

/// The size of a board, written `ROWSxCOLUMNS`.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Size {
    rows: u8,
    columns: u8,
    /// All squares.
    squares: u64,
    /// All squares except the last column.
    not_last: u64,
}

impl Size {
    /// The most squares.
    pub const MOST_SQUARES: u32 = 64;
    /// The most columns, which have letters as names.
    pub const MOST_COLUMNS: u32 = 26;

    /// Creates a size; `None` if there are no squares, too many squares, or too many columns.
    #[must_use]
    pub const fn new(rows: u32, columns: u32) -> Option<Self> {
        let fits = columns <= Self::MOST_COLUMNS && rows <= Self::MOST_SQUARES;
        if !fits || rows * columns == 0 || rows * columns > Self::MOST_SQUARES {
            return None;
        }
        let squares = u64::MAX >> (Self::MOST_SQUARES - rows * columns);
        let mut first = 0;
        let mut row = 0;
        while row < rows {
            first |= 1 << (row * columns);
            row += 1;
        }
        let not_last = squares & !(first << (columns - 1));
        Some(Self { rows: rows as u8, columns: columns as u8, squares, not_last })
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn rows(self) -> u32 {
        self.rows as u32
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn columns(self) -> u32 {
        self.columns as u32
    }

    /// Returns the bit index of a square.
    pub(super) const fn index(self, row: u32, column: u32) -> u32 {
        assert!(row < self.rows() && column < self.columns(), "no such square");
        row * self.columns() + column
    }

    /// Returns all squares.
    pub(super) const fn squares(self) -> u64 {
        self.squares
    }

    /// Returns the distance between the bits of the two squares of a domino.
    #[inline(always)]
    pub(super) const fn step(self, side: Side) -> u32 {
        match side {
            Side::First => self.columns as u32,
            Side::Second => 1,
        }
    }

    /// Returns the `free` squares on which the upper or left half of a domino fits.
    #[inline(always)]
    pub(super) const fn dominoes(self, free: u64, side: Side) -> u64 {
        let halves = free & free >> self.step(side);
        if matches!(side, Side::First) { halves } else { halves & self.not_last }
    }

    /// Returns the free squares that some domino of `side` can cover.
    #[inline(always)]
    const fn covered(self, free: u64, side: Side) -> u64 {
        let halves = self.dominoes(free, side);
        halves | halves << self.step(side)
    }

    /// Returns the free squares that either side can use.
    #[inline(always)]
    pub(super) const fn useful(self, free: u64) -> u64 {
        self.covered(free, Side::First) | self.covered(free, Side::Second)
    }

    /// Returns the free squares that only `side` can use.
    #[inline(always)]
    pub(super) const fn safe(self, free: u64, side: Side) -> u64 {
        free & !self.covered(free, side.other())
    }

    /// Returns the most dominoes of `side` that fit on the `free` squares: packs each line of that
    /// direction from its start.
    #[inline(always)]
    pub(super) const fn most(self, mut free: u64, side: Side) -> u32 {
        let (step, mut most) = (self.step(side), 0);
        loop {
            let halves = self.dominoes(free, side);
            if halves == 0 {
                return most;
            }
            let first = halves & !(halves << step);
            most += first.count_ones();
            free &= !(first | first << step);
        }
    }
}

/// The usual board of 8x8.
impl Default for Size {
    fn default() -> Self {
        const ORDINARY: Size = Size::new(8, 8).expect("64 squares");
        ORDINARY
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Size({self})")
    }
}

impl FromStr for Size {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        const EXPECTED: &str = "ROWSxCOLUMNS such as 8x8, with at most 64 squares and 26 columns";
        reader::board(text, text, ("Domineering", EXPECTED), Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_written() {
        let read = |text: &str| text.parse::<Size>().map(|board| board.to_string());
        assert_eq!(read(""), Ok("8x8".to_owned()));
        assert_eq!(read("2x26"), Ok("2x26".to_owned()));
        assert_eq!(read("64x1"), Ok("64x1".to_owned()));
        for wrong in ["0x4", "4x0", "8x9", "1x27", "65x1", "4", "4294967295x2"] {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.contains(wrong) && error.contains("such as 8x8"), "{error}");
        }
    }

    #[test]
    fn room_is_counted_in_rows_of_free_squares() {
        let board = Size::new(3, 5).unwrap();
        let free = 0b_10101_11101_11111; // the first row is the last here
        assert_eq!([Side::First, Side::Second].map(|side| board.most(free, side)), [4, 3]);
        assert_eq!(board.safe(free, Side::First), 0b_10101_00001_00000);
        assert_eq!(board.useful(0b_10001_00000_10101), 0);
    }
}
