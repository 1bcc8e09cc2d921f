//! [`PawnCache`]: caches the evaluation of pawns and kings.

use super::pawns::{Pawns, pawns};
use super::weight::Sum;
use super::weight::Weight;
use cozy_chess::{Board, Color, Piece};
use std::cell::{Cell, OnceCell};

/// The number of entries, a power of two. Four times as many do not make a search faster.
const SIZE: usize = 1024;

/// The pawns of both sides and the squares of both kings: all inputs of the cached terms.
type Key = (u64, u64, u16);

#[derive(Copy, Clone, Debug, Default)]
struct CacheEntry {
    key: Key,
    worth: Weight,
    pawns: Pawns,
}

/// A cache per worker, without synchronization. Keys are the complete inputs, so entries are never
/// confused. It is allocated on first use.
#[derive(Debug, Default)]
pub(super) struct PawnCache(OnceCell<Box<[Cell<CacheEntry>]>>);

/// Returns an empty cache: the state of a worker is copied at every split point, and entries can be
/// recomputed.
impl Clone for PawnCache {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl PawnCache {
    /// Returns the entries. An initial entry never matches, because it has both kings on one
    /// square.
    #[inline]
    fn entries(&self) -> &[Cell<CacheEntry>] {
        self.0.get_or_init(|| vec![Cell::default(); SIZE].into())
    }

    #[inline]
    pub(super) fn get(&self, board: &Board) -> (Weight, Pawns) {
        let key = key(board);
        let cell = &self.entries()[slot(key)];
        let mut entry = cell.get();
        if entry.key != key {
            let mut sum = Sum::default();
            let pawns = pawns(board, &mut sum);
            entry = CacheEntry { key, worth: sum.0, pawns };
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

/// Returns the index of an entry: a multiplication spreads differences to the upper bits (Knuth,
/// *The Art of Computer Programming* 3, 6.4).
#[inline]
fn slot((white, black, kings): Key) -> usize {
    let mixed = white ^ black.rotate_left(29) ^ u64::from(kings) << 51;
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - SIZE.ilog2())) as usize
}
