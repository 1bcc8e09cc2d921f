//! Move ordering: the table's move first, then by the game's ranks; among moves of equal rank
//! killers, the countermove, history.
//!
//! Ordering never changes a value.

use super::worker::{Move, SearchTypes, Worker};
use crate::Depth;
use crate::position::{Position, Ranked, sort_by_rank};

/// The rank of the table's move.
pub(crate) const TABLE_MOVE: i32 = i32::MAX;
/// The game's ranks are clamped to this range.
pub(super) const MOST_RANK: i32 = 1_000_000;
/// Learnt ordering, which decides between moves of equal rank.
pub(super) const FIRST_KILLER: i32 = 2047;
pub(super) const SECOND_KILLER: i32 = 2046;
pub(super) const COUNTERMOVE: i32 = 2045;
pub(super) const STEP: i32 = 2048;
/// The points of history that make one point here.
const HISTORY_POINTS: i32 = 8;

/// Lists up to this long are sorted by insertion.
const SHORT: usize = 24;

impl<C: SearchTypes> Worker<C> {
    /// Sorts the moves from `first` on, the most promising first; `table_move` is the table's move
    /// code.
    #[inline(always)]
    pub(crate) fn order(&mut self, first: usize, table_move: u16) {
        self.rank(first);
        let moves = &mut self.path.moves[first..];
        if table_move != 0 && self.options.table_move {
            let tabled = moves
                .iter_mut()
                .find(|ranked| self.path.position.move_code(ranked.mv) == table_move);
            tabled.into_iter().for_each(|ranked| ranked.rank = TABLE_MOVE);
        }
        sort(moves);
    }

    /// Replaces the game's own ranks as the options require.
    #[inline(always)]
    pub(super) fn rank(&mut self, first: usize) {
        if self.ordering.reranks {
            self.rerank(first);
        }
    }

    fn rerank(&mut self, first: usize) {
        if !self.options.ranks {
            self.path.moves[first..].iter_mut().for_each(|ranked| ranked.rank = 0);
        }
        if self.learns_signs() {
            self.add_signed_memory(first);
        } else if self.ordering.learns {
            self.add_memory(first);
        }
    }

    /// Orders moves of equal rank by the worker's memory.
    fn add_memory(&mut self, first: usize) {
        let (side, memory, options) =
            (self.path.position.side(), &self.ordering.memory, &self.options);
        let [killer, second] =
            if options.killers { memory.killers(side, self.path.ply) } else { [0; 2] };
        let counter = if options.countermove { memory.countermove(side, self.path.ply) } else { 0 };
        for ranked in &mut self.path.moves[first..] {
            let move_code = self.path.position.move_code(ranked.mv);
            let learnt = match move_code {
                0 => 0,
                _ if move_code == killer => FIRST_KILLER,
                _ if move_code == second => SECOND_KILLER,
                _ if move_code == counter => COUNTERMOVE,
                _ if options.history => worth(memory.history(side, move_code)),
                _ => 0,
            };
            ranked.rank = ranked.rank.clamp(-MOST_RANK, MOST_RANK) * STEP + learnt;
        }
    }

    /// Remembers that `mv` gave a cutoff at `depth`.
    #[cold]
    pub(crate) fn reward(&mut self, mv: Move<C>, depth: Depth) {
        let (side, move_code) = (self.path.position.side(), self.path.position.move_code(mv));
        let spared = depth.to_plies().map_or(8, i32::from);
        if move_code != 0 {
            self.ordering.memory.reward(
                side,
                self.path.ply,
                move_code,
                spared.min(32).pow(2).max(1),
            );
        }
    }
}

/// Converts points of history; the result is always below a countermove.
#[inline(always)]
fn worth(history: i32) -> i32 {
    (history / HISTORY_POINTS).min(COUNTERMOVE - 1)
}

/// Sorts by rank, the highest first, with equal ranks in their order. Lists are short: insertion
/// beats the library's sort by a sixth of all instructions of a node.
#[inline(always)]
pub(super) fn sort<M: Copy>(moves: &mut [Ranked<M>]) {
    if moves.len() > SHORT {
        return sort_by_rank(moves);
    }
    for end in 1..moves.len() {
        let (ranked, mut at) = (moves[end], end);
        while at > 0 && moves[at - 1].rank < ranked.rank {
            moves[at] = moves[at - 1];
            at -= 1;
        }
        moves[at] = ranked;
    }
}

/// Brings the first move of the highest rank to the front, where [`sort`] would put it, and leaves
/// the others in their order.
pub(super) fn bring_best<M: Copy>(moves: &mut [Ranked<M>]) {
    // `max_by_key` returns the last maximum, hence the reversal.
    let best = (0..moves.len()).rev().max_by_key(|&at| moves[at].rank);
    best.into_iter().for_each(|best| moves[..=best].rotate_right(1));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_history_is_worth_a_countermove() {
        assert_eq!([0, 7, 8, 8_000].map(worth), [0, 0, 1, 1_000]);
        assert_eq!([16_351, 16_352, 16_384].map(worth), [2_043, 2_044, 2_044]);
    }

    #[test]
    fn all_ways_to_sort_are_stable_and_descending() {
        for length in [0, 1, 2, 7, SHORT, SHORT + 1, 100] {
            let ranks = (0..length).map(|i| (i * 7919 % 13) as i32);
            let mut moves: Vec<_> =
                ranks.enumerate().map(|(mv, rank)| Ranked { mv, rank }).collect();
            let mut by_halves = moves.clone();
            bring_best(&mut by_halves);
            by_halves.get_mut(1..).into_iter().for_each(sort);
            sort(&mut moves);
            assert_eq!(by_halves, moves);
            let ordered =
                |pair: &[Ranked<usize>]| (pair[1].rank, pair[0].mv) < (pair[0].rank, pair[1].mv);
            assert!(moves.windows(2).all(ordered), "{moves:?}");
        }
    }
}
