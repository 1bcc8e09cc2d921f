//! [`Sum`]: the tally that adds weights up.

use super::super::placement::{Apiece, Standing};
use super::terms::{Tally, Term};
use super::weight::Weight;
use super::weights::WEIGHTS as PAIRS;
use cozy_chess::{Color, Piece, Square};

/// What White has less what Black has.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Sum(pub(super) Weight);

impl Tally for Sum {
    #[inline(always)]
    fn add(&mut self, weight: usize, times: i32) {
        self.0 += WEIGHTS[weight] * times;
    }
}

/// The number of the weight of a piece on a square.
#[inline]
pub(super) fn placement(color: Color, piece: Piece, square: Square) -> usize {
    Term::Placement.at(piece as usize * 64 + square.relative_to(color) as usize)
}

static WEIGHTS: [Weight; Term::COUNT] = weights();
/// By colour, piece and square.
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
