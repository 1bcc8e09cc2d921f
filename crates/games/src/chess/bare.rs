//! Evaluates pieces without pawns against a bare king: the score rises as the king gets nearer to
//! being mated.
//!
//! This is the *mop-up* evaluation of Chess 4.5 (Slate and Atkin, "Chess 4.5: The Northwestern
//! University Chess Program", 1977): it drives the bare king from the centre, and brings the kings
//! together. With only a bishop and knights, mate is in the corners of the bishop's colour, so the
//! bare king is driven to the nearest of these. The page `docs/chess-evaluation.md` describes how
//! the weights were found.

use super::see::value;
use cozy_chess::{BitBoard, Board, Color, Piece, Square};

/// A step of the bare king away from the centre, in hundredths of a pawn.
const FROM_CENTRE: i32 = 30;
/// A step of the bare king towards a corner in which it is mated by bishop and knight.
const TO_CORNER: i32 = 200;
/// A bonus for more than a bishop and knights, as large as all steps to a corner. Without it, the
/// evaluation would prefer to give a piece away.
const NEEDS_NO_CORNER: i32 = FARTHEST * TO_CORNER;
/// A king's step that brings the kings together.
const TOGETHER: i32 = 20;
/// The largest distance between two squares, in king moves.
const FARTHEST: i32 = 7;

/// A fingerprint of [`worth`].
pub(super) const FINGERPRINT: u64 = (NEEDS_NO_CORNER as u64) << 48
    | (FROM_CENTRE as u64) << 36
    | (TO_CORNER as u64) << 20
    | TOGETHER as u64;

/// Returns the side with pieces, if no pawn is left and the other side has nothing but its king.
#[inline]
pub(super) fn ahead(board: &Board) -> Option<Color> {
    if !board.pieces(Piece::Pawn).is_empty() {
        return None;
    }
    let is_alone = |color| board.colors(color).len() == 1;
    match (is_alone(Color::White), is_alone(Color::Black)) {
        (false, true) => Some(Color::White),
        (true, false) => Some(Color::Black),
        _ => None,
    }
}

/// Returns the score of the pieces of `ahead` for that side, in hundredths of a pawn; 0 if they
/// cannot force mate.
#[cold]
pub(super) fn worth(board: &Board, ahead: Color) -> i32 {
    let [light, dark] = [BitBoard::LIGHT_SQUARES, BitBoard::DARK_SQUARES]
        .map(|squares| !(board.pieces(Piece::Bishop) & squares).is_empty());
    let majors = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let knights = board.pieces(Piece::Knight).len();
    let bare = board.king(!ahead);
    let driven = match (light, dark) {
        _ if !majors.is_empty() || (light && dark) => {
            let might_be_less = (light || dark) && knights > 0;
            FROM_CENTRE * from_centre(bare) + i32::from(might_be_less) * NEEDS_NO_CORNER
        }
        (true, false) if knights > 0 => TO_CORNER * near([Square::H1, Square::A8], bare),
        (false, true) if knights > 0 => TO_CORNER * near([Square::A1, Square::H8], bare),
        _ if knights > 2 => FROM_CENTRE * from_centre(bare),
        _ => return 0,
    };
    material(board) + driven + TOGETHER * (FARTHEST - kings_steps(board.king(ahead), bare))
}

/// Returns the material of all pieces, which belong to one side.
fn material(board: &Board) -> i32 {
    let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
    pieces.map(|piece| board.pieces(piece).len() as i32 * value(piece)).iter().sum()
}

/// Returns the distance of a square from the four central squares, in steps along files and ranks.
fn from_centre(square: Square) -> i32 {
    let along = |line: i32| (3 - line).max(line - 4);
    along(square.file() as i32) + along(square.rank() as i32)
}

/// Returns the nearness of `square` to the nearer of two opposite `corners`: the farthest distance
/// minus its own.
fn near(corners: [Square; 2], square: Square) -> i32 {
    let [one, other] = corners.map(|corner| steps(corner, square));
    FARTHEST - (one[0] + one[1]).min(other[0] + other[1])
}

fn kings_steps(from: Square, to: Square) -> i32 {
    let [files, ranks] = steps(from, to);
    files.max(ranks)
}

/// Returns the distances along files and along ranks.
fn steps(from: Square, to: Square) -> [i32; 2] {
    let apart = |from: i32, to: i32| (from - to).abs();
    [apart(from.file() as i32, to.file() as i32), apart(from.rank() as i32, to.rank() as i32)]
}
