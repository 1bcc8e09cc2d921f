//! What a selective search asks of chess.

use super::draws::Draws;
use super::noisy::taken;
use super::past::Past;
use super::position::{Before, board_key};
use super::{Chess, Move};
use cozy_chess::Piece;
use eldest::selective::Tactics;

/// Who has king and pawns alone, or is in check, does not pass: there zugzwang is common. Urgent is check. Quiet are
/// moves that take nothing and make no piece of a pawn.
///
/// ```
/// use eldest::Position;
/// use eldest::selective::Tactics;
/// use eldest_games::chess::Chess;
///
/// let mut start: Chess = Chess::new();
/// let (side, passed) = (start.side(), start.pass().unwrap());
/// assert_ne!(start.side(), side);
/// start.take_back_pass(passed);
/// assert_eq!(start, Chess::new());
/// let mut pawns: Chess = "4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1".parse().unwrap();
/// assert!(pawns.pass().is_none());
/// ```
impl<D: Draws> Tactics for Chess<D> {
    fn pass(&mut self) -> Option<Before> {
        let board = &self.board;
        let mine = board.colors(board.side_to_move());
        let pieces = mine & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King);
        let passed = board.null_move().filter(|_| !pieces.is_empty())?;
        self.past.push(|| board_key(board));
        Some(Before(std::mem::replace(&mut self.board, passed)))
    }

    fn take_back_pass(&mut self, before: Before) {
        self.go_back(before);
    }

    #[inline]
    fn is_urgent(&self) -> bool {
        self.in_check()
    }

    #[inline]
    fn is_quiet(&self, Move(mv): Move) -> bool {
        let piece = self.board.piece_on(mv.from).expect("a piece that moves");
        mv.promotion.is_none() && taken(&self.board, piece, mv).is_none()
    }

    #[inline]
    fn gains(&self, mv: Move, least: i32) -> bool {
        self.exchange_is_at_least(mv, least)
    }

    /// The piece that moves, and where it goes.
    #[inline]
    fn kind(&self, Move(mv): Move) -> u16 {
        let piece = self.board.piece_on(mv.from).expect("a piece that moves");
        1 + piece as u16 * 64 + mv.to as u16
    }
}
