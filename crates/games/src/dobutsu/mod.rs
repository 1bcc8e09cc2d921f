//! Dobutsu shogi ("Let's Catch the Lion"): shogi on three columns and four rows.
//!
//! # Rules
//! Each side has a lion (one step in any direction), a giraffe (one step orthogonally), an elephant
//! (one step diagonally) and a chick (one step forward). A chick that moves to the far row becomes
//! a hen, which steps like a gold general of shogi: orthogonally or diagonally forward. Captured
//! pieces change sides, hens as chicks, and may be dropped on any empty square instead of a move; a
//! chick that is dropped on the far row stays a chick. To capture the lion wins. A lion that steps
//! on the far row and cannot be captured there at once has won ("try"). Play without end is a
//! draw. The game is by Madoka Kitao (2008), with rules by Maiko Fujita.
//!
//! # Ends
//! The terms are those of Tanaka, "An Analysis of a Board Game 'Doubutsu Shogi'" (IPSJ SIG
//! Technical Report 2009-GI-22, 2009): a game is over where the side to move can capture the lion,
//! which it wins one ply later ([`Score::win_in`]`(1)`), or else where the opponent's lion stands
//! on the home row of the side to move, which has lost ([`Score::LOSS`]). The capture itself is
//! never played. A step that leaves the own lion to be captured is legal, and loses.
//!
//! Tanaka found that 246,803,167 positions can be reached from the start, mirror images and
//! colours folded, and that the second player wins in 78 plies.
//!
//! # Representation
//! One word from the point of view of the side to move (`board.rs`): four bits for each square, and
//! the pieces in hand. The key (`key.rs`) also folds left and right.
//!
//! [`Score::win_in`]: eldest::Score::win_in
//! [`Score::LOSS`]: eldest::Score::LOSS

mod board;
mod fen;
mod key;
mod position;
mod predecessors;
mod text;

use board::{Board, Kind};
use eldest::Side;

/// A position of dobutsu shogi.
///
/// ```
/// use eldest::{Position, Score};
/// use eldest_games::dobutsu::Dobutsu;
///
/// let start = Dobutsu::default();
/// assert_eq!(start.to_string(), "gle/1c1/1C1/ELG[] w");
/// assert_eq!(start.over(), None);
/// // The giraffe can capture the lion.
/// let position: Dobutsu = "2e/1l1/1G1/ELC[Cg] w".parse()?;
/// assert_eq!(position.over(), Some(Score::win_in(1)));
/// # Ok::<(), eldest_games::notation::NotationError>(())
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Dobutsu {
    /// From the point of view of the side to move.
    board: Board,
    side: Side,
}

/// A move: a step of a piece, or a drop.
///
/// Squares are counted from the point of view of the side to move: 4 · column + row, with the
/// columns from its left and the rows from its own home row.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    from: From,
    to: u8,
}

/// The place that a piece comes from.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
enum From {
    Square(u8),
    Hand(Kind),
}

impl Action {
    /// Returns the square of the piece that steps; `None` for a drop.
    #[must_use]
    pub const fn from(self) -> Option<u8> {
        match self.from {
            From::Square(square) => Some(square),
            From::Hand(_) => None,
        }
    }

    /// Returns the square of the piece afterwards.
    #[must_use]
    pub const fn to(self) -> u8 {
        self.to
    }

    /// Returns the letter of the piece that is dropped: `G`, `E` or `C`; `None` for a step.
    #[must_use]
    pub const fn dropped(self) -> Option<char> {
        match self.from {
            From::Square(_) => None,
            From::Hand(kind) => Some(kind.letter()),
        }
    }
}

impl Dobutsu {
    /// Creates the position at the start of a game.
    #[must_use]
    pub const fn new() -> Self {
        Self { board: Board::START, side: Side::First }
    }

    /// Returns the board as the first player sees it.
    fn seen_by_first(&self) -> Board {
        match self.side {
            Side::First => self.board,
            Side::Second => self.board.turned(),
        }
    }
}

/// The start of a game.
impl Default for Dobutsu {
    fn default() -> Self {
        Self::new()
    }
}
