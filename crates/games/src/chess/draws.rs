//! [`Draws`]: by which rules a game can be drawn, beside stalemate and dead positions.

use super::past::{Past, PastKeys};
use crate::notation::NotationError;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

/// Plies without a capture or a pawn's move that make a draw.
pub(super) const FIFTY_MOVES: u8 = 100;

/// By which rules a game can be drawn, beside stalemate and dead positions: [`Timeless`], [`FiftyMoves`] or
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
    /// What the game is called behind the colon, as in `chess:fifty`.
    const NAME: &'static str;
    /// From this clock on it is a part of the key; beyond 100 for games without a clock.
    #[doc(hidden)]
    const CLOCK_IN_KEY: u8;
    /// What is kept of the positions before.
    #[doc(hidden)]
    type Past: Past;

    /// Whether a hundred plies without a capture or a pawn's move are a draw.
    #[doc(hidden)]
    const COUNTS: bool = Self::CLOCK_IN_KEY <= FIFTY_MOVES;
}

/// Neither fifty moves nor repetition: what a position is worth follows from the board alone, so every
/// value is exact. Such a game need not end, and can be searched to a fixed depth only.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Timeless;

/// Fifty moves, but no repetition. The clock is a part of the key, so every value is exact; the price
/// is that positions with different clocks share no entry of the table. Every game ends.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct FiftyMoves;

/// Fifty moves and repetition, for play. A position is drawn if it has been there twice before, or
/// once since the search began.
///
/// What the table knows of a position was found on another way to it, where other moves repeated:
/// values are approximate, and reported so. The clock enters the key when the bound comes near: up to
/// 79 an entry may be used with another clock.
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
    /// Nobody else names it.
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
                Err(NotationError::illegal(1, format!("no chess is called '{text}'"), expected))
            }
        }
    )*};
}

written_as_its_name!(Timeless FiftyMoves Full);
