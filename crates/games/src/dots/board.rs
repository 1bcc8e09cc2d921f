//! [`Size`]: the size of the board, and the numbers of its edges.

use crate::notation::NotationError;
use crate::reader;
use std::fmt;
use std::str::FromStr;

/// The size of a board in boxes, written `ROWSxCOLUMNS`.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Size {
    rows: u8,
    columns: u8,
}

/// An edge between two adjacent dots, given by its upper or left dot: row and column, from 0 at the
/// top left. There is one more row and one more column of dots than of boxes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct EdgePlace {
    /// The row of the dot.
    pub row: u32,
    /// The column of the dot.
    pub column: u32,
    /// Whether the edge leads right from the dot; otherwise it leads down.
    pub is_horizontal: bool,
}

impl Size {
    /// The most rows, and the most columns.
    pub const MOST: u32 = 5;

    /// Creates a size; `None` if there are no boxes, too many rows, or too many columns.
    #[must_use]
    pub const fn new(rows: u32, columns: u32) -> Option<Self> {
        if rows == 0 || columns == 0 || rows > Self::MOST || columns > Self::MOST {
            return None;
        }
        Some(Self { rows: rows as u8, columns: columns as u8 })
    }

    /// Returns the number of rows of boxes.
    #[must_use]
    #[inline(always)]
    pub const fn rows(self) -> u32 {
        self.rows as u32
    }

    /// Returns the number of columns of boxes.
    #[must_use]
    #[inline(always)]
    pub const fn columns(self) -> u32 {
        self.columns as u32
    }

    /// Returns the number of boxes.
    #[must_use]
    #[inline(always)]
    pub const fn boxes(self) -> u32 {
        self.rows() * self.columns()
    }

    /// Returns the number of edges.
    #[must_use]
    #[inline(always)]
    pub const fn edges(self) -> u32 {
        self.horizontal() + self.vertical()
    }

    /// Returns all edges, as bits.
    #[inline(always)]
    pub(super) const fn all_edges(self) -> u64 {
        u64::MAX >> (u64::BITS - self.edges())
    }

    /// Returns the number of horizontal edges, which have the lowest numbers.
    #[inline(always)]
    const fn horizontal(self) -> u32 {
        (self.rows() + 1) * self.columns()
    }

    /// Returns the number of vertical edges.
    #[inline(always)]
    const fn vertical(self) -> u32 {
        self.rows() * (self.columns() + 1)
    }

    /// Returns the number of the edge at `place`, if it exists: horizontal edges row by row, then
    /// vertical edges column by column.
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

    /// Returns the place of the edge with this number.
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
