//! [`Accumulator`]: the first layer, kept up to date from move to move.

use super::network::{INPUTS, Network, Units};
use crate::chess::placement::Worth;
use cozy_chess::{Color, Piece, Square};

/// The units as White sees the board and as Black does: sums of the rows of the pieces that are there.
#[derive(Copy, Clone, Debug)]
pub(super) struct Accumulator {
    network: &'static Network,
    sides: [Units; 2],
}

impl Accumulator {
    /// No piece is there.
    pub(super) fn new(network: &'static Network) -> Self {
        Self { network, sides: [network.biases(); 2] }
    }

    /// What the network says to the side to move, where so many pieces are on the board.
    #[inline]
    pub(super) fn output(&self, to_move: Color, pieces: usize) -> i32 {
        let [white, black] = &self.sides;
        let units = if to_move == Color::White { [white, black] } else { [black, white] };
        self.network.output(pieces, units)
    }

    #[inline]
    fn change(&mut self, input: usize, change: impl Fn(&mut i16, i16)) {
        for (units, input) in self.sides.iter_mut().zip([input, seen_by_black(input)]) {
            let row = self.network.row(input);
            units.iter_mut().zip(row).for_each(|(unit, weight)| change(unit, *weight));
        }
    }
}

impl Worth for Accumulator {
    #[inline]
    fn put(&mut self, color: Color, piece: Piece, square: Square) {
        self.change(input(color, piece, square), |unit, weight| *unit += weight);
    }

    #[inline]
    fn take(&mut self, color: Color, piece: Piece, square: Square) {
        self.change(input(color, piece, square), |unit, weight| *unit -= weight);
    }
}

/// A piece on a square, as White sees it.
#[inline]
pub(super) const fn input(color: Color, piece: Piece, square: Square) -> usize {
    (color as usize * 6 + piece as usize) * 64 + square as usize
}

/// The same piece on its square as Black sees it, whose own pieces come first and whose board is upside down.
#[must_use]
#[inline]
pub const fn seen_by_black(input: usize) -> usize {
    ((input ^ 56) + INPUTS / 2) % INPUTS
}
