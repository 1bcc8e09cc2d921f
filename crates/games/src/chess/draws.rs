//! [`Draws`]: the draw rules of a game, besides stalemate and dead positions.

use super::past::{Past, PastKeys};
use crate::notation::NotationError;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

/// The number of plies without a capture or a pawn move that make a draw.
pub(super) const FIFTY_MOVES: u8 = 100;

/// The draw rules of a game, besides stalemate and dead positions: [`Timeless`], [`FiftyMoves`] or
/// [`Full`]. No other type can implement it.
pub trait Draws:
    Copy
    + Debug
    + Default
    + Display
    + FromStr<Err = NotationError>
    + PartialEq
    + Send
    + Sync
    + sealed::Sealed
    + 'static
{
    /// The name of the variant after the colon, as in `chess:fifty`.
    const NAME: &'static str;
    /// The least clock that is part of the key; above 100 for games without a clock.
    #[doc(hidden)]
    const CLOCK_IN_KEY: u8;
    /// The record of earlier positions.
    #[doc(hidden)]
    type Past: Past;

    /// Whether a hundred plies without a capture or a pawn move are a draw.
    #[doc(hidden)]
    const COUNTS: bool = Self::CLOCK_IN_KEY <= FIFTY_MOVES;
}

/// Neither the fifty-move rule nor repetition. The value of a position depends on the board alone,
/// so every value is exact. Such a game need not end, and can only be searched to a fixed depth.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Timeless;

/// The fifty-move rule, but no repetition. The clock is part of the key, so every value is exact,
/// but positions with different clocks share no table entry. Every game ends.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct FiftyMoves;

/// The fifty-move rule and repetition, for play. A position is drawn if it has occurred twice
/// before, or once since the search began.
///
/// A table entry may come from another path, with other repetitions, so values are approximate and
/// reported as such. The clock is part of the key from 80: up to 79, an entry may be used with
/// another clock.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Full;

impl Draws for Timeless {
    const NAME: &'static str = "";
    const CLOCK_IN_KEY: u8 = u8::MAX;
    type Past = ();
}

impl Draws for FiftyMoves {
    const NAME: &'static str = "fifty";
    const CLOCK_IN_KEY: u8 = 0;
    type Past = ();
}

impl Draws for Full {
    const NAME: &'static str = "full";
    const CLOCK_IN_KEY: u8 = 80;
    type Past = PastKeys;
}

mod sealed {
    /// Seals [`Draws`](super::Draws): other crates cannot name this trait.
    pub trait Sealed {}
    impl Sealed for super::Timeless {}
    impl Sealed for super::FiftyMoves {}
    impl Sealed for super::Full {}
}

macro_rules! written_as_its_name {
    ($($draws:ident)*) => {$(
        impl Display for $draws {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(Self::NAME)
            }
        }

        impl FromStr for $draws {
            type Err = NotationError;

            fn from_str(text: &str) -> Result<Self, NotationError> {
                if text == Self::NAME {
                    return Ok(Self);
                }
                let expected = "nothing, 'fifty' or 'full'";
                Err(NotationError::illegal(1, format!("chess has no variant '{text}'"), expected))
            }
        }
    )*};
}

written_as_its_name!(Timeless FiftyMoves Full);
