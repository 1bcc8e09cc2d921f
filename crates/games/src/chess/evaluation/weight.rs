//! [`Weight`]: packed weights for the middle game and for the endgame.

use super::super::placement::{Apiece, Standing};
use super::terms::{Tally, Term};
use super::weights::WEIGHTS as PAIRS;
use cozy_chess::{Color, Piece, Square};
use std::ops::{Add, AddAssign, Mul, SubAssign};

/// Two 16-bit numbers in 32 bits, so that one addition adds both: the endgame in the upper half,
/// the middle game in the lower, which borrows from the upper where it is negative (Chess
/// Programming Wiki, "Tapered Eval").
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Weight(i32);

impl Weight {
    pub(super) const fn new(middle_game: i16, endgame: i16) -> Self {
        Self(((endgame as i32) << 16) + middle_game as i32)
    }

    #[inline]
    pub(super) const fn middle_game(self) -> i32 {
        self.0 as i16 as i32
    }

    #[inline]
    pub(super) const fn endgame(self) -> i32 {
        (self.0 - self.middle_game()) >> 16
    }
}

impl Add for Weight {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Weight {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl SubAssign for Weight {
    #[inline]
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Mul<i32> for Weight {
    type Output = Self;

    #[inline]
    fn mul(self, times: i32) -> Self {
        Self(self.0 * times)
    }
}

/// White's sum minus Black's.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Sum(pub(super) Weight);

impl Tally for Sum {
    #[inline(always)]
    fn add(&mut self, weight: usize, times: i32) {
        self.0 += WEIGHTS[weight] * times;
    }
}

/// Returns the index of the weight of a piece on a square.
#[inline]
pub(super) fn placement(color: Color, piece: Piece, square: Square) -> usize {
    Term::Placement.at(piece as usize * 64 + square.relative_to(color) as usize)
}

static WEIGHTS: [Weight; Term::COUNT] = weights();
/// The piece-square weights by colour, piece and square.
static PLACEMENTS: [[[Weight; 64]; 6]; 2] = placements();

const fn weights() -> [Weight; Term::COUNT] {
    let mut weights = [Weight::new(0, 0); Term::COUNT];
    let mut index = 0;
    while index < Term::COUNT {
        weights[index] = Weight::new(PAIRS[index].0, PAIRS[index].1);
        index += 1;
    }
    weights
}

const fn placements() -> [[[Weight; 64]; 6]; 2] {
    let mut all = [[[Weight::new(0, 0); 64]; 6]; 2];
    let mut index = 0;
    while index < 6 * 64 {
        let (middle_game, endgame) = PAIRS[Term::Placement.first() + index];
        let (piece, square) = (index / 64, index % 64);
        all[Color::White as usize][piece][square] = Weight::new(middle_game, endgame);
        all[Color::Black as usize][piece][square ^ 56] = Weight::new(-middle_game, -endgame);
        index += 1;
    }
    all
}

impl Apiece for Weight {
    #[inline]
    fn of((color, piece, square): Standing) -> Self {
        PLACEMENTS[color as usize][piece as usize][square as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_numbers_come_out_as_they_went_in() {
        for (middle_game, endgame) in
            [(0, 0), (5, -7), (-5, 7), (-1, 0), (-30_000, -30_000), (30_000, 9)]
        {
            let weight = Weight::new(middle_game, endgame);
            assert_eq!(weight.middle_game(), i32::from(middle_game));
            assert_eq!(weight.endgame(), i32::from(endgame));
        }
        let sum = Weight::new(-3, 4) * -7 + Weight::new(-30, 100);
        assert_eq!((sum.middle_game(), sum.endgame()), (-9, 72));
    }
}
