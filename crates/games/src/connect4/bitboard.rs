//! The bit masks that implement the rules of Connect Four.

use super::{ConnectFour, Shape};

/// Returns the cells in line with three of `stones`: one more stone there makes four.
///
/// The result is unmasked: the cells may be occupied, or lie off the board. If such a cell is one
/// of `stones`, there are four in a row already.
///
/// After `compute_winning_position` of Pascal Pons's solver, with the common factors taken out.
#[inline(always)]
pub(super) fn completing<S: Shape>(shape: S, stones: u64) -> u64 {
    let upward = (stones << 1) & (stones << 2) & (stones << 3);
    let stride = shape.stride();
    upward | along(stones, stride) | along(stones, stride - 1) | along(stones, stride + 1)
}

/// Returns the same for lines in one direction, whose cells are `step` bits apart.
#[inline(always)]
fn along(stones: u64, step: u32) -> u64 {
    let below = stones << step;
    let above = stones >> step;
    let two_below = below & (below << step);
    let two_above = above & (above >> step);
    two_below & (stones << (3 * step) | above) | two_above & (below | stones >> (3 * step))
}

/// Returns whether these stones make four in a row.
#[inline(always)]
pub(super) fn has_four<S: Shape>(shape: S, stones: u64) -> bool {
    let stride = shape.stride();
    let four = |step: u32| {
        let two = stones & stones >> step;
        two & two >> (2 * step)
    };
    four(1) | four(stride) | four(stride - 1) | four(stride + 1) != 0
}

impl<S: Shape> ConnectFour<S> {
    /// Creates the position with these stones.
    pub(super) fn of(mine: u64, all: u64, shape: S) -> Self {
        let [my_fours, their_fours] = [mine, mine ^ all].map(|s| completing(shape, s));
        Self { mine, all, my_fours, their_fours, stones: all.count_ones(), shape }
    }

    /// Returns the opponent's stones.
    #[inline(always)]
    pub(super) fn theirs(&self) -> u64 {
        self.mine ^ self.all
    }

    /// Returns the cells without a stone.
    #[inline(always)]
    pub(super) fn empty(&self) -> u64 {
        self.all ^ self.shape.board()
    }

    /// Returns the lowest empty cell of each column, where a stone can fall.
    #[inline(always)]
    pub(super) fn playable(&self) -> u64 {
        (self.all + self.shape.bottom()) & self.shape.board()
    }

    /// Returns the playable cells in which the side to move makes four.
    #[inline(always)]
    pub(super) fn wins(&self) -> u64 {
        self.my_fours & self.playable()
    }

    /// Returns whether the opponent has four in a row.
    #[inline(always)]
    pub(super) fn lost(&self) -> bool {
        self.their_fours & self.theirs() != 0
    }

    /// Returns the playable cells after which the opponent cannot make four at once.
    #[inline(always)]
    pub(super) fn safe(&self) -> u64 {
        let threats = self.their_fours & self.empty();
        let playable = self.playable();
        let forced = threats & playable;
        let answers = if forced == 0 {
            playable
        } else if forced & (forced - 1) == 0 {
            forced
        } else {
            0
        };
        answers & !(threats >> 1)
    }

    /// Returns the key of the board itself, without regard to its mirror image.
    #[inline(always)]
    pub(super) fn raw_key(&self) -> u64 {
        self.mine + self.all
    }
}
