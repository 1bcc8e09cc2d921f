//! [`ChessEndings`]: the same numbers for positions of [`Chess`].

use super::ending::Ending;
use super::numbering::Endings;
use crate::chess::draws::{Draws, FIFTY_MOVES};
use crate::chess::{Chess, Timeless};
use eldest::Score;
use eldest_retro::{Numbering, Place, Slice};
use std::marker::PhantomData;

/// The numbers of [`Endings`] for positions of [`Chess`], to probe databases in a game, and to
/// check them by the rules of `cozy-chess`.
///
/// Positions with castling rights have no place. The place depends neither on the clock nor on the
/// history. So a database is built and checked with [`Timeless`] chess (or faster by [`Endings`]);
/// with the others it is only probed. There a win or loss [holds](Numbering::holds) if its distance
/// and the clock add up to at most a hundred plies.
#[derive(Debug)]
pub struct ChessEndings<D: Draws = Timeless> {
    endings: Endings,
    draws: PhantomData<D>,
}

impl<D: Draws> From<Endings> for ChessEndings<D> {
    fn from(endings: Endings) -> Self {
        Self { endings, draws: PhantomData }
    }
}

impl<D: Draws> Numbering for ChessEndings<D> {
    type Position = Chess<D>;

    fn slices(&self) -> &[Slice] {
        self.endings.slices()
    }

    fn fingerprint(&self) -> u64 {
        self.endings.fingerprint()
    }

    #[inline]
    fn place(&self, position: &Chess<D>) -> Option<Place> {
        self.endings.place(&Ending::of(position)?)
    }

    fn position(&self, place: Place) -> Option<Chess<D>> {
        self.endings.position(place)?.chess()
    }

    /// A draw by the board alone is one by all rules. A win in as many plies as the clock allows is
    /// not stopped by the fifty-move rule.
    #[inline]
    fn holds(&self, position: &Chess<D>, score: Score) -> bool {
        let ends = |plies| plies + u32::from(position.clock()) <= u32::from(FIFTY_MOVES);
        !D::COUNTS || score.distance().is_none_or(ends)
    }
}
