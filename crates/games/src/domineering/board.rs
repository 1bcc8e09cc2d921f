//! [`Size`]: the size of the board and the geometry of its squares.

use super::lanes::Lanes;
use super::set::Set;
use crate::notation::NotationError;
use crate::reader;
use eldest::Side;
use std::fmt;
use std::str::FromStr;

/// The size of a board whose squares fit into one word or two, written `ROWSxCOLUMNS`.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Size<const WORDS: usize = 1> {
    rows: u8,
    columns: u8,
    /// All squares.
    all: Set<WORDS>,
    /// All squares except the last column.
    not_last: Set<WORDS>,
    /// The squares of every other column and row, from the second.
    every_other: [Set<WORDS>; 2],
}

impl Size {
    /// Creates a size; `None` if there are no squares, too many squares, or too many columns.
    #[must_use]
    pub const fn new(rows: u32, columns: u32) -> Option<Self> {
        Self::sized(rows, columns)
    }
}

impl Size<2> {
    /// Creates a size of up to 128 squares, as [`new`](Size::new).
    #[must_use]
    pub const fn wide(rows: u32, columns: u32) -> Option<Self> {
        Self::sized(rows, columns)
    }
}

impl<const WORDS: usize> Size<WORDS> {
    /// The most squares.
    pub const MOST_SQUARES: u32 = u64::BITS * WORDS as u32;
    /// The most columns, which have letters as names.
    pub const MOST_COLUMNS: u32 = 26;

    const fn sized(rows: u32, columns: u32) -> Option<Self> {
        const { assert!(WORDS == 1 || WORDS == 2, "one word or two") };
        let fits = columns <= Self::MOST_COLUMNS && rows <= Self::MOST_SQUARES;
        if !fits || rows * columns == 0 || rows * columns > Self::MOST_SQUARES {
            return None;
        }
        let (mut all, mut not_last, mut every_other) = (Set::NONE, Set::NONE, [Set::NONE; 2]);
        let mut square = 0;
        while square < rows * columns {
            let (row, column) = (square / columns, square % columns);
            all = all.and_if(true, square);
            not_last = not_last.and_if(column + 1 < columns, square);
            every_other = [
                every_other[0].and_if(column % 2 == 1, square),
                every_other[1].and_if(row % 2 == 1, square),
            ];
            square += 1;
        }
        Some(Self { rows: rows as u8, columns: columns as u8, all, not_last, every_other })
    }

    /// Returns the same size, whose squares must fit into `V` words.
    #[inline(always)]
    pub(super) fn in_words<const V: usize>(self) -> Size<V> {
        Size {
            rows: self.rows,
            columns: self.columns,
            all: self.all.in_words(),
            not_last: self.not_last.in_words(),
            every_other: [self.every_other[0].in_words(), self.every_other[1].in_words()],
        }
    }

    const fn squares(self) -> u32 {
        self.rows() * self.columns()
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
    pub(super) const fn empty(self) -> Set<WORDS> {
        if self.squares() == 1 { Set::NONE } else { self.all }
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
    pub(super) fn ahead<const N: usize>(
        self,
        squares: Lanes<WORDS, N>,
        side: Side,
    ) -> Lanes<WORDS, N> {
        match side {
            Side::First => squares << self.columns(),
            Side::Second => squares.within(self.not_last) << 1,
        }
    }

    /// Returns the squares one step back.
    #[inline(always)]
    pub(super) fn behind<const N: usize>(
        self,
        squares: Lanes<WORDS, N>,
        side: Side,
    ) -> Lanes<WORDS, N> {
        match side {
            Side::First => squares >> self.columns(),
            Side::Second => (squares >> 1).within(self.not_last),
        }
    }

    /// Returns the squares one step further or back.
    #[inline(always)]
    pub(super) fn next<const N: usize>(
        self,
        squares: Lanes<WORDS, N>,
        side: Side,
        ahead: bool,
    ) -> Lanes<WORDS, N> {
        if ahead { self.ahead(squares, side) } else { self.behind(squares, side) }
    }

    /// Returns the squares on both sides.
    #[inline(always)]
    pub(super) fn beside<const N: usize>(
        self,
        squares: Lanes<WORDS, N>,
        side: Side,
    ) -> Lanes<WORDS, N> {
        self.ahead(squares, side) | self.behind(squares, side)
    }

    /// Returns every other line in the direction of `side`.
    #[inline(always)]
    pub(super) const fn every_other_line(self, side: Side) -> Set<WORDS> {
        self.every_other[side.index()]
    }

    /// Returns the `free` squares on which the upper or left half of a domino fits.
    #[inline(always)]
    pub(super) fn dominoes<const N: usize>(
        self,
        free: Lanes<WORDS, N>,
        side: Side,
    ) -> Lanes<WORDS, N> {
        free & self.behind(free, side)
    }

    /// Returns the squares of the dominoes with these upper or left halves.
    #[inline(always)]
    pub(super) fn covered<const N: usize>(
        self,
        halves: Lanes<WORDS, N>,
        side: Side,
    ) -> Lanes<WORDS, N> {
        halves | self.ahead(halves, side)
    }

    /// Returns the free squares that `side` can use.
    #[inline(always)]
    pub(super) fn reach<const N: usize>(
        self,
        free: Lanes<WORDS, N>,
        side: Side,
    ) -> Lanes<WORDS, N> {
        free & self.beside(free, side)
    }

    /// Returns the free squares that either side can use.
    #[inline(always)]
    pub(super) fn useful<const N: usize>(self, free: Lanes<WORDS, N>) -> Lanes<WORDS, N> {
        self.reach(free, Side::First) | self.reach(free, Side::Second)
    }

    /// Returns the squares rotated by 180 degrees.
    #[inline(always)]
    pub(super) fn turned(self, squares: Set<WORDS>) -> Set<WORDS> {
        squares.reversed(self.squares(), u64::reverse_bits)
    }

    /// Returns the squares with the order of the rows reversed.
    #[inline(always)]
    pub(super) fn flipped(self, mut squares: Set<WORDS>) -> Set<WORDS> {
        if self.columns == 8 && WORDS == 1 {
            return squares.reversed(self.squares(), u64::swap_bytes);
        }
        let (columns, mut flipped) = (self.columns(), Set::NONE);
        for _ in 0..self.rows {
            flipped = flipped << columns | squares.low(columns);
            squares = squares >> columns;
        }
        flipped
    }
}

/// The usual board of 8x8.
impl<const WORDS: usize> Default for Size<WORDS> {
    fn default() -> Self {
        const { Self::sized(8, 8).expect("64 squares") }
    }
}

impl<const WORDS: usize> fmt::Display for Size<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

impl<const WORDS: usize> fmt::Debug for Size<WORDS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Size({self})")
    }
}

impl<const WORDS: usize> FromStr for Size<WORDS> {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let squares = Self::MOST_SQUARES;
        let expected =
            format!("ROWSxCOLUMNS such as 8x8, with at most {squares} squares and 26 columns");
        reader::board(text, text, ("Domineering", &expected), Self::sized)
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
            assert!(error.contains(wrong) && error.contains("at most 64 squares"), "{error}");
        }
        let read = |text: &str| text.parse::<Size<2>>().map(|board| board.to_string());
        assert_eq!(read("9x9"), Ok("9x9".to_owned()));
        assert_eq!(read("128x1"), Ok("128x1".to_owned()));
        assert!(read("8x17").unwrap_err().to_string().contains("at most 128 squares"));
    }

    fn check_images<const WORDS: usize>(board: Size<WORDS>) {
        let (rows, columns) = (board.rows(), board.columns());
        let square = |row, column| Set::square(board.index(row, column));
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |c| (row, c))) {
            let (below, right) = (rows - 1 - row, columns - 1 - column);
            assert_eq!(board.flipped(square(row, column)), square(below, column), "{board}");
            assert_eq!(board.turned(square(row, column)), square(below, right), "{board}");
        }
    }

    #[test]
    fn each_square_is_mirrored() {
        for (rows, columns) in [(8, 8), (5, 8), (1, 8), (7, 7), (9, 7), (4, 16), (16, 4)] {
            check_images(Size::new(rows, columns).unwrap());
            check_images(Size::wide(rows, columns).unwrap());
        }
        for (rows, columns) in [(9, 9), (16, 8), (5, 14), (128, 1), (5, 13)] {
            check_images(Size::wide(rows, columns).unwrap());
        }
    }

    #[test]
    fn squares_are_moved_and_mirrored() {
        let board = Size::new(3, 5).unwrap();
        let set = |squares| Set::from_words([squares]);
        let free = set(0b_10101_11101_11111); // the first row is the last here
        assert_eq!(board.turned(free), set(0b_11111_10111_10101));
        assert_eq!(board.flipped(free), set(0b_11111_11101_10101));
        assert_eq!(board.reach(free, Side::Second), set(0b_00000_11100_11111));
        assert_eq!(board.reach(free, Side::First), set(0b_10101_11101_11101));
        assert_eq!(board.useful(set(0b_10001_00000_10101)), Set::NONE);
        assert_eq!(board.every_other_line(Side::First), set(0b_01010_01010_01010));
        assert_eq!(board.every_other_line(Side::Second), set(0b_00000_11111_00000));
    }
}
