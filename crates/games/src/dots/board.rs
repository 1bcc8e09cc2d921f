//! [`Size`]: how many rows and columns of boxes, and how its edges are numbered.

use crate::notation::NotationError;
use crate::reader;
use std::fmt;
use std::str::FromStr;

/// A board of so many rows and columns of boxes, written `ROWSxCOLUMNS`.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Size {
    rows: u8,
    columns: u8,
}

/// An edge between two neighbouring dots, by the upper or left one of them: its row and column, from 0 at the
/// top left, on a board with a row and a column of dots more than of boxes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct EdgePlace {
    /// The row of the dot.
    pub row: u32,
    /// The column of the dot.
    pub column: u32,
    /// Whether the edge leads from the dot to the right, and not down.
    pub is_horizontal: bool,
}

impl Size {
    /// The most rows, and the most columns.
    pub const MOST: u32 = 5;

    /// A board; `None` if there are no boxes, too many rows, or too many columns.
    #[must_use]
    pub const fn new(rows: u32, columns: u32) -> Option<Self> {
        if rows == 0 || columns == 0 || rows > Self::MOST || columns > Self::MOST {
            return None;
        }
        Some(Self { rows: rows as u8, columns: columns as u8 })
    }

    /// How many rows of boxes there are.
    #[must_use]
    #[inline(always)]
    pub const fn rows(self) -> u32 {
        self.rows as u32
    }

    /// How many columns of boxes there are.
    #[must_use]
    #[inline(always)]
    pub const fn columns(self) -> u32 {
        self.columns as u32
    }

    /// How many boxes there are.
    #[must_use]
    #[inline(always)]
    pub const fn boxes(self) -> u32 {
        self.rows() * self.columns()
    }

    /// How many edges there are.
    #[must_use]
    #[inline(always)]
    pub const fn edges(self) -> u32 {
        self.horizontal() + self.vertical()
    }

    /// How many edges lead from left to right; they have the lowest numbers.
    #[inline(always)]
    pub(super) const fn horizontal(self) -> u32 {
        (self.rows() + 1) * self.columns()
    }

    /// How many edges lead down.
    #[inline(always)]
    pub(super) const fn vertical(self) -> u32 {
        self.rows() * (self.columns() + 1)
    }

    /// The number of the edge at `place`, if there is such: those that lead to the right row by row, then those
    /// that lead down, column by column. So on a square board half of all edges further is the edge on the
    /// other side of the diagonal.
    #[inline(always)]
    pub(super) const fn edge(self, place: EdgePlace) -> Option<u32> {
        let EdgePlace { row, column, is_horizontal } = place;
        if is_horizontal && row <= self.rows() && column < self.columns() {
            Some(row * self.columns() + column)
        } else if !is_horizontal && row < self.rows() && column <= self.columns() {
            Some(self.horizontal() + column * self.rows() + row)
        } else {
            None
        }
    }

    /// Where the edge of this number is.
    #[inline(always)]
    pub(super) const fn place(self, edge: u32) -> EdgePlace {
        if edge < self.horizontal() {
            let (row, column) = (edge / self.columns(), edge % self.columns());
            return EdgePlace { row, column, is_horizontal: true };
        }
        let edge = edge - self.horizontal();
        let (row, column) = (edge % self.rows(), edge / self.rows());
        EdgePlace { row, column, is_horizontal: false }
    }
}

/// The board of 3x3 boxes.
impl Default for Size {
    fn default() -> Self {
        Self { rows: 3, columns: 3 }
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
        const EXPECTED: &str = "ROWSxCOLUMNS such as 3x3, with 1 to 5 rows and columns of boxes";
        reader::board(text, text, ("Dots and Boxes", EXPECTED), Self::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_written() {
        let read = |text: &str| text.parse::<Size>().map(|board| board.to_string());
        assert_eq!(read(""), Ok("3x3".to_owned()));
        assert_eq!(read("1x5"), Ok("1x5".to_owned()));
        for wrong in ["0x4", "4x0", "6x1", "1x6", "4", "4294967295x2", "3x3,"] {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.contains(wrong) && error.contains("such as 3x3"), "{error}");
        }
    }

    #[test]
    fn every_edge_has_a_place_of_its_own() {
        for (rows, columns) in (1..=5).flat_map(|rows| (1..=5).map(move |c| (rows, c))) {
            let board = Size::new(rows, columns).unwrap();
            for edge in 0..board.edges() {
                assert_eq!(board.edge(board.place(edge)), Some(edge), "{edge} of {board}");
            }
            let beyond = |row, column, is_horizontal| EdgePlace { row, column, is_horizontal };
            assert_eq!(board.edge(beyond(0, columns, true)), None);
            assert_eq!(board.edge(beyond(rows, 0, false)), None);
        }
        assert_eq!(Size::new(5, 5).unwrap().edges(), 60);
    }
}
