//! [`PawnCache`]: what pawns and kings are worth, found out once for many positions.

use super::pawns::{Pawns, pawns};
use super::sum::Sum;
use super::weight::Weight;
use cozy_chess::{Board, Color, Piece};
use std::cell::Cell;

/// So many entries; a power of two.
const SIZE: usize = 4096;

/// Pawns of both sides and the squares of both kings: all that the terms behind it look at.
type Key = (u64, u64, u16);

#[derive(Copy, Clone, Debug, Default)]
struct Entry {
    key: Key,
    worth: Weight,
    pawns: Pawns,
}

/// A worker's own, so nobody waits for another. Keys are the pawns themselves: no entry is taken for another.
#[derive(Clone, Debug)]
pub(super) struct PawnCache(Box<[Cell<Entry>]>);

impl PawnCache {
    pub(super) fn new() -> Self {
        // No position has both kings on one square: an entry that nobody has written is never found.
        Self(vec![Cell::default(); SIZE].into())
    }

    #[inline]
    pub(super) fn get(&self, board: &Board) -> (Weight, Pawns) {
        let key = key(board);
        let cell = &self.0[slot(key)];
        let mut entry = cell.get();
        if entry.key != key {
            let mut sum = Sum::default();
            let pawns = pawns(board, &mut sum);
            entry = Entry { key, worth: sum.0, pawns };
            cell.set(entry);
        }
        (entry.worth, entry.pawns)
    }
}

#[inline]
fn key(board: &Board) -> Key {
    let pawns = |color| board.colored_pieces(color, Piece::Pawn).0;
    let kings = board.king(Color::White) as u16 | (board.king(Color::Black) as u16) << 6;
    (pawns(Color::White), pawns(Color::Black), kings)
}

/// A multiplication spreads what differs into the upper bits (Knuth, *The Art of Computer Programming* 3, 6.4).
#[inline]
fn slot((white, black, kings): Key) -> usize {
    let mixed = white ^ black.rotate_left(29) ^ u64::from(kings) << 51;
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SIZE.ilog2())) as usize
}
