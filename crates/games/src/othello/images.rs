//! The symmetries of the board.

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
