//! What an advantage counts in the endgame: there are those that cannot be won.

use super::terms::PAWNS;
use super::weights::SCALES as VALUES;
use crate::chess::see::value;
use cozy_chess::{BitBoard, Board, Color, Piece};

/// What 1 is.
pub const WHOLE: i32 = 64;
/// A minor piece more, and no pawn, is seldom enough.
const TOO_FEW: i32 = value(Piece::Knight);

/// `endgame` as it counts on this board.
#[inline]
pub(super) fn scaled(board: &Board, endgame: i32) -> i32 {
    let ahead = if endgame > 0 { Color::White } else { Color::Black };
    endgame * i32::from(VALUES[number(board, ahead)]) / WHOLE
}

/// The number of the scale that counts if `ahead` is ahead: the first if it has no pawn and at most a minor piece more; then,
/// by its pawns, those with bishops on squares of different colours and nothing else, with other pieces beside such
/// bishops, and all other ones. More than a minor piece is worth no less without a pawn than with one: where nothing is
/// left to be played for there are hardly any positions of games to tell.
#[inline]
pub(super) fn number(board: &Board, ahead: Color) -> usize {
    let pawns = board.colored_pieces(ahead, Piece::Pawn).len() as usize;
    if pawns == 0 && pieces(board, ahead) <= pieces(board, !ahead) + TOO_FEW {
        return 0;
    }
    1 + kind(board) * PAWNS + pawns.clamp(1, PAWNS) - 1
}

#[inline]
fn kind(board: &Board) -> usize {
    let bishops = board.pieces(Piece::Bishop);
    let of = |color| (bishops & board.colors(color)).len();
    let is_opposite = of(Color::White) == 1
        && of(Color::Black) == 1
        && (bishops & BitBoard::LIGHT_SQUARES).len() == 1;
    let others =
        board.pieces(Piece::Knight) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    match (is_opposite, others.is_empty()) {
        (true, true) => 0,
        (true, false) => 1,
        _ => 2,
    }
}

/// What the pieces of `color` are worth, without its pawns.
fn pieces(board: &Board, color: Color) -> i32 {
    let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    pieces.map(|piece| board.colored_pieces(color, piece).len() as i32 * value(piece)).iter().sum()
}
