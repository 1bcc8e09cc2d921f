//! The binary code of a position, the same for all mirror images.

use super::bits::images;
use super::{Othello, OthelloRules};
use eldest::Side;

/// Writes the rows of X, then of O, a byte each, column a in the lowest bit; then 0 if X is to
/// move, else 1. Uses the lexicographically least of the eight mirror images.
pub(super) fn encode(position: &Othello, out: &mut Vec<u8>) {
    let Othello { mine, theirs, side, rules, .. } = *position;
    let both = if side == Side::First { [mine, theirs] } else { [theirs, mine] };
    let size = rules.size() as usize;
    let (discs, boards) = (both.map(images), images(rules.board()));
    // Images of a smaller board lie in another corner.
    let rows = |image: usize| {
        discs.map(|discs| {
            let mut rows = to_corner(discs[image], boards[image]).to_le_bytes();
            rows[size..].fill(0);
            rows
        })
    };
    let least = (0..8).map(rows).min().expect("eight images");
    least.iter().for_each(|rows| out.extend_from_slice(&rows[..rules.size() as usize]));
    out.push(side as u8);
}

/// Returns the position with this code; `None` if there is none.
pub(super) fn decode(rules: OthelloRules, code: &[u8]) -> Option<Othello> {
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

/// Shifts `discs` by the distance of `board` from the top left corner.
fn to_corner(discs: u64, board: u64) -> u64 {
    discs >> board.trailing_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Notation;
    use eldest::{Moves, Position};

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
