//! [`Frame`]: the numbers of positions that differ from one in one man.

use super::ending::Ending;
use super::layout::{Layout, MOST_OTHERS};
use super::symmetry::image;

/// The numbers of positions that differ from one in one man.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    layout: &'a Layout,
    kings: [u8; 2],
    others: [u8; MOST_OTHERS],
    side: u64,
    flip: bool,
    number: u64,
    /// The symmetry that brings the kings to their pair, unless there are two.
    symmetry: Option<u8>,
}

impl Layout {
    /// Prepares the numbers of positions that differ from `ending` in one man and the turn, which
    /// is `turn` there, without a capture en passant.
    #[inline]
    pub(super) fn frame(&self, ending: &Ending, turn: u8, flip: bool) -> Frame<'_> {
        let (kings, others) = self.squares(ending, flip);
        let side = u64::from(turn ^ u8::from(flip));
        let pair = self.pairs.of(kings).filter(|pair| !pair.is_fixed);
        let number = self.number_at(side, kings, others).unwrap_or(0);
        Frame {
            layout: self,
            kings,
            others,
            side,
            flip,
            number,
            symmetry: pair.map(|pair| pair.symmetry),
        }
    }
}

impl Frame<'_> {
    /// Returns the number after the man at an index of the position goes to another square; `None`
    /// if the kings are then adjacent.
    #[inline(always)]
    pub(super) fn number(&self, at: usize, to: u8) -> Option<u64> {
        let to = if self.flip { to ^ 56 } else { to };
        if at < 2 {
            let mut kings = self.kings;
            kings[at ^ usize::from(self.flip)] = to;
            return self.layout.number_at(self.side, kings, self.others);
        }
        let at = self.index(at - 2);
        let stride = self.layout.strides[at];
        if let (Some(symmetry), 1..) = (self.symmetry, stride) {
            let place = |square| u64::from(image(symmetry, square));
            let steps = place(to).wrapping_sub(place(self.others[at]));
            return Some(self.number.wrapping_add(steps.wrapping_mul(stride)));
        }
        let mut others = self.others;
        others[at] = to;
        self.layout.number_at(self.side, self.kings, others)
    }

    /// Returns the index in the layout of a man of the position, both without the kings.
    #[inline(always)]
    fn index(&self, at: usize) -> usize {
        let blacks = self.layout.others - self.layout.whites;
        let at = match self.flip {
            false => at,
            true if at < blacks => at + self.layout.whites,
            true => at - blacks,
        };
        at.min(MOST_OTHERS - 1)
    }
}
