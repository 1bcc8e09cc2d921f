//! [`Size`]: the size of the board and the geometry of its squares.

use super::lanes::Squares;
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
    /// The squares of every other column and row, from the second.
    every_other: [u64; 2],
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
        let (mut first, mut columns_taken, mut rows_taken) = (0, 0, 0);
        let mut square = 0;
        while square < rows * columns {
            let (row, column) = (square / columns, square % columns);
            first |= ((column == 0) as u64) << square;
            columns_taken |= (column as u64 & 1) << square;
            rows_taken |= (row as u64 & 1) << square;
            square += 1;
        }
        let not_last = squares & !(first << (columns - 1));
        let every_other = [columns_taken, rows_taken];
        Some(Self { rows: rows as u8, columns: columns as u8, squares, not_last, every_other })
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

    /// Returns the useful squares of the empty board.
    pub(super) const fn empty(self) -> u64 {
        if self.squares == 1 { 0 } else { self.squares }
    }

    /// Returns the distance between the bits of the two squares of a domino.
    #[inline(always)]
    pub(super) const fn step(self, side: Side) -> u32 {
        match side {
            Side::First => self.columns as u32,
            Side::Second => 1,
        }
    }

    /// Returns the squares one step further in the direction of the dominoes of `side`, those below
    /// the last row too: only free ones count to the callers.
    #[inline(always)]
    pub(super) fn ahead<S: Squares>(self, squares: S, side: Side) -> S {
        match side {
            Side::First => squares << self.columns(),
            Side::Second => (squares & self.not_last) << 1,
        }
    }

    /// Returns the squares one step back.
    #[inline(always)]
    pub(super) fn behind<S: Squares>(self, squares: S, side: Side) -> S {
        match side {
            Side::First => squares >> self.columns(),
            Side::Second => squares >> 1 & self.not_last,
        }
    }

    /// Returns the squares on both sides.
    #[inline(always)]
    pub(super) fn beside<S: Squares>(self, squares: S, side: Side) -> S {
        self.ahead(squares, side) | self.behind(squares, side)
    }

    /// Returns every other line in the direction of `side`.
    #[inline(always)]
    pub(super) const fn every_other_line(self, side: Side) -> u64 {
        self.every_other[side.index()]
    }

    /// Returns the `free` squares on which the upper or left half of a domino fits.
    #[inline(always)]
    pub(super) fn dominoes<S: Squares>(self, free: S, side: Side) -> S {
        free & self.behind(free, side)
    }

    /// Returns the squares of the dominoes with these upper or left halves.
    #[inline(always)]
    pub(super) fn covered<S: Squares>(self, halves: S, side: Side) -> S {
        halves | self.ahead(halves, side)
    }

    /// Returns the free squares that `side` can use.
    #[inline(always)]
    pub(super) fn reach<S: Squares>(self, free: S, side: Side) -> S {
        free & self.beside(free, side)
    }

    /// Returns the free squares that either side can use.
    #[inline(always)]
    pub(super) fn useful<S: Squares>(self, free: S) -> S {
        self.reach(free, Side::First) | self.reach(free, Side::Second)
    }

    /// Returns the squares rotated by 180 degrees.
    #[inline(always)]
    pub(super) const fn turned(self, squares: u64) -> u64 {
        squares.reverse_bits() >> self.squares.leading_zeros()
    }

    /// Returns the squares with the order of the rows reversed.
    #[inline(always)]
    pub(super) const fn flipped(self, mut squares: u64) -> u64 {
        if self.columns == 8 {
            return squares.swap_bytes() >> (64 - 8 * self.rows as u32);
        }
        let (row, mut flipped, mut rows) = (u64::MAX >> (64 - self.columns), 0, self.rows);
        while rows > 0 {
            flipped = flipped << self.columns | squares & row;
            squares >>= self.columns;
            rows -= 1;
        }
        flipped
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
    fn rows_are_reversed() {
        for (rows, columns) in [(8, 8), (5, 8), (1, 8), (7, 7), (9, 7), (4, 16), (16, 4)] {
            let board = Size::new(rows, columns).unwrap();
            for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |c| (row, c))) {
                let flipped = board.flipped(1 << board.index(row, column));
                assert_eq!(flipped, 1 << board.index(rows - 1 - row, column), "{board}");
            }
        }
    }

    #[test]
    fn squares_are_moved_and_mirrored() {
        let board = Size::new(3, 5).unwrap();
        let free = 0b_10101_11101_11111; // the first row is the last here
        assert_eq!(board.turned(free), 0b_11111_10111_10101);
        assert_eq!(board.flipped(free), 0b_11111_11101_10101);
        assert_eq!(board.reach(free, Side::Second), 0b_00000_11100_11111);
        assert_eq!(board.reach(free, Side::First), 0b_10101_11101_11101);
        assert_eq!(board.useful(0b_10001_00000_10101), 0);
        assert_eq!(board.every_other_line(Side::First), 0b_01010_01010_01010);
        assert_eq!(board.every_other_line(Side::Second), 0b_00000_11111_00000);
    }
}
