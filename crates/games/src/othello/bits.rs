//! Discs as bits: computes the legal moves, the discs that a move flips, and the images of a board.
//!
//! Bit 8·row + column, from the top left. Smaller boards use the top left corner; the squares
//! beyond stay empty. Four directions lead to higher bits and four to lower ones. Code that does
//! the same in four directions is vectorized on machines with shifts per lane of 256-bit words
//! (AVX2).

use std::array::from_fn;

/// All columns except the outer ones. Discs flipped in a direction other than vertical lie there,
/// so that a step does not wrap around the board.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;

/// The first column.
pub(super) const COLUMN: u64 = 0x0101_0101_0101_0101;

/// Moves all bits by one step. Positive steps are right, down and the two downward diagonals.
#[inline(always)]
pub(super) const fn step<const BY: i32>(bits: u64) -> u64 {
    if BY > 0 { bits << BY } else { bits >> -BY }
}

/// Returns the discs of `theirs` in unbroken lines that begin next to `from`, at most six in each.
#[inline(always)]
pub(super) const fn line<const BY: i32>(from: u64, theirs: u64) -> u64 {
    let theirs = if BY.abs() == 8 { theirs } else { theirs & INNER };
    let pairs = theirs & step::<BY>(theirs);
    let line = step::<BY>(from) & theirs;
    let line = line | step::<BY>(line) & theirs;
    let line = line | step::<BY>(step::<BY>(line)) & pairs;
    line | step::<BY>(step::<BY>(line)) & pairs
}

/// Returns the empty squares where a disc of `mine` flips some of `theirs`.
#[inline]
pub(super) const fn moves(mine: u64, theirs: u64, empty: u64) -> u64 {
    const fn ends<const BY: i32>(mine: u64, theirs: u64) -> u64 {
        step::<BY>(line::<BY>(mine, theirs))
    }
    let upright = ends::<8>(mine, theirs) | ends::<-8>(mine, theirs);
    let level = ends::<1>(mine, theirs) | ends::<-1>(mine, theirs);
    let across = ends::<7>(mine, theirs) | ends::<-7>(mine, theirs);
    let other = ends::<9>(mine, theirs) | ends::<-9>(mine, theirs);
    (upright | level | across | other) & empty
}

/// Returns the squares next to `bits` in any of the eight directions, and `bits`.
#[inline]
pub(super) const fn neighbours(bits: u64) -> u64 {
    const NOT_LEFT: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    let wide = bits | (bits << 1 & NOT_LEFT) | (bits & NOT_LEFT) >> 1;
    wide | wide << 8 | wide >> 8
}

/// Returns the quarters of a board of `size` rows with an odd number of `empty` squares: a player
/// that moves there first can also move there last (Brockington and Schaeffer, and every solver
/// since).
#[inline]
pub(super) fn odd_quarters(empty: u64, size: u32) -> u64 {
    let half = size / 2;
    let left = ((1_u64 << half) - 1) * COLUMN;
    let top = (1_u64 << (8 * half)) - 1;
    let odd = |mask: u64| if (empty & mask).count_ones() & 1 == 1 { mask } else { 0 };
    odd(left & top) | odd(!left & top) | odd(left & !top) | odd(!left & !top)
}

/// Returns a row of `bits`, from the left.
#[inline(always)]
pub(super) const fn row(bits: u64, row: u32) -> usize {
    (bits >> (8 * row) & 0xFF) as usize
}

/// Returns a column of `bits`, from the top: the multiplication gathers the lowest bits of the
/// bytes.
#[inline(always)]
pub(super) const fn column(bits: u64, column: u32) -> usize {
    ((bits >> column & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56) as usize
}

/// Returns the columns that have a bit; at most one bit in each.
#[inline(always)]
pub(super) const fn columns(bits: u64) -> usize {
    (bits.wrapping_mul(COLUMN) >> 56) as usize
}

/// The bit distances along lines: horizontal, the two diagonals, and vertical between them.
const STEPS: [u32; 4] = [1, 7, 8, 9];
/// The lines from each square to higher bits.
static UP: [[u64; 4]; 64] = rays(1);
/// The lines from each square to lower bits.
static DOWN: [[u64; 4]; 64] = rays(-1);

const fn rays(way: i32) -> [[u64; 4]; 64] {
    let mut rays = [[0; 4]; 64];
    let mut at = 0;
    while at < 64 {
        rays[at as usize] =
            [ray(at, 0, way), ray(at, way, -way), ray(at, way, 0), ray(at, way, way)];
        at += 1;
    }
    rays
}

/// Returns the squares from `at` to the edge, without `at`.
const fn ray(at: i32, down: i32, right: i32) -> u64 {
    let (mut row, mut column) = (at / 8 + down, at % 8 + right);
    let mut ray = 0;
    while 0 <= row && row < 8 && 0 <= column && column < 8 {
        ray |= 1 << (8 * row + column);
        (row, column) = (row + down, column + right);
    }
    ray
}

/// Returns the discs of `theirs` that a disc of `mine` on the square of the bit `at` flips.
#[inline(never)] // inlined, it is not vectorized and takes a fifth more time (docs/othello.md)
pub(super) fn flips(mine: u64, theirs: u64, at: u64) -> u64 {
    let square = at.trailing_zeros() as usize % 64; // avoids a bounds check
    let (up, down) = (&UP[square], &DOWN[square]);
    let both: [u64; 4] =
        from_fn(|i| flips_up(mine, theirs, up[i]) | flips_down(mine, theirs, down[i], STEPS[i]));
    both[0] | both[1] | both[2] | both[3]
}

/// Returns the flips on a line to higher bits: an addition carries through all of them to the next
/// square.
#[inline(always)]
fn flips_up(mine: u64, theirs: u64, ray: u64) -> u64 {
    let end = (theirs | !ray).wrapping_add(1) & ray & mine;
    end.wrapping_sub(u64::from(end != 0)) & ray
}

/// Returns the flips on a line to lower bits: the square that ends them is smeared over all squares
/// beyond.
#[inline(always)]
fn flips_down(mine: u64, theirs: u64, ray: u64, step: u32) -> u64 {
    let stop = ray & !theirs;
    let stop = stop | stop >> step;
    let stop = stop | stop >> (2 * step);
    let stop = stop | stop >> (4 * step);
    let line = ray & !stop;
    if line >> step & ray & mine == 0 { 0 } else { line }
}

/// The number of discs that a disc flips in a full row, by its column and the columns of `mine`.
static FLIPS_IN_ROW: [[u8; 256]; 8] = {
    let (mut flips, mut at) = ([[0; 256]; 8], 0);
    while at < 8 * 256 {
        flips[at / 256][at % 256] = flips_in_row(at as u32 / 256, at as u32 % 256);
        at += 1;
    }
    flips
};

const fn flips_in_row(column: u32, mine: u32) -> u8 {
    let (right, left) = (mine >> (column + 1), mine & ((1 << column) - 1));
    let to_right = if right == 0 { 0 } else { right.trailing_zeros() };
    let to_left = if left == 0 { 0 } else { column - 1 - left.ilog2() };
    (to_right + to_left) as u8
}

/// Returns the number of discs that a disc of `mine` flips on the square of the bit `at` where all
/// other squares of the board are full. Each line is read as a row.
#[inline]
pub(super) fn flips_of_last(mine: u64, at: u64) -> u32 {
    let square = at.trailing_zeros() as usize % 64; // avoids a bounds check
    let (down, right) = (square / 8, square % 8);
    let diagonal = |step: usize| columns((UP[square][step] | DOWN[square][step]) & mine);
    let level = FLIPS_IN_ROW[right][row(mine, down as u32)];
    let upright = FLIPS_IN_ROW[down][column(mine, right as u32)];
    let across = [diagonal(1), diagonal(3)].map(|line| FLIPS_IN_ROW[right][line]);
    u32::from(level + upright + across[0] + across[1])
}

/// Returns the images of `board`: by the four rotations, then mirrored.
#[inline]
pub(super) const fn images(board: u64) -> [u64; 8] {
    let (turned, across) = (board.reverse_bits(), transposed(board));
    let across_turned = across.reverse_bits();
    [
        board,
        across.swap_bytes(),
        turned,
        across_turned.swap_bytes(),
        board.swap_bytes(),
        across,
        turned.swap_bytes(),
        across_turned,
    ]
}

/// Transposes rows and columns: within blocks of two, of four, of eight (Warren, Hacker's Delight
/// 7-3).
const fn transposed(board: u64) -> u64 {
    const fn exchanged(board: u64, mask: u64, by: u32) -> u64 {
        let change = (board ^ board >> by) & mask;
        board ^ change ^ change << by
    }
    let board = exchanged(board, 0x00AA_00AA_00AA_00AA, 7);
    let board = exchanged(board, 0x0000_CCCC_0000_CCCC, 14);
    exchanged(board, 0x0000_0000_F0F0_F0F0, 28)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::{Empties, OthelloRules};
    use crate::{draw, each};

    /// The reference implementation, square by square.
    fn plainly(mine: u64, theirs: u64, at: u32) -> u64 {
        let mut all = 0;
        for (down, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        {
            let (mut row, mut column) = (at as i32 / 8 + down, at as i32 % 8 + right);
            let mut taken = 0;
            while (0..8).contains(&row) && (0..8).contains(&column) {
                let here = 1_u64 << (8 * row + column);
                if theirs & here == 0 {
                    all |= if mine & here == 0 { 0 } else { taken };
                    break;
                }
                taken |= here;
                (row, column) = (row + down, column + right);
            }
        }
        all
    }

    #[test]
    fn lines_are_followed_as_the_rules_say() {
        let mut bits = 1_u64;
        let mut random = || {
            bits = bits.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            bits ^ bits >> 29
        };
        for _ in 0..20_000 {
            let (mine, theirs) = (random(), random() | random());
            let (mine, theirs) = (mine & !theirs, theirs & !(random() & random()));
            let empty = !(mine | theirs);
            let mut playable = 0;
            for at in (0..64).filter(|at| empty >> at & 1 == 1) {
                let turned = flips(mine, theirs, 1 << at);
                assert_eq!(turned, plainly(mine, theirs, at), "{mine:#x} {theirs:#x} {at}");
                playable |= u64::from(turned != 0) << at;
            }
            assert_eq!(moves(mine, theirs, empty), playable, "{mine:#x} {theirs:#x}");
        }
    }

    /// On boards of all sizes, by flips in each direction.
    #[test]
    fn flips_of_the_last_square_are_counted() {
        for (size, number) in
            [4, 6, 8].into_iter().flat_map(|size| (0..5000).map(move |n| (size, n)))
        {
            let board = OthelloRules::new(size, Empties::Winner).expect("a size").board();
            let nth = draw(number, 1, board.count_ones().into()) as usize;
            let at = each(board).nth(nth).expect("a square");
            let mine = draw(number, 2, u64::MAX) & board & !at;
            let expected = flips(mine, board & !(mine | at), at).count_ones();
            assert_eq!(flips_of_last(mine, at), expected, "{mine:#x} {at:#x}");
        }
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        for at in 0..64_i32 {
            let near =
                |other: &i32| (other / 8 - at / 8).abs() <= 1 && (other % 8 - at % 8).abs() <= 1;
            let squares = (0..64).filter(near).fold(0, |bits, other| bits | 1_u64 << other);
            assert_eq!(neighbours(1 << at) | 1 << at, squares, "{at}");
        }
    }

    #[test]
    fn an_image_is_what_it_is_square_by_square() {
        let square = |row: u32, column: u32| 1_u64 << (8 * row + column);
        for (row, column) in (0..8).flat_map(|row| (0..8).map(move |column| (row, column))) {
            let expected = [
                square(row, column),
                square(7 - column, row),
                square(7 - row, 7 - column),
                square(column, 7 - row),
                square(7 - row, column),
                square(column, row),
                square(row, 7 - column),
                square(7 - column, 7 - row),
            ];
            assert_eq!(images(square(row, column)), expected);
        }
    }
}
