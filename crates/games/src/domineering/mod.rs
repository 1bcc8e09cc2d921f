//! Domineering on boards of up to 64 squares.
//!
//! # Rules
//! Vertical puts a domino on two free squares one above the other, Horizontal on two side by side; whoever
//! cannot move loses. Göran Andersson's game, told by Martin Gardner in 1974.
//!
//! # Scores
//! 1 if the mover wins, −1 if he loses. How soon is not asked: who wins is what is published.
//!
//! # What is certain at a glance
//! A square whose neighbours at the sides are taken is safe for Vertical: only she can use it. If the
//! dominoes that she can put on safe squares alone are as many as all that Horizontal can have at most,
//! she wins whenever Horizontal moves first; and so the other way round. Breuker, Uiterwijk and van den
//! Herik, "Solving 8×8 Domineering" (2000), count safe moves and possible ones too, to judge positions.
//!
//! # Which squares count
//! A square without a free neighbour is of no use to anybody, and is taken away: positions that differ
//! in such squares alone are one.

mod board;
mod position;
mod text;

pub use board::Size;

use eldest::Side;

/// A position of Domineering.
///
/// ```
/// use eldest::{Engine, Limits, Score};
/// use eldest_games::domineering::{Size, Domineering};
///
/// let square = Domineering::new(Size::new(5, 5).expect("a board"));
/// let mut engine = Engine::<Domineering>::builder().build()?;
/// let report = engine.solve(&square, &Limits::new())?;
/// assert_eq!(report.value(), Some(Score::new(-1)));
/// # Ok::<(), eldest::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Domineering {
    /// The squares that are still of use; bit row · columns + column, from the top left.
    free: u64,
    /// Vertical is the first.
    side: Side,
    board: Size,
}

/// A move: the upper or left square of the domino. How it lies, the side to move tells.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Domino(u8);

impl Domino {
    /// The domino whose upper or left square is in this row and column of `board`, from 0 at the top left.
    ///
    /// # Panics
    /// If there is no such square.
    #[must_use]
    pub const fn new(row: u32, column: u32, board: Size) -> Self {
        Self(board.index(row, column) as u8)
    }

    /// The row and the column of its upper or left square on `board`, from 0 at the top left.
    #[must_use]
    pub const fn place(self, board: Size) -> (u32, u32) {
        (self.0 as u32 / board.columns(), self.0 as u32 % board.columns())
    }
}

impl Domineering {
    /// The empty board; Vertical begins.
    #[must_use]
    pub const fn new(board: Size) -> Self {
        Self::of(board.squares(), Side::First, board)
    }

    /// The empty board; Horizontal begins.
    #[must_use]
    pub const fn horizontal_first(board: Size) -> Self {
        Self::of(board.squares(), Side::Second, board)
    }

    const fn of(free: u64, side: Side, board: Size) -> Self {
        Self { free: board.useful(free), side, board }
    }

    /// The board that is played on.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.board
    }

    /// Whether the square is free and has a free neighbour; row and column from 0 at the top left.
    ///
    /// # Panics
    /// If there is no such square.
    #[must_use]
    pub const fn is_useful(&self, row: u32, column: u32) -> bool {
        self.free >> self.board.index(row, column) & 1 != 0
    }
}

/// The empty board of 8x8.
impl Default for Domineering {
    fn default() -> Self {
        Self::new(Size::default())
    }
}
