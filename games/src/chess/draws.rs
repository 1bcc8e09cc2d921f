//! [`Draws`]: by which rules a game can be drawn, beside stalemate and dead positions.

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
    type Past = Line;
}

/// What a game remembers of the positions before the present one.
#[doc(hidden)]
pub trait Past: Clone + Debug + Default + Send + Sync + 'static {
    /// Whether it remembers anything.
    const KEEPS: bool;
    /// The position with `key` is left.
    fn push(&mut self, key: impl FnOnce() -> u64);
    /// The position that was left last is there again.
    fn pop(&mut self);
    /// A search begins at the present position.
    fn begin(&mut self);
    /// Whether the position with `key` makes a draw, when nothing has been irreversible for `clock` plies.
    fn repeats(&self, key: impl FnOnce() -> u64, clock: u8) -> bool;
}

impl Past for () {
    const KEEPS: bool = false;

    #[inline(always)]
    fn push(&mut self, _: impl FnOnce() -> u64) {}

    #[inline(always)]
    fn pop(&mut self) {}

    fn begin(&mut self) {}

    #[inline(always)]
    fn repeats(&self, _: impl FnOnce() -> u64, _: u8) -> bool {
        false
    }
}

/// The keys of all positions before the present one.
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct Line {
    keys: Vec<u64>,
    /// So many of them are before the search.
    root: usize,
}

impl Past for Line {
    const KEEPS: bool = true;

    #[inline]
    fn push(&mut self, key: impl FnOnce() -> u64) {
        self.keys.push(key());
    }

    #[inline]
    fn pop(&mut self) {
        self.keys.pop();
    }

    fn begin(&mut self) {
        self.root = self.keys.len();
    }

    /// Only positions with the same side to move can be the same, and not before the fourth ply.
    #[inline]
    fn repeats(&self, key: impl FnOnce() -> u64, clock: u8) -> bool {
        let reversible = self.keys.len().min(clock.into());
        if reversible < 4 {
            return false;
        }
        let (key, first) = (key(), self.keys.len() - reversible);
        let earlier = (first..=self.keys.len() - 4).rev().step_by(2);
        let mut same = earlier.filter(|&at| self.keys[at] == key);
        same.next().is_some_and(|at| at >= self.root || same.next().is_some())
    }
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
