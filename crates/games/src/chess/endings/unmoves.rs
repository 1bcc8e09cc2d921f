//! The positions from which a move without capture or promotion leads to a position.

use super::ending::Ending;
use super::men::{NOWHERE, PAWN, attacks, between, bit, code, color_of, kind_of, reach, squares};

impl Ending {
    /// Returns the men that may have moved last, by their index, with the squares where they may
    /// have stood: all legal positions from which a move without capture or promotion leads here,
    /// and perhaps some illegal ones, with checks from three men.
    #[inline]
    pub(super) fn befores(&self) -> impl Iterator<Item = (usize, u64)> {
        let stepped = |at| {
            let (pawn, from) = (self.passed ^ 8, self.passed ^ 24);
            if self.squares[at] == pawn { bit(from) } else { 0 }
        };
        self.men_of(1 - self.us()).map(move |at| {
            let origins = match self.passed {
                NOWHERE => self.origins(at),
                _ => stepped(at),
            };
            (at, origins & self.unseen(at))
        })
    }

    /// Calls `found` with each position in which the man at an index stood on one of the squares
    /// `from`, and the side to move could capture a pawn en passant; perhaps also where no pawn can
    /// have come by two steps.
    pub(super) fn for_each_passing_before(
        &self,
        at: usize,
        from: u64,
        mut found: impl FnMut(Self),
    ) {
        squares(from).for_each(|from| self.before(at, from).for_each_passing(&mut found));
    }

    /// Returns the position in which the man at an index stood on `from`.
    #[inline]
    fn before(&self, at: usize, from: u8) -> Self {
        let mut before = *self;
        before.turn ^= 1;
        before.passed = NOWHERE;
        before.squares[at] = from;
        before.colors[color_of(self.codes[at])] ^= bit(from) | bit(self.squares[at]);
        before
    }

    /// Returns the squares from which the man at an index may have moved: with it there, its side
    /// attacks the king of the other side from no square.
    #[inline(always)]
    fn unseen(&self, at: usize) -> u64 {
        let (code, king, us) = (self.codes[at], self.squares[self.us()], 1 - self.us());
        let occupied = self.occupied() & !bit(self.squares[at]);
        let mut unseen = match kind_of(code) {
            PAWN => !reach(super::men::code(1 - us, PAWN), king),
            _ => !attacks(code, king, occupied),
        };
        for other in self.men_of(us).filter(|other| *other != at) {
            let (code, from) = (self.codes[other], self.squares[other]);
            if reach(code, from) & bit(king) != 0 && between(from, king) & occupied == 0 {
                unseen &= between(from, king);
            }
        }
        unseen
    }

    /// Returns the squares from which the man at an index may have come. It belongs to the side
    /// that moved last.
    #[inline(always)]
    fn origins(&self, at: usize) -> u64 {
        let (code, to, empty) = (self.codes[at], self.squares[at], !self.occupied());
        match kind_of(code) {
            PAWN => self.pawn_origins(color_of(code), to),
            _ => attacks(code, to, !empty) & empty,
        }
    }

    /// Returns the squares from which a pawn may have advanced. If the two steps would allow a
    /// capture en passant, they lead to another position.
    #[inline]
    fn pawn_origins(&self, us: usize, to: u8) -> u64 {
        const STARTS: [u64; 2] = [0xFF << 8, 0xFF << 48];
        const PAWNS: u64 = 0x00FF_FFFF_FFFF_FF00;
        let back = |set: u64| if us == 0 { set >> 8 } else { set << 8 };
        let empty = !self.occupied() & PAWNS;
        let one = back(bit(to)) & empty;
        let two = back(one) & empty & STARTS[us];
        let is_fourth = to >> 3 == [3, 4][us];
        if two != 0 && is_fourth && !self.can_pass(to ^ 8) { one | two } else { one }
    }

    /// Calls `found` with each position that differs in that the side to move can capture a pawn en
    /// passant.
    fn for_each_passing(&self, found: &mut impl FnMut(Self)) {
        let them = 1 - self.us();
        let fourth = [3, 4][them];
        let pawns = self.all().filter(|(man, at)| *man == code(them, PAWN) && at >> 3 == fourth);
        for (_, pawn) in pawns {
            let steps = bit(pawn ^ 8) | bit(pawn ^ 16);
            if self.occupied() & steps == 0 && self.can_pass(pawn ^ 8) {
                found(Self { passed: pawn ^ 8, ..*self });
            }
        }
    }
}
