//! The binary code of a position, the same for all mirror images.

use super::{Othello, Rules};
use eldest::Side;

/// Writes the rows of X, then of O, a byte each, column a in the lowest bit; then 0 if X is to
/// move, else 1. Uses the lexicographically least of the eight mirror images.
pub(super) fn encode(position: &Othello, out: &mut Vec<u8>) {
    let Othello { mine, theirs, side, rules, .. } = *position;
    let both = if side == Side::First { [mine, theirs] } else { [theirs, mine] };
    let rows = |image: fn(u64) -> u64| {
        let size = rules.size() as usize;
        // Images of a smaller board lie in another corner.
        both.map(|discs| to_corner(image(discs), image(rules.board())).to_le_bytes()).map(
            |mut rows| {
                rows[size..].fill(0);
                rows
            },
        )
    };
    let least = IMAGES.map(rows).into_iter().min().expect("eight images");
    least.iter().for_each(|rows| out.extend_from_slice(&rows[..rules.size() as usize]));
    out.push(side as u8);
}

/// Returns the position with this code; `None` if there is none.
pub(super) fn decode(rules: Rules, code: &[u8]) -> Option<Othello> {
    let size = rules.size() as usize;
    let (&side, rows) = code.split_last().filter(|(_, rows)| rows.len() == 2 * size)?;
    let word = |rows: &[u8]| rows.iter().rev().fold(0, |word, &row| word << 8 | u64::from(row));
    let (first, second) = (word(&rows[..size]), word(&rows[size..]));
    let fits = (first | second) & !rules.board() == 0 && first & second == 0;
    fits.then_some(())?;
    match side {
        0 => Some(Othello::of(first, second, Side::First, rules)),
        1 => Some(Othello::of(second, first, Side::Second, rules)),
        _ => None,
    }
}

/// The symmetries of the square.
const IMAGES: [fn(u64) -> u64; 8] = [
    |board| board,
    u64::swap_bytes,
    u64::reverse_bits,
    |board| board.reverse_bits().swap_bytes(),
    transposed,
    |board| transposed(board).swap_bytes(),
    |board| transposed(board).reverse_bits(),
    |board| transposed(board).reverse_bits().swap_bytes(),
];

/// Shifts `discs` by the distance of `board` from the top left corner.
fn to_corner(discs: u64, board: u64) -> u64 {
    discs >> board.trailing_zeros()
}

/// Transposes rows and columns: within blocks of two, of four, of eight (Warren, Hacker's Delight
/// 7-3).
fn transposed(board: u64) -> u64 {
    let exchanged = |board: u64, mask: u64, by: u32| {
        let change = (board ^ board >> by) & mask;
        board ^ change ^ change << by
    };
    let board = exchanged(board, 0x00AA_00AA_00AA_00AA, 7);
    let board = exchanged(board, 0x0000_CCCC_0000_CCCC, 14);
    exchanged(board, 0x0000_0000_F0F0_F0F0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use eldest::{Moves, Position};

    #[test]
    fn an_image_is_what_it_is_square_by_square() {
        let square = |row: u32, column: u32| 1_u64 << (8 * row + column);
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let images = [
                square(row, column),
                square(7 - row, column),
                square(7 - row, 7 - column),
                square(row, 7 - column),
                square(column, row),
                square(7 - column, row),
                square(7 - column, 7 - row),
                square(column, 7 - row),
            ];
            assert_eq!(IMAGES.map(|image| image(square(row, column))), images);
        }
    }

    #[test]
    fn the_first_moves_have_one_code() {
        for size in ["4x4", "6x6", "8x8"] {
            let start = Othello::new(size.parse().unwrap());
            let codes = Moves::collect(|out| start.moves(out)).into_iter().map(|mv| {
                let (mut child, mut code) = (start, Vec::new());
                child.play(mv);
                Notation::encode(&child, &mut code);
                code
            });
            let codes: std::collections::HashSet<_> = codes.collect();
            assert_eq!(codes.len(), 1, "{size}");
        }
    }
}
