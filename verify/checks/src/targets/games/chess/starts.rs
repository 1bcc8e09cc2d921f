//! Starting positions: known ones, endgames, a few pieces at random, and castling in Chess960.

use super::board::{ArrayBoard, EMPTY, read};
use arbitrary::{Result, Unstructured};

/// Positions near special events: castling on both sides, promotion, pawns that can or cannot be
/// taken en passant, mate, stalemate, dead positions, the hundredth ply, repetition.
const STARTS: [&str; 31] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 93 70",
    "8/4P1k1/8/8/8/8/1p2K3/8 b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9",
    "r3k2r/7p/8/1b6/6B1/8/P7/R3K2R w KQkq - 0 1",
    "r3k2r/1P4p1/8/8/8/8/1p4P1/R3K2R b KQkq - 0 1",
    "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
    "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1",
    "4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1",
    "4k3/3p4/8/2K1P3/8/8/8/8 b - - 0 1",
    "k7/3p4/8/4P3/8/6b1/7K/8 b - - 0 1",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
    "3rk3/8/8/3pP3/4P3/8/8/3K4 w - d6 0 2",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "7k/8/5QK1/8/8/8/8/8 w - - 0 1",
    "k7/8/1K6/8/8/8/8/7R w - - 97 80",
    "k7/P7/2K5/8/8/8/8/8 w - - 0 1",
    "8/8/4k3/8/8/3NK3/8/8 w - - 0 1",
    "8/8/4k1b1/4p3/8/3BK3/8/8 b - - 0 1",
    "k7/p1p5/P1P5/8/8/p1p5/P1P5/K7 w - - 0 1",
    "1k6/1p6/1P6/8/8/1p6/1P6/1K6 w - - 90 60",
    "2k5/P1P5/8/8/8/8/p1p5/2K5 w - - 0 1",
    "k7/8/1KR5/8/8/8/8/8 w - - 4 20",
    "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1",
    "3r2k1/3r4/8/8/8/8/8/R3K2R w KQ - 0 1",
    "r3k2r/8/8/8/8/8/3R4/3R2K1 b kq - 0 1",
    "7k/5KQ1/8/8/8/8/8/8 b - - 99 70",
    "7k/8/5K2/6Q1/8/8/8/8 w - - 99 70",
    "6rk/5Npp/8/8/8/8/8/K7 b - - 0 1",
];

pub(super) fn board(u: &mut Unstructured<'_>) -> Result<ArrayBoard> {
    match u.int_in_range(0..=STARTS.len() + 7)? {
        at if at < STARTS.len() => Ok(read(STARTS[at])),
        at if at < STARTS.len() + 4 => few_pieces(u),
        _ => castling(u),
    }
}

fn put(u: &mut Unstructured<'_>, board: &mut ArrayBoard, piece: u8) -> Result<()> {
    let square = u.int_in_range(0..=63)?;
    let pawn_at_end = piece.eq_ignore_ascii_case(&b'p') && !(8..56).contains(&square);
    if board.squares[square] == EMPTY && !pawn_at_end {
        board.squares[square] = piece;
    }
    Ok(())
}

/// Kings and up to six other pieces.
fn few_pieces(u: &mut Unstructured<'_>) -> Result<ArrayBoard> {
    let mut board = read("8/8/8/8/8/8/8/K6k w - - 0 1");
    board.squares.swap(0, u.int_in_range(0..=31)?);
    board.squares.swap(7, u.int_in_range(32..=63)?);
    for _ in 0..u.int_in_range(0..=6)? {
        let piece = *u.choose(b"PPpQqRrBbNn")?;
        put(u, &mut board, piece)?;
    }
    board.white = u.arbitrary()?;
    board.clock = *u.choose(&[0, 0, 60, 96])?;
    Ok(board)
}

/// Kings and rooks on their first ranks, as in Chess960, and a few other pieces.
fn castling(u: &mut Unstructured<'_>) -> Result<ArrayBoard> {
    let mut board = read("8/8/8/8/8/8/8/K6k w - - 0 1");
    board.squares = [EMPTY; 64];
    let (left, right) = (u.int_in_range(0..=5)?, u.int_in_range(0..=5)?);
    let long = left.min(right);
    let king = u.int_in_range(long + 1..=6)?;
    let short = u.int_in_range(king + 1..=7)?;
    for (home, letters) in [(0, *b"RKR"), (56, *b"rkr")] {
        for (file, letter) in [long, king, short].into_iter().zip(letters) {
            board.squares[home + file as usize] = letter;
        }
    }
    board.rights = [[Some(short), Some(long)]; 2];
    for _ in 0..u.int_in_range(0..=4)? {
        let piece = *u.choose(b"PpBbNnRr")?;
        put(u, &mut board, piece)?;
    }
    board.white = u.arbitrary()?;
    Ok(board)
}
