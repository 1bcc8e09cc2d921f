//! Men as small codes, and their attacks.
//!
//! Squares are numbers from 0 (a1) to 63 (h8), and sets of squares are words, as in `cozy-chess`.

use cozy_chess::{
    BitBoard, Color, Piece, Square, get_between_rays, get_bishop_moves, get_bishop_rays,
    get_king_moves, get_knight_moves, get_pawn_attacks, get_rook_moves, get_rook_rays,
};

/// The code of no man.
pub(super) const NONE: u8 = 0;
pub(super) const QUEEN: u8 = 1;
pub(super) const ROOK: u8 = 2;
pub(super) const BISHOP: u8 = 3;
pub(super) const KNIGHT: u8 = 4;
pub(super) const PAWN: u8 = 5;
/// The number of kinds without the king, which is the difference between the codes of the colours.
pub(super) const KINDS: u8 = 5;
/// The codes of the kings.
pub(super) const KINGS: [u8; 2] = [11, 12];
/// The number of codes, rounded up.
const CODES: usize = 16;

/// The last ranks of both sides.
pub(super) const LAST_RANKS: u64 = 0xFF00_0000_0000_00FF;

/// The square that no pawn is behind.
pub(super) const NOWHERE: u8 = 64;

/// The kind of each code; 0 for kings.
static KIND: [u8; CODES] = {
    let mut kinds = [0; CODES];
    let mut code = 1;
    while code <= 2 * KINDS {
        kinds[code as usize] = (code - 1) % KINDS + 1;
        code += 1;
    }
    kinds
};

/// The squares that a man attacks on an empty board, by code and square.
static REACH: [[u64; 64]; CODES] = {
    let mut reach = [[0; 64]; CODES];
    let mut code = 1;
    while code <= KINGS[1] {
        let mut square = 0;
        while square < 64 {
            reach[code as usize][square] = on_empty_board(code, Square::index_const(square)).0;
            square += 1;
        }
        code += 1;
    }
    reach
};

const fn on_empty_board(code: u8, square: Square) -> BitBoard {
    let color = if color_of(code) == 0 { Color::White } else { Color::Black };
    match if code > 2 * KINDS { NONE } else { (code - 1) % KINDS + 1 } {
        QUEEN => BitBoard(get_rook_rays(square).0 | get_bishop_rays(square).0),
        ROOK => get_rook_rays(square),
        BISHOP => get_bishop_rays(square),
        KNIGHT => get_knight_moves(square),
        PAWN => get_pawn_attacks(square, color),
        _ => get_king_moves(square),
    }
}

/// Returns the code of a man that is no king.
pub(super) const fn code(color: usize, kind: u8) -> u8 {
    kind + KINDS * color as u8
}

/// Returns 0 for a man of White, 1 for one of Black.
#[inline(always)]
pub(super) const fn color_of(code: u8) -> usize {
    const BLACK: u16 = 1 << KINGS[1] | 0b11111 << (KINDS + 1);
    (BLACK >> (code & 15) & 1) as usize
}

/// Returns the kind of a man; 0 for kings.
#[inline(always)]
pub(super) fn kind_of(code: u8) -> u8 {
    KIND[usize::from(code & 15)]
}

/// Returns the man with this code in terms of `cozy-chess`.
pub(super) fn to_piece(code: u8) -> (Piece, Color) {
    let color = if color_of(code) == 0 { Color::White } else { Color::Black };
    let piece = match kind_of(code) {
        QUEEN => Piece::Queen,
        ROOK => Piece::Rook,
        BISHOP => Piece::Bishop,
        KNIGHT => Piece::Knight,
        PAWN => Piece::Pawn,
        _ => Piece::King,
    };
    (piece, color)
}

#[inline(always)]
pub(super) const fn square(number: u8) -> Square {
    Square::ALL[(number & 63) as usize]
}

#[inline(always)]
pub(super) const fn bit(square: u8) -> u64 {
    1 << (square & 63)
}

/// Returns the squares of a set, the lowest first.
#[inline(always)]
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as u8;
        let some = set != 0;
        set &= set.wrapping_sub(1);
        some.then_some(lowest)
    })
}

/// Returns the squares that a man attacks on an empty board.
#[inline(always)]
pub(super) fn reach(code: u8, from: u8) -> u64 {
    REACH[usize::from(code & 15)][usize::from(from & 63)]
}

/// Returns the squares between two squares on a line.
#[inline(always)]
pub(super) fn between(one: u8, other: u8) -> u64 {
    get_between_rays(square(one), square(other)).0
}

/// Returns the squares that a man attacks.
#[inline(always)]
pub(super) fn attacks(code: u8, from: u8, occupied: u64) -> u64 {
    let rook = || get_rook_moves(square(from), BitBoard(occupied)).0;
    let bishop = || get_bishop_moves(square(from), BitBoard(occupied)).0;
    match kind_of(code) {
        QUEEN => rook() | bishop(),
        ROOK => rook(),
        BISHOP => bishop(),
        _ => reach(code, from),
    }
}

/// Returns whether a man attacks a square.
#[inline(always)]
pub(super) fn hits(code: u8, from: u8, to: u8, occupied: u64) -> bool {
    reach(code, from) & bit(to) != 0 && between(from, to) & occupied == 0
}
