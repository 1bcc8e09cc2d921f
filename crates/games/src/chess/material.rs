//! What can be told from the pieces that are left.

use cozy_chess::{BitBoard, Board, Color, Piece, Rank};

/// Whether no sequence of moves can give mate: a single knight is left beside the kings, or only bishops (or
/// nobody) on squares of one colour.
#[inline]
pub(super) fn is_dead(board: &Board) -> bool {
    let pieces = |piece| board.pieces(piece);
    if !(pieces(Piece::Pawn) | pieces(Piece::Rook) | pieces(Piece::Queen)).is_empty() {
        return false;
    }
    let (knights, bishops) = (pieces(Piece::Knight), pieces(Piece::Bishop));
    let one_colour =
        bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES);
    match knights.len() {
        0 => one_colour,
        1 => bishops.is_empty(),
        _ => false,
    }
}

/// An upper bound on the moves to come that cannot be taken back: everything is taken but the kings, and
/// every pawn goes to its last square step by step.
pub(super) fn irreversible_moves_left(board: &Board) -> u32 {
    let takes = board.occupied().len() - 2;
    let steps = |color: Color| {
        let pawns = board.colored_pieces(color, Piece::Pawn);
        pawns
            .iter()
            .map(move |pawn| (Rank::Eighth.relative_to(color) as u32).abs_diff(pawn.rank() as u32))
    };
    takes + steps(Color::White).chain(steps(Color::Black)).sum::<u32>()
}
