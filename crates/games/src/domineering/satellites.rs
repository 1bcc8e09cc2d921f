//! [`Satellites`]: the dominoes that a side makes sure by playing another beside them.

use super::Size;
use super::lanes::Lanes;
use eldest::Side;

/// The dominoes that can be satellites of a centre on one side of it, as their possible centres:
/// level with it, or reaching beyond one of its ends.
#[derive(Copy, Clone)]
pub(super) struct Satellites<const WORDS: usize, const N: usize> {
    level: Lanes<WORDS, N>,
    before: Lanes<WORDS, N>,
    beyond: Lanes<WORDS, N>,
    /// Whether the centres are ahead of them.
    ahead: bool,
}

impl<const WORDS: usize, const N: usize> Satellites<WORDS, N> {
    /// Returns those of `side` before their centres, and those behind.
    #[inline(always)]
    pub(super) fn on_both_sides(
        board: Size<WORDS>,
        free: Lanes<WORDS, N>,
        side: Side,
    ) -> [Self; 2] {
        let across = side.other();
        let (behind, ahead) = (free & board.ahead(free, across), free & board.behind(free, across));
        [
            Self::new(board, free, [behind, ahead], side, true),
            Self::new(board, free, [ahead, behind], side, false),
        ]
    }

    /// Returns the dominoes without a free square on the `closed` side that the opponent can reach
    /// over one or both squares of a domino on the `open` side. A square that the opponent reaches
    /// is in `closed` or `open`.
    #[inline(always)]
    fn new(
        board: Size<WORDS>,
        free: Lanes<WORDS, N>,
        [closed, open]: [Lanes<WORDS, N>; 2],
        side: Side,
        ahead: bool,
    ) -> Self {
        let dominoes = board.dominoes(free, side);
        let closed = dominoes & !(closed | board.behind(closed, side));
        let (first, last) = (open, board.behind(open, side));
        let across = side.other();
        let level = board.next(closed & (first | last), across, ahead);
        let before = board.next(closed & last & !first, across, ahead);
        let beyond = board.next(closed & first & !last, across, ahead);
        Self {
            level: dominoes & level,
            before: dominoes & board.ahead(before, side),
            beyond: dominoes & board.behind(beyond, side),
            ahead,
        }
    }

    /// Returns all centres.
    #[inline(always)]
    pub(super) fn any(&self) -> Lanes<WORDS, N> {
        self.level | self.before | self.beyond
    }

    /// Returns those with upper or left `halves` that share no squares.
    #[inline(always)]
    pub(super) fn within(&self, board: Size<WORDS>, halves: Lanes<WORDS, N>, side: Side) -> Self {
        let halves = board.next(halves, side.other(), self.ahead);
        let level = self.level & halves;
        Self {
            level,
            before: self.before & board.ahead(halves, side) & !level,
            beyond: self.beyond & board.behind(halves, side) & !level,
            ..*self
        }
    }

    /// Returns the upper or left halves of those of a `centre`.
    #[inline(always)]
    pub(super) fn around(
        &self,
        board: Size<WORDS>,
        centre: Lanes<WORDS, N>,
        side: Side,
    ) -> Lanes<WORDS, N> {
        let before = board.behind(centre & self.before, side);
        let beyond = board.ahead(centre & self.beyond, side);
        board.next(centre & self.level | before | beyond, side.other(), !self.ahead)
    }
}
