//! Domineering on boards of up to 64 squares, in one word, or 128, in two.
//!
//! # Rules
//! Vertical puts a domino on two free squares one above the other, Horizontal on two side by side.
//! A player without a move loses. The game is by Göran Andersson; Martin Gardner published it in
//! 1974.
//!
//! # Scores
//! 1 if the mover wins, −1 if the mover loses. The distance does not count, because published
//! results give only the winner.
//!
//! # Static bounds
//! `packing.rs` finds places for dominoes that the opponent cannot prevent, or only one at a time;
//! `claim.rs` counts them against the room that is left to the opponent. The ideas are of Breuker,
//! Uiterwijk and van den Herik, "Solving 8×8 Domineering" (2000) and Bullock, "Domineering: Solving
//! large combinatorial search spaces" (2002). Moves decided by these bounds are left out of a
//! search, and moves that are no better than others (`dominated.rs`); the rest are ordered by bounds
//! and by their places.
//!
//! # Useless squares
//! A square without a free neighbour is useless to both sides and counts as taken. Positions that
//! differ only in such squares are equal.

mod board;
mod claim;
mod dominated;
mod judged;
mod lanes;
mod packing;
mod position;
mod rank;
mod satellites;
mod set;
mod text;

pub use board::Size;

use eldest::{Options, Side};
use set::Set;

/// A position of Domineering. A board of up to 64 squares fits into one word, one of up to 128 into
/// two, which take about twice the time.
///
/// ```
/// use eldest::{Engine, Limits, Score};
/// use eldest_games::domineering::{Domineering, Size, options};
///
/// let square = Domineering::new(Size::new(5, 5).expect("a board"));
/// let mut engine = Engine::<Domineering>::builder().options(options()).build()?;
/// let report = engine.solve(&square, &Limits::new())?;
/// assert_eq!(report.value(), Some(Score::new(-1)));
/// # Ok::<(), eldest::Error>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Domineering<const WORDS: usize = 1> {
    /// The useful squares; bit row · columns + column, from the top left.
    free: Set<WORDS>,
    /// Vertical is the first side.
    side: Side,
    board: Size<WORDS>,
}

/// Returns the options that measured best for Domineering (docs/games.md): enhanced transposition
/// cutoffs, for a lookup costs much less than the bounds of a child, and no learnt ordering.
#[must_use]
pub fn options() -> Options {
    Options::ranked_only().with(|o| o.etc = Some(2))
}

/// A move: the upper or left square of the domino. The side to move determines its direction.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Domino(u8);

impl Domino {
    /// Creates a domino with its upper or left square in this row and column of `board`, from 0 at
    /// the top left.
    ///
    /// # Panics
    /// If there is no such square.
    #[must_use]
    pub const fn new<const WORDS: usize>(row: u32, column: u32, board: Size<WORDS>) -> Self {
        Self(board.index(row, column) as u8)
    }

    /// Returns the row and column of its upper or left square on `board`, from 0 at the top left.
    #[must_use]
    pub const fn place<const WORDS: usize>(self, board: Size<WORDS>) -> (u32, u32) {
        (self.0 as u32 / board.columns(), self.0 as u32 % board.columns())
    }
}

impl<const WORDS: usize> Domineering<WORDS> {
    /// Creates the empty board; Vertical begins.
    #[must_use]
    pub const fn new(board: Size<WORDS>) -> Self {
        Self { free: board.empty(), side: Side::First, board }
    }

    /// Creates the empty board; Horizontal begins.
    #[must_use]
    pub const fn horizontal_first(board: Size<WORDS>) -> Self {
        Self { free: board.empty(), side: Side::Second, board }
    }

    fn of(free: Set<WORDS>, side: Side, board: Size<WORDS>) -> Self {
        Self { free: board.useful(free), side, board }
    }

    /// Returns the size of the board.
    #[must_use]
    pub const fn size(&self) -> Size<WORDS> {
        self.board
    }

    /// Returns whether the square is free and has a free neighbour; row and column from 0 at the
    /// top left.
    ///
    /// # Panics
    /// If there is no such square.
    #[must_use]
    pub const fn is_useful(&self, row: u32, column: u32) -> bool {
        self.free.contains(self.board.index(row, column))
    }
}

/// The empty board of 8x8.
impl<const WORDS: usize> Default for Domineering<WORDS> {
    fn default() -> Self {
        Self::new(Size::default())
    }
}
