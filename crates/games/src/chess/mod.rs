//! Chess.
//!
//! The rules of movement are those of the crate `cozy-chess` (`docs/chess.md` tells why); what a search
//! wants to hear of them is here.
//!
//! # When the game is over
//! Mate is a [loss](eldest::Score::LOSS) of the mover, and the search counts the plies to it. Drawn
//! are stalemate and dead positions: no pawn, rook or queen is left, and either a single knight, or
//! nothing but bishops (or nobody) on squares of one colour. No sequence of moves gives mate there.
//!
//! # Draws by what went before
//! Whether a position is drawn by fifty moves or by repetition does not follow from the board, and a
//! table entry must hold for every position with its key. So there are three games, told apart by
//! their [`Draws`]:
//!
//! | game | fifty moves | repetition | the key holds | values |
//! |---|---|---|---|---|
//! | [`Chess`]`<`[`Timeless`]`>` | no | no | the board | exact |
//! | [`Chess`]`<`[`FiftyMoves`]`>` | yes | no | the board, and the clock | exact |
//! | [`Chess`]`<`[`Full`]`>` | yes | yes | the board, and the clock from 80 on | approximate |
//!
//! The board is the pieces, the side to move, the rights to castle, and the file of a pawn that can
//! be taken in passing by a legal move. In the first two games every value is that of minimax, to
//! any depth. In the third the line that led to a position counts, which no key tells; it declares
//! [`PATH_DEPENDENT`](eldest::Position::PATH_DEPENDENT), so that no report of a search is called exact.
//!
//! A win in n that [`Timeless`] chess finds can be forced by all rules, if the clock stands at 100 − n or
//! lower and no position of the game so far can come back: along the shortest way to mate none comes twice.

mod bare;
mod draws;
pub mod evaluation;
mod fen;
pub mod nnue;
mod noisy;
mod past;
mod pesto;
mod placement;
mod position;
mod see;
mod tables;
mod tactics;
mod text;
mod uci;

pub use draws::{Draws, FiftyMoves, Full, Timeless};
pub use evaluation::Tuned;
pub use nnue::Nnue;
pub use pesto::{Balances, Pesto};
pub use position::Before;

use cozy_chess::{Board, Color, Piece};
use eldest::{Position, Side};
use past::Past;
use std::hash::{Hash, Hasher};

/// A position of chess. `D` says by which rules a game can be drawn.
///
/// ```
/// use eldest::{Engine, Limits, Score};
/// use eldest_games::chess::{Chess, Pesto};
/// use eldest_games::notation::Notation;
///
/// let position: Chess = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1".parse().unwrap();
/// let mut engine = Engine::<Chess>::builder().evaluator(Pesto::default()).build()?;
/// let report = engine.search(&position, &Limits::new().depth(3))?;
/// assert_eq!(report.value(), Some(Score::win_in(1)));
/// assert_eq!(position.format_move(report.best_move.unwrap()), "Ra8#");
/// # Ok::<(), eldest::Error>(())
/// ```
///
/// # Equality
/// Two positions are equal if they are written the same in FEN, counts included, and have the same past. In
/// a game with repetition ([`Full`]) that is every position that was there before, and where a search
/// began: a position read from text has none, and is not equal to the same one reached by moves. The other
/// two games keep no past.
#[derive(Clone)]
pub struct Chess<D: Draws = Timeless> {
    board: Board,
    past: D::Past,
}

/// A move. Which text names it depends on the position: [`Chess::san`], [`Chess::uci`].
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Move(
    /// Castling is written as the king taking his own rook.
    cozy_chess::Move,
);

impl<D: Draws> Chess<D> {
    /// The start of the game.
    #[must_use]
    pub fn new() -> Self {
        Self::of(Board::default())
    }

    fn of(board: Board) -> Self {
        Self { board, past: D::Past::default() }
    }

    /// Whether the king of the side to move is attacked.
    #[must_use]
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.board.checkers().is_empty()
    }

    /// Plies since a pawn was moved or something was taken, at most 100.
    #[must_use]
    #[inline]
    pub fn clock(&self) -> u8 {
        self.board.halfmove_clock()
    }

    /// Plays a legal move of the game itself. What came before it is the past: a search that begins here
    /// calls a position drawn if it has been there twice in the past, or once from here on.
    pub fn advance(&mut self, mv: Move) {
        let _ = self.play(mv);
        self.past.begin();
    }
}

impl<D: Draws> Default for Chess<D> {
    fn default() -> Self {
        Self::new()
    }
}

impl<D: Draws> Chess<D> {
    /// All that FEN tells.
    fn told(&self) -> impl Eq + Hash {
        let board = &self.board;
        let pieces = Piece::ALL.map(|piece| board.pieces(piece));
        let colors = Color::ALL.map(|color| (board.colors(color), *board.castle_rights(color)));
        let counts = (board.halfmove_clock(), board.fullmove_number());
        (pieces, colors, board.side_to_move(), position::en_passant(board), counts)
    }
}

impl<D: Draws> PartialEq for Chess<D> {
    fn eq(&self, other: &Self) -> bool {
        self.told() == other.told() && self.past == other.past
    }
}

impl<D: Draws> Eq for Chess<D> {}

/// What makes no difference to the text makes none here.
impl<D: Draws> Hash for Chess<D> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.told().hash(state);
    }
}

const fn side(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}
