//! What stands on a square.

use cozy_chess::{Board, Piece, Square};

/// What stands on an occupied square; if nothing does, a pawn, or a panic in debug builds. Asked for every move, and nothing foretells
/// the answer: so it is added up, where a search through the kinds of pieces would branch.
#[inline]
pub(super) fn piece_at(board: &Board, square: Square) -> Piece {
    debug_assert!(board.occupied().has(square), "nothing stands on {square}");
    let is = |piece| usize::from(board.pieces(piece).has(square));
    Piece::ALL[(1..Piece::NUM).map(|number| number * is(Piece::ALL[number])).sum::<usize>()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_seen() {
        let board = Board::default();
        for square in board.occupied() {
            assert_eq!(Some(piece_at(&board, square)), board.piece_on(square));
        }
    }
}
