//! [`Accumulator`]: the incrementally updated first layer.

use super::network::{INPUTS, Network, UNITS, Units};
use crate::chess::placement::{Standing, Worth};
use cozy_chess::Color;

/// The units from the view of White and of Black: sums of the rows of the pieces on the board.
#[derive(Copy, Clone, Debug)]
pub(super) struct Accumulator {
    network: &'static Network,
    sides: [Units; 2],
}

impl Accumulator {
    /// Creates the units of an empty board.
    pub(super) fn new(network: &'static Network) -> Self {
        Self { network, sides: [network.biases(); 2] }
    }

    /// Returns the output of the network for the side to move, with `pieces` pieces on the board.
    #[inline]
    pub(super) fn output(&self, to_move: Color, pieces: usize) -> i32 {
        let [white, black] = &self.sides;
        let units = if to_move == Color::White { [white, black] } else { [black, white] };
        self.network.output(pieces, units)
    }
}

impl Worth for Accumulator {
    /// Applies all changes in one pass.
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

/// Returns the input of a piece on a square, from White's view.
#[inline]
pub(super) const fn input((color, piece, square): Standing) -> usize {
    (color as usize * 6 + piece as usize) * 64 + square as usize
}

/// Converts an input to Black's view, in which Black's pieces come first and the board is flipped.
#[must_use]
#[inline]
pub const fn seen_by_black(input: usize) -> usize {
    ((input ^ 56) + INPUTS / 2) % INPUTS
}
