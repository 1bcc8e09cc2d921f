//! [`undominated`]: the moves without those that are no better than others.
//!
//! A free square that a side cannot use can only help its opponent.
//!
//! **The ends of a run.** Let a, b and c be the first squares of a run in the direction of the
//! mover, of which the opponent cannot reach c. Then the domino on a and b is as good as the one on
//! b and c, or better. The positions after them differ in c, free after the first, and a, free
//! after the second. After the second the mover cannot use a, so without a it does no worse; and
//! with c, which the opponent cannot use, no worse again. This is the position after the first. The
//! same is true of the last squares of a run.
//!
//! **Spare moves.** Where the opponent cannot reach any square of a run, only the number of
//! dominoes that still fit counts. Each domino takes at least one from the sum over all such runs.
//! The first of a run takes no more, so one such move suffices.

use super::Size;
use super::set::Set;
use eldest::Side;

/// Returns the upper or left halves of the moves of `side` that can be better than all others.
#[inline(always)]
pub(super) fn undominated<const WORDS: usize>(
    board: Size<WORDS>,
    free: Set<WORDS>,
    side: Side,
) -> Set<WORDS> {
    let (ahead, behind) = (|b| board.ahead(b, side), |b| board.behind(b, side));
    let (halves, reach) = (board.dominoes(free, side), board.reach(free, side.other()));
    let safe = free & !reach;
    let (first, last) = (halves & !ahead(free), halves & !behind(behind(free)));
    let (second, last_but_one) = (ahead(first) & behind(safe), behind(last) & safe);
    // Of two that are no better than each other, in a run of three squares, the first stays.
    let dominated = second | last_but_one & !(first & behind(second));
    let spare = halves & !connected(board, free, reach, side);
    halves & !dominated & !(spare ^ spare.lowest())
}

/// Returns the squares of the runs in the direction of `side` that have a square in `seeds`.
#[inline(always)]
fn connected<const WORDS: usize>(
    board: Size<WORDS>,
    free: Set<WORDS>,
    mut seeds: Set<WORDS>,
    side: Side,
) -> Set<WORDS> {
    loop {
        let more = seeds | board.beside(seeds, side) & free;
        if more == seeds {
            return seeds;
        }
        seeds = more;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mix;

    /// Returns whether `side` wins if it moves first, by search alone, with these first moves.
    fn wins(board: Size, free: Set<1>, side: Side, halves: Set<1>) -> bool {
        halves.each().any(|half| {
            let (left, other) = (free & !board.covered(half, side), side.other());
            !wins(board, left, other, board.dominoes(left, other))
        })
    }

    #[test]
    fn some_best_move_is_not_dominated() {
        let mut left_out = 0;
        for (n, board) in
            ["4x4", "1x9", "7x2", "3x5", "5x3"].into_iter().cycle().take(1_500).enumerate()
        {
            let board: Size = board.parse().expect("a board");
            let n = n as u64;
            let free = board.useful(board.empty() & Set::from_words([mix(n) | mix(!n)]));
            for side in [Side::First, Side::Second] {
                let (all, some) = (board.dominoes(free, side), undominated(board, free, side));
                assert_eq!(some & !all, Set::NONE, "{board} {free:?}");
                assert_eq!(
                    wins(board, free, side, some),
                    wins(board, free, side, all),
                    "{board} {free:?}"
                );
                left_out += (all & !some).len();
            }
        }
        assert!(left_out > 500, "{left_out}");
    }

    #[test]
    fn dominated_moves_are_left_out() {
        let best = |board: Size, free| {
            let [halves] = undominated(board, Set::from_words([free]), Side::First).to_words();
            halves
        };
        let column = Size::new(8, 1).expect("a board");
        assert_eq!(best(column, 0b_0111_0111), 1, "spare moves: one is enough");
        // The left column with both squares on the right of its ends, and with the lower one only.
        let board = Size::new(4, 2).expect("a board");
        assert_eq!(best(board, 0b_11_01_01_11), 0b_00_01_00_01);
        assert_eq!(best(board, 0b_11_01_01_01), 0b_00_01_00_01);
        // A run of three squares: the opponent reaches its first or its last one.
        assert_eq!(best(board, 0b_00_01_01_11), 1);
        assert_eq!(best(board, 0b_00_11_01_01), 0b_00_00_01_00);
    }
}
