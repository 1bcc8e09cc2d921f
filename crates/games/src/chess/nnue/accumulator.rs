//! [`Accumulator`]: the first layer, kept up to date from move to move.

use super::network::{INPUTS, Network, UNITS, Units};
use crate::chess::placement::{Standing, Worth};
use cozy_chess::Color;

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
}

impl Worth for Accumulator {
    /// All in one pass.
    #[inline]
    fn change<const GONE: usize, const COME: usize>(
        &mut self,
        before: &Self,
        gone: [Standing; GONE],
        come: [Standing; COME],
    ) {
        for (side, Units(after)) in self.sides.iter_mut().enumerate() {
            let row = |piece| {
                let seen = input(piece);
                &self.network.row([seen, seen_by_black(seen)][side]).0
            };
            let (gone, come) = (gone.map(row), come.map(row));
            for (unit, (after, before)) in after.iter_mut().zip(&before.sides[side].0).enumerate() {
                let sum = |rows: &[&[i16; UNITS]]| rows.iter().map(|row| row[unit]).sum::<i16>();
                *after = before + sum(&come) - sum(&gone);
            }
        }
    }
}

/// A piece on a square, as White sees it.
#[inline]
pub(super) const fn input((color, piece, square): Standing) -> usize {
    (color as usize * 6 + piece as usize) * 64 + square as usize
}

/// The same piece on its square as Black sees it, whose own pieces come first and whose board is upside down.
#[must_use]
#[inline]
pub const fn seen_by_black(input: usize) -> usize {
    ((input ^ 56) + INPUTS / 2) % INPUTS
}
