//! [`Grid`]: precomputed tables of the geometry of a board.

use super::board::{EdgePlace, Size};

const MOST_EDGES: usize = 60;
const MOST_BOXES: usize = 25;

/// The edges and boxes of one board.
#[derive(Debug)]
pub(super) struct Grid {
    /// The four edges around each box, as bits. Boxes are counted row by row.
    pub(super) around: [u64; MOST_BOXES],
    /// The boxes at each edge, as bits: two, or one at the border.
    pub(super) boxes: [u32; MOST_EDGES],
    /// The edges at the border.
    pub(super) border: u64,
    /// The rank of each edge: the nearer to the middle of the board, the higher.
    pub(super) ranks: [i8; MOST_EDGES],
    /// Whether the board has corners where a box has two edges at the border.
    pub(super) has_corners: bool,
    /// The horizontal and the vertical border edge of each corner.
    pub(super) corners: [[u8; 2]; 4],
}

impl Grid {
    const EMPTY: Self = Self {
        around: [0; MOST_BOXES],
        boxes: [0; MOST_EDGES],
        border: 0,
        ranks: [0; MOST_EDGES],
        has_corners: false,
        corners: [[0; 2]; 4],
    };

    /// Returns the grid of `board`.
    #[inline(always)]
    pub(super) fn of(board: Size) -> &'static Self {
        static GRIDS: [[Grid; 5]; 5] = grids();
        &GRIDS[board.rows() as usize - 1][board.columns() as usize - 1]
    }

    const fn new(board: Size) -> Self {
        let mut grid = Self::EMPTY;
        let mut index = 0;
        while index < board.boxes() {
            grid.surround(board, index);
            index += 1;
        }
        grid.meet_in_corners(board);
        let mut edge = 0;
        while edge < board.edges() {
            grid.ranks[edge as usize] = -(distance(board, edge) as i8);
            edge += 1;
        }
        grid
    }

    const fn surround(&mut self, board: Size, index: u32) {
        let (row, column) = (index / board.columns(), index % board.columns());
        let edges = [
            (row, column, true),
            (row + 1, column, true),
            (row, column, false),
            (row, column + 1, false),
        ];
        let mut at = 0;
        while at < edges.len() {
            let (row, column, is_horizontal) = edges[at];
            let edge = number(board, row, column, is_horizontal);
            self.around[index as usize] |= 1 << edge;
            self.boxes[edge as usize] |= 1 << index;
            self.border ^= 1 << edge; // at one box only
            at += 1;
        }
    }

    /// Fills in the corners. With a single row or column there are none, because a box has more
    /// than two border edges.
    const fn meet_in_corners(&mut self, board: Size) {
        let (rows, columns) = (board.rows(), board.columns());
        if rows == 1 || columns == 1 {
            return;
        }
        self.has_corners = true;
        let mut at = 0;
        while at < 4 {
            let (is_right, is_low) = (at as u32 & 1, at as u32 >> 1);
            let right = number(board, rows * is_low, (columns - 1) * is_right, true);
            let down = number(board, (rows - 1) * is_low, columns * is_right, false);
            self.corners[at] = [right, down];
            at += 1;
        }
    }
}

const fn grids() -> [[Grid; 5]; 5] {
    let mut grids = [const { [const { Grid::EMPTY }; 5] }; 5];
    let mut at = 0;
    while at < 25 {
        let board = Size::new(at as u32 / 5 + 1, at as u32 % 5 + 1).expect("a board");
        grids[at / 5][at % 5] = Grid::new(board);
        at += 1;
    }
    grids
}

/// Returns a weighted distance of an edge from the middle of the board. Steps along the longer side
/// weigh more, so the edges between the two halves come first; border edges are the farthest
/// (docs/dots.md).
const fn distance(board: Size, edge: u32) -> u32 {
    let EdgePlace { row, column, is_horizontal } = board.place(edge);
    let down = (2 * row + !is_horizontal as u32).abs_diff(board.rows());
    let across = (2 * column + is_horizontal as u32).abs_diff(board.columns());
    let is_border = if is_horizontal { down == board.rows() } else { across == board.columns() };
    let border = if is_border { 50 } else { 0 };
    let [by_row, by_column] = if board.rows() > board.columns() { [3, 2] } else { [2, 3] };
    border + by_row * down + by_column * across
}

const fn number(board: Size, row: u32, column: u32, is_horizontal: bool) -> u8 {
    board.edge(EdgePlace { row, column, is_horizontal }).expect("an edge") as u8
}
