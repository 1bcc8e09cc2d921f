//! The ranks of moves.
//!
//! A rank adds up a few properties of the cell. The weights were tuned together, one at a time, by
//! the nodes that 50 positions of 8, 10 and 12 stones take on the ordinary board.

use super::bitboard::completing;
use super::{Column, ConnectFour, Shape};
use crate::each;
use eldest::Moves;

/// The rank of a winning move, above that of any number of threats.
const WINS: i32 = 1 << 12;
/// For each new cell where the side to move threatens four.
const THREAT: i32 = 64;
/// For each of them where a stone can fall at once, so that the opponent must answer.
const FORCES: i32 = 48;
/// For a cell below one of the own threats, which the opponent then fills; on boards of an even
/// number of rows, where the opponent can always follow.
const WASTES: i32 = -56;
/// By the number of cells below, on the same boards: on others the nodes of 6x5 double.
const ROWS: [i32; 16] = [-20, -6, 0, 0, -3, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/// By the number of cells to the nearer edge.
const EDGES: [i32; 8] = [0, 4, 8, 28, 28, 28, 28, 28];

impl<S: Shape> ConnectFour<S> {
    /// Pushes the columns of `cells` with their ranks.
    #[inline(always)]
    pub(super) fn push(&self, cells: u64, wins: u64, out: &mut Moves<'_, Column>) {
        for cell in each(cells) {
            out.push_ranked(self.column(cell), self.rank(cell, wins));
        }
    }

    /// Returns the rank of a stone in `cell`; `wins` are the cells that win at once.
    #[inline(always)]
    pub(super) fn rank(&self, cell: u64, wins: u64) -> i32 {
        let win = if cell & wins != 0 { WINS } else { 0 };
        let by_rows = if self.can_follow() { self.by_rows(cell) } else { 0 };
        win + by_rows + self.threats_with(cell) + self.by_edge(cell)
    }

    /// Returns the worth of the threats that a stone in `cell` makes.
    #[inline(always)]
    fn threats_with(&self, cell: u64) -> i32 {
        let fours = completing(self.shape, self.mine | cell);
        let new = fours & self.empty() & !self.my_fours;
        if new == 0 {
            return 0;
        }
        let falls = (self.all | cell) + self.shape.bottom();
        THREAT * new.count_ones() as i32 + FORCES * (new & falls).count_ones() as i32
    }

    /// Returns what the row of the cell is worth, and a threat that a stone there wastes.
    #[inline(always)]
    fn by_rows(&self, cell: u64) -> i32 {
        let row = cell.trailing_zeros() % self.shape.stride();
        let waste = if cell << 1 & self.my_fours & self.empty() != 0 { WASTES } else { 0 };
        waste + ROWS[row as usize % ROWS.len()]
    }

    /// Returns what the column of the cell is worth.
    #[inline(always)]
    fn by_edge(&self, cell: u64) -> i32 {
        let (column, last) = (self.shape.column(cell), self.shape.width() - 1);
        EDGES[column.min(last - column) as usize % EDGES.len()]
    }
}
