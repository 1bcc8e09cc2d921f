//! Moves taken back without knowing them: the positions before a position.

use super::Dobutsu;
use super::board::{Board, HOME, Kind};
use crate::each;
use eldest::Position;

impl Dobutsu {
    /// Calls `found` with every position that is not over and from which a legal move leads to this
    /// one. One position may be found more than once, and so may mirror images.
    ///
    /// Positions in which the lion of the side to move stands on the far row are none, because the
    /// game ended when it arrived. Whether a position can be reached from the start is not
    /// examined.
    ///
    /// ```
    /// use eldest::{Moves, Position};
    /// use eldest_games::dobutsu::Dobutsu;
    ///
    /// let start = Dobutsu::new();
    /// let mut child = start;
    /// child.play(Moves::collect(|out| start.moves(out))[0]);
    /// let mut is_found = false;
    /// child.for_each_predecessor(|position| is_found |= *position == start);
    /// assert!(is_found);
    /// ```
    pub fn for_each_predecessor(&self, mut found: impl FnMut(&Self)) {
        let side = self.side.other();
        self.board.before(|before| {
            let position = Self { board: before.turned(), side };
            // The mover's lion stands on its far row, which is the home row from here.
            if before.lions() & before.theirs() & HOME == 0 && position.over().is_none() {
                found(&position);
            }
        });
    }
}

#[cfg(feature = "retro")]
impl eldest_retro::Enumerable for Dobutsu {
    const HAS_PREDECESSORS: bool = true;

    fn with_key(&self, key: u64) -> Option<Self> {
        Self::from_key(key)
    }

    fn for_each_predecessor(&self, found: impl FnMut(&Self)) {
        self.for_each_predecessor(found);
    }
}

impl Board {
    /// Calls `found` with each board before a move of the opponent that led to this one, from the
    /// same point of view. Some are of games that were over.
    #[inline(always)]
    fn before(self, mut found: impl FnMut(Self)) {
        for square in each(self.theirs()) {
            let Some(kind) = self.kind(square) else { continue };
            let without = self.without(square);
            if Kind::IN_HAND.contains(&kind) {
                found(without.to_their_hand(kind, 1));
            }
            self.origins(square, kind, |origin, kind| {
                without.with_theirs(origin, kind).each_captured(square, &mut found);
            });
        }
    }

    /// Calls `found` with each square from which the opponent's piece can have stepped to `square`,
    /// and what it was there.
    #[inline(always)]
    fn origins(self, square: u64, kind: Kind, mut found: impl FnMut(u64, Kind)) {
        let is_last = square & HOME != 0;
        // A chick that steps to its last row becomes a hen.
        if !(is_last && kind == Kind::Chick) {
            let origins = Self::steps_of(kind, square) & !self.occupied();
            each(origins).for_each(|origin| found(origin, kind));
        }
        if is_last && kind == Kind::Hen {
            let origin = (square << 4) & !self.occupied();
            each(origin).for_each(|origin| found(origin, Kind::Chick));
        }
    }

    /// Calls `found` with the board itself, and with each piece that the opponent can have captured
    /// on `square`, which is empty.
    #[inline(always)]
    fn each_captured(self, square: u64, found: &mut impl FnMut(Self)) {
        found(self);
        for kind in Kind::IN_HAND {
            if self.their_hand(kind) > 0 {
                let back = self.taken_from_their_hand(kind);
                found(back.with_mine(square, kind));
                if kind == Kind::Chick {
                    found(back.with_mine(square, Kind::Hen));
                }
            }
        }
    }
}
