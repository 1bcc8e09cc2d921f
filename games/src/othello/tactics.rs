//! What a selective search asks of Othello.

use super::{Othello, Square};
use eldest::selective::{Selection, Tactics};

/// What suits a search of Othello to a depth that leaves something out, judged by [`Iago`](super::Iago): scores are discs.
#[must_use]
pub fn selection() -> Selection {
    Selection::default().with(|selection| selection.margin = 4)
}

/// Nobody passes who can move: to have to move is what Othello is about. Nothing is urgent but a pass, and all moves are
/// quiet but those to corners.
///
/// ```
/// use eldest::Position;
/// use eldest::selective::Tactics;
/// use eldest_games::othello::Othello;
///
/// let start = Othello::default();
/// assert!(!start.is_urgent());
/// ```
impl Tactics for Othello {
    fn pass(&mut self) -> Option<Self::Undo> {
        None
    }

    fn take_back_pass(&mut self, _: Self::Undo) {}

    #[inline]
    fn is_urgent(&self) -> bool {
        self.playable == 0
    }

    #[inline]
    fn is_quiet(&self, mv: Square) -> bool {
        let last = self.rules.size() - 1;
        mv.place().is_none_or(|(row, column)| row % last != 0 || column % last != 0)
    }

    #[inline]
    fn kind(&self, mv: Square) -> u16 {
        1 + u16::from(mv.0)
    }
}
