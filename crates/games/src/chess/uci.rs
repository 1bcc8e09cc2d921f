//! What programs say to each other about a game of chess: moves of the Universal Chess Interface (Rudolf Huber and
//! Stefan Meyer-Kahlen 2006), Chess960, and positions that are drawn but played on because nobody has claimed it.

use super::draws::Draws;
use super::fen::{self, Castling};
use super::past::Past;
use super::{Chess, Move};
use crate::notation::NotationError;
use cozy_chess::Board;
use cozy_chess::util::parse_uci_move;
use eldest::Moves;

/// The move that is written `text`, which has no capitals: `a7a8q`.
pub(super) fn read(board: &Board, text: &str) -> Option<cozy_chess::Move> {
    let is_small = !text.contains(|letter: char| letter.is_ascii_uppercase());
    parse_uci_move(board, text).ok().filter(|_| is_small)
}

impl<D: Draws> Chess<D> {
    /// A position of Chess960. Rights to castle are the files of the rooks (Shredder-FEN), or KQkq for the outermost
    /// rooks (X-FEN).
    ///
    /// # Errors
    /// Where `text` is not a position, and what would be right there.
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

    /// The position with rights to castle by the files of the rooks, as
    /// [`from_chess960`](Self::from_chess960) reads it.
    #[must_use]
    pub fn shredder_fen(&self) -> String {
        format!("{:#}", self.board)
    }

    /// The legal move `mv` as programs write it in Chess960: castling is the king taking his own rook.
    #[must_use]
    pub fn uci_chess960(&self, mv: Move) -> String {
        mv.0.to_string()
    }

    /// The moves that the laws allow, those of a position that is drawn included.
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

    /// The move that programs write `text`, in a position that is drawn too: programs need not claim a draw.
    /// Castling is read in both ways, the king taking his rook and the king going two squares.
    ///
    /// # Errors
    /// If it is not legal; the message lists those that are.
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

    /// The same position, as if nothing had been before: neither is it drawn by what went before, nor is anything
    /// that was before a repetition. For a game that goes on though a draw could be claimed.
    #[must_use]
    pub fn unclaimed(&self) -> Self {
        let mut board = self.board.clone();
        board.set_halfmove_clock(0);
        Self::of(board)
    }

    /// The same position in a game without repetition: none that was before counts, nor any that comes. In
    /// [`Full`](super::Full) chess, where else the table makes values approximate, a mate is then found if there
    /// is one, and is the shortest, as in [`Timeless`](super::Timeless) chess: its shortest line repeats nothing.
    #[must_use]
    pub fn without_repetition(mut self) -> Self {
        self.past.ignore();
        self
    }
}
