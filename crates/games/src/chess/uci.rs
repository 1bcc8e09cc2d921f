//! Support for the Universal Chess Interface (Rudolf Huber and Stefan Meyer-Kahlen 2006): its
//! moves, Chess960, and games that continue because no player has claimed a draw.

use super::draws::Draws;
use super::fen::{self, Castling};
use super::past::Past;
use super::{Chess, Move};
use crate::notation::NotationError;
use cozy_chess::Board;
use cozy_chess::util::parse_uci_move;
use eldest::Moves;

/// Reads a move in UCI notation, which has no capitals: `a7a8q`.
pub(super) fn read(board: &Board, text: &str) -> Option<cozy_chess::Move> {
    let is_small = !text.contains(|letter: char| letter.is_ascii_uppercase());
    parse_uci_move(board, text).ok().filter(|_| is_small)
}

impl<D: Draws> Chess<D> {
    /// Reads a position of Chess960. Castling rights are the files of the rooks (Shredder-FEN), or
    /// KQkq for the outermost rooks (X-FEN).
    ///
    /// # Errors
    /// The place where `text` is not a position, and what was expected there.
    ///
    /// ```
    /// use eldest_games::chess::Chess;
    ///
    /// let position: Chess = Chess::from_chess960("1k6/8/8/8/8/8/8/RK3R2 w FA - 0 1").unwrap();
    /// let castles = position.parse_uci("b1f1").unwrap();
    /// assert_eq!(position.san(castles), "O-O");
    /// assert_eq!(position.uci_chess960(castles), "b1f1");
    /// assert_eq!(position.shredder_fen(), "1k6/8/8/8/8/8/8/RK3R2 w FA - 0 1");
    /// ```
    pub fn from_chess960(text: &str) -> Result<Self, NotationError> {
        fen::read(text, Castling::Anywhere).map(Self::of)
    }

    /// Writes the position with castling rights as files of the rooks, as
    /// [`from_chess960`](Self::from_chess960) reads it.
    #[must_use]
    pub fn shredder_fen(&self) -> String {
        format!("{:#}", self.board)
    }

    /// Writes the legal move `mv` in the UCI notation of Chess960: castling is the king capturing
    /// its own rook.
    #[must_use]
    pub fn uci_chess960(&self, mv: Move) -> String {
        mv.0.to_string()
    }

    /// Returns the legal moves, also in a drawn position.
    ///
    /// ```
    /// use eldest_games::chess::Chess;
    ///
    /// let dead: Chess = "8/8/4k3/8/8/3K4/8/8 w - - 0 1".parse().unwrap();
    /// assert_eq!(dead.legal_moves().len(), 8);
    /// ```
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        Moves::collect(|out| self.push_all(out))
    }

    /// Reads a legal move in UCI notation, also in a drawn position, because programs need not
    /// claim a draw. Castling is read in both forms, the king capturing its rook and the king
    /// moving two squares.
    ///
    /// # Errors
    /// If the move is not legal. The message lists the legal moves.
    ///
    /// ```
    /// use eldest_games::chess::Chess;
    ///
    /// let start: Chess = Chess::new();
    /// assert!(start.parse_uci("e2e4").is_ok());
    /// let error = start.parse_uci("e2e5").unwrap_err().to_string();
    /// assert!(error.starts_with("column 1: 'e2e5' is not a legal move here; expected one of a2a3 "));
    /// ```
    pub fn parse_uci(&self, text: &str) -> Result<Move, NotationError> {
        let legal = read(&self.board, text).filter(|mv| self.board.is_legal(*mv)).map(Move);
        let names = || self.legal_moves().into_iter().map(|mv| self.uci(mv));
        legal.ok_or_else(|| NotationError::none_of(names(), text))
    }

    /// Returns the same position without history: the clock is 0, and no earlier position counts
    /// for repetition. For a game that continues although a draw could be claimed.
    #[must_use]
    pub fn unclaimed(&self) -> Self {
        let mut board = self.board.clone();
        board.set_halfmove_clock(0);
        Self::of(board)
    }

    /// Returns the same position without repetition, for earlier and for later positions. In
    /// [`Full`](super::Full) chess, where the table otherwise makes values approximate, the search
    /// then finds a mate if there is one, and the shortest, as in [`Timeless`](super::Timeless)
    /// chess: the shortest line to mate repeats nothing.
    #[must_use]
    pub fn without_repetition(mut self) -> Self {
        self.past.ignore();
        self
    }
}
