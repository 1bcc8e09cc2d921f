//! The support of chess for selective search.

use super::draws::Draws;
use super::noisy::takes;
use super::past::Past;
use super::placement::piece_at;
use super::position::{Before, board_key};
use super::{Chess, Move};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_between_rays, get_bishop_moves, get_bishop_rays,
    get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};
use eldest::selective::Tactics;

/// There is no null move in check, nor with only king and pawns, where zugzwang is common. Check is
/// urgent. Quiet moves are those without capture or promotion.
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
        mv.promotion.is_none() && !takes(&self.board, mv)
    }

    #[inline]
    fn gains(&self, mv: Move, least: i32) -> bool {
        self.exchange_is_at_least(mv, least)
    }

    #[inline]
    fn endangers(&self, Move(mv): Move) -> bool {
        gives_check(&self.board, mv)
    }

    /// The piece that moves, and its target square.
    #[inline]
    fn kind(&self, Move(mv): Move) -> u16 {
        let piece = piece_at(&self.board, mv.from);
        1 + piece as u16 * 64 + mv.to as u16
    }
}

/// Returns whether the legal move `mv` gives check, by the moving piece or by one behind it.
/// Castling and en passant captures, which change more squares, are played to find out.
fn gives_check(board: &Board, mv: cozy_chess::Move) -> bool {
    let color = board.side_to_move();
    let piece = piece_at(board, mv.from);
    let is_castling = board.colors(color).has(mv.to);
    let is_passing =
        piece == Piece::Pawn && mv.from.file() != mv.to.file() && !board.occupied().has(mv.to);
    if is_castling || is_passing {
        let mut after = board.clone();
        after.play_unchecked(mv);
        return !after.checkers().is_empty();
    }
    let king = board.king(!color);
    let occupied = (board.occupied() & !mv.from.bitboard()) | mv.to.bitboard();
    let becomes = mv.promotion.unwrap_or(piece);
    attacks(becomes, mv.to, king, color, occupied) || uncovers(board, mv.from, king, occupied)
}

/// Returns whether `piece` attacks `king` from `square`; a king gives no check.
fn attacks(piece: Piece, square: Square, king: Square, color: Color, occupied: BitBoard) -> bool {
    let along =
        |rays: BitBoard| rays.has(square) && get_between_rays(square, king).is_disjoint(occupied);
    match piece {
        Piece::Pawn => get_pawn_attacks(square, color).has(king),
        Piece::Knight => get_knight_moves(square).has(king),
        Piece::Bishop => along(get_bishop_rays(king)),
        Piece::Rook => along(get_rook_rays(king)),
        Piece::Queen => along(get_bishop_rays(king) | get_rook_rays(king)),
        Piece::King => false,
    }
}

/// Returns whether a slider of the mover attacks `king` once a piece has left `from`.
fn uncovers(board: &Board, from: Square, king: Square, occupied: BitBoard) -> bool {
    let mine = board.colors(board.side_to_move()) & !from.bitboard();
    let sliders = |piece| mine & (board.pieces(piece) | board.pieces(Piece::Queen));
    if get_rook_rays(king).has(from) {
        !(get_rook_moves(king, occupied) & sliders(Piece::Rook)).is_empty()
    } else if get_bishop_rays(king).has(from) {
        !(get_bishop_moves(king, occupied) & sliders(Piece::Bishop)).is_empty()
    } else {
        false
    }
}
