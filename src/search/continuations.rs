//! [`Continuations`]: the history of moves as answers to the last move and to the one before.
//!
//! Moves are distinguished by kinds, such as the piece that moves and its target. Countermove
//! history and follow-up history: the Chess Programming Wiki, "History Heuristic"; after Uiterwijk
//! 1992 and Schaeffer 1983.

use crate::Side;
use crate::position::MOST_KINDS;

/// The number of kinds; fewer in tests where a search has a few dozen nodes, as for history.
const KINDS: usize = if cfg!(any(schedule, shuttle, loom, miri)) { 8 } else { MOST_KINDS as usize };
/// The maximum absolute value of a score.
const MOST: i32 = 16_384;
/// The number of previous moves that count.
const BACK: usize = 2;

/// History of answers, indexed by distance, side, kind of the earlier move, and kind of the answer.
#[derive(Debug, Default)]
pub(crate) struct Continuations {
    scores: Vec<i16>,
    /// By side and kind: history of moves that are not quiet, whatever came before.
    noisy: Vec<i16>,
    /// The kinds of the moves that led to each ply; stale beyond the present ply.
    path: Vec<u16>,
}

impl Continuations {
    /// Allocates the tables, if that has not been done.
    pub(super) fn prepare(&mut self) {
        self.scores.resize(BACK * 2 * KINDS * KINDS, 0);
        self.noisy.resize(2 * KINDS, 0);
        self.path.clear();
    }

    /// Returns the history of noisy moves of `kind` for `side`, −16,384 to 16,384.
    #[inline]
    pub(super) fn noisy(&self, side: Side, kind: u16) -> i32 {
        self.noisy.get(noisy_slot(side, kind)).map_or(0, |score| i32::from(*score))
    }

    /// Adds a bonus, or a malus, for a noisy move.
    pub(super) fn learn_noisy(&mut self, side: Side, kind: u16, bonus: i32) {
        if let Some(score) = self.noisy.get_mut(noisy_slot(side, kind)) {
            *score = drawn(i32::from(*score), bonus) as i16;
        }
    }

    /// Notes that a move of `kind` has led to `ply`; 0 is unknown.
    #[inline]
    pub(crate) fn note(&mut self, ply: u32, kind: u16) {
        let ply = ply as usize;
        if self.path.len() <= ply {
            self.path.resize(ply + 1, 0);
        }
        self.path[ply] = kind;
    }

    /// Returns the kinds of the moves that led to `ply` and to the ply before.
    #[inline]
    pub(crate) fn last(&self, ply: u32) -> [u16; BACK] {
        let kind = |ply: u32| self.path.get(ply as usize).copied().unwrap_or(0);
        [kind(ply), ply.checked_sub(1).map_or(0, kind)]
    }

    /// Returns the history of moves of `kind` for `side` after `last`, from −32,768 to 32,768;
    /// unknown parts count as 0.
    #[inline]
    pub(super) fn score(&self, side: Side, last: [u16; BACK], kind: u16) -> i32 {
        (0..BACK)
            .filter_map(|back| self.scores.get(slot(back, side, last[back], kind)?))
            .map(|score| i32::from(*score))
            .sum()
    }

    /// Adds a bonus, or a malus, for a move of `kind` for `side` after `last`.
    pub(super) fn learn(&mut self, side: Side, last: [u16; BACK], kind: u16, bonus: i32) {
        for (back, last) in last.into_iter().enumerate() {
            let slot = slot(back, side, last, kind);
            if let Some(score) = slot.and_then(|slot| self.scores.get_mut(slot)) {
                *score = drawn(i32::from(*score), bonus) as i16;
            }
        }
    }
}

/// Adds `bonus` to `score`, with a decay towards zero that grows with the score.
#[inline]
pub(super) fn drawn(score: i32, bonus: i32) -> i32 {
    score + bonus - score * bonus.abs() / MOST
}

#[inline]
fn noisy_slot(side: Side, kind: u16) -> usize {
    side.index() * KINDS + usize::from(kind) % KINDS
}

#[inline]
fn slot(back: usize, side: Side, last: u16, kind: u16) -> Option<usize> {
    let [last, kind] = [last, kind].map(usize::from);
    (last != 0 && kind != 0)
        .then(|| ((back * 2 + side.index()) * KINDS + last % KINDS) * KINDS + kind % KINDS)
}
