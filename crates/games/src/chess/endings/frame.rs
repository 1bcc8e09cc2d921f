//! [`Frame`]: the numbers of positions that differ from one in one man.

use super::ending::{Ending, MOST_OTHERS};
use super::layout::{Layout, mapped};
use super::men::squares;
use super::symmetry::{NO_SYMMETRY, image};
use std::ops::ControlFlow;

/// The numbers of positions that differ from one in one man.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    layout: &'a Layout,
    kings: [u8; 2],
    others: [u8; MOST_OTHERS],
    side: u64,
    flip: bool,
    /// The number of the position itself, and the part of it that stands for the other men; 0
    /// without a symmetry.
    number: u64,
    of_others: u64,
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
        let (of_others, number) = pair.map_or((0, 0), |pair| {
            let of_others =
                self.groups.number_of(mapped(others, |square| image(pair.symmetry, square)));
            (of_others, self.number_in(side, pair.index, of_others))
        });
        let symmetry = pair.map(|pair| pair.symmetry);
        Frame { layout: self, kings, others, side, flip, number, of_others, symmetry }
    }
}

/// The numbers of positions in which one man stands elsewhere.
#[derive(Copy, Clone, Debug)]
pub(super) enum Track<'a> {
    /// Of a man that is alone in its group: what its square adds to the number of the others.
    Straight { others: u64, stride: u64, symmetry: u8, mirror: u8 },
    /// Of the king at an index.
    King { frame: &'a Frame<'a>, at: usize },
    /// Of any other man.
    Crooked { frame: &'a Frame<'a>, at: usize },
}

impl Track<'_> {
    /// Calls `found` with the number with the man on each square of a set, until it breaks. There
    /// is none where the kings are adjacent.
    #[inline(always)]
    pub(super) fn for_each(
        self,
        set: u64,
        mut found: impl FnMut(u64) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for to in squares(set) {
            let number = match self {
                Self::Straight { others, stride, symmetry, mirror } => {
                    let own = u64::from(image(symmetry, to ^ mirror)) * stride;
                    Some(others.wrapping_add(own))
                }
                Self::King { frame, at } => frame.number_with_king(at, to),
                Self::Crooked { frame, at } => frame.number(at, to),
            };
            if let Some(number) = number {
                found(number)?;
            }
        }
        ControlFlow::Continue(())
    }
}

impl Frame<'_> {
    /// Prepares the numbers after the man at an index of the position goes elsewhere.
    #[inline(always)]
    pub(super) fn track(&self, at: usize) -> Track<'_> {
        let Some(other) = at.checked_sub(2) else { return Track::King { frame: self, at } };
        let of_others = self.index(other);
        let stride = self.layout.groups.strides[of_others];
        match self.symmetry {
            Some(symmetry) if stride > 0 => {
                let own = u64::from(image(symmetry, self.others[of_others])) * stride;
                let others = self.number.wrapping_sub(own);
                Track::Straight { others, stride, symmetry, mirror: self.mirror() }
            }
            _ => Track::Crooked { frame: self, at: of_others },
        }
    }

    /// Returns what turns a square round if the colours are exchanged.
    #[inline(always)]
    fn mirror(&self) -> u8 {
        if self.flip { 56 } else { 0 }
    }

    /// Returns the number after the man at an index of the layout goes to another square; `None` if
    /// the kings are adjacent.
    #[inline]
    fn number(&self, at: usize, to: u8) -> Option<u64> {
        let mut others = self.others;
        others[at] = to ^ self.mirror();
        self.layout.number_at(self.side, self.kings, others)
    }

    /// Returns the number after the king at an index goes to another square; `None` if the kings
    /// are then adjacent. Most steps of a king leave the symmetry, and so the part of the number
    /// that stands for the other men.
    #[inline(always)]
    fn number_with_king(&self, at: usize, to: u8) -> Option<u64> {
        let mut kings = self.kings;
        kings[(at ^ usize::from(self.flip)) & 1] = to ^ self.mirror();
        let symmetry = self.symmetry.unwrap_or(NO_SYMMETRY);
        match self.layout.pairs.index_by(symmetry, kings) {
            Some(pair) => Some(self.layout.number_in(self.side, pair, self.of_others)),
            None => self.layout.number_at(self.side, kings, self.others),
        }
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
