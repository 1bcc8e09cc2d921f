//! The masks that all of Connect Four follows from.

use super::{ConnectFour, Shape};

/// The cells in line with three of `stones`: one more stone there makes four.
///
/// Unmasked: the cells may be taken, or lie off the board. Where such a cell is itself one of
/// `stones`, there are four in a row already.
///
/// After `compute_winning_position` of Pascal Pons's solver, with the common factors taken out.
#[inline(always)]
pub(super) fn completing<S: Shape>(shape: S, stones: u64) -> u64 {
    let upward = (stones << 1) & (stones << 2) & (stones << 3);
    let stride = shape.stride();
    upward | along(stones, stride) | along(stones, stride - 1) | along(stones, stride + 1)
}

/// The same for lines in one direction, whose cells are `step` bits apart.
#[inline(always)]
fn along(stones: u64, step: u32) -> u64 {
    let below = stones << step;
    let above = stones >> step;
    let two_below = below & (below << step);
    let two_above = above & (above >> step);
    two_below & (stones << (3 * step) | above) | two_above & (below | stones >> (3 * step))
}

/// Whether these stones make four in a row.
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
    /// The position of these stones.
    pub(super) fn of(mine: u64, all: u64, shape: S) -> Self {
        let [my_fours, their_fours] = [mine, mine ^ all].map(|s| completing(shape, s));
        Self { mine, all, my_fours, their_fours, stones: all.count_ones(), shape }
    }

    /// The opponent's stones.
    #[inline(always)]
    pub(super) fn theirs(&self) -> u64 {
        self.mine ^ self.all
    }

    /// The cells without a stone.
    #[inline(always)]
    pub(super) fn empty(&self) -> u64 {
        self.all ^ self.shape.board()
    }

    /// The lowest empty cell of each column: where a stone can fall.
    #[inline(always)]
    pub(super) fn playable(&self) -> u64 {
        (self.all + self.shape.bottom()) & self.shape.board()
    }

    /// The cells in which the side to move makes four.
    #[inline(always)]
    pub(super) fn wins(&self) -> u64 {
        self.my_fours & self.playable()
    }

    /// Whether the opponent, who moved last, has four in a row.
    #[inline(always)]
    pub(super) fn lost(&self) -> bool {
        self.their_fours & self.theirs() != 0
    }

    /// The playable cells after which the opponent cannot make four at once.
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

    /// How many empty cells complete four once the side to move has a stone in `cell`.
    #[inline(always)]
    pub(super) fn threats_with(&self, cell: u64) -> i32 {
        (completing(self.shape, self.mine | cell) & self.empty()).count_ones() as i32
    }

    /// The key of the board as it lies, not of its mirror image.
    #[inline(always)]
    pub(super) fn raw_key(&self) -> u64 {
        self.mine + self.all
    }
}
