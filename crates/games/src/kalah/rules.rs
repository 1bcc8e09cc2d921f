//! [`Rules`]: how many houses and seeds, and when the last seed captures.

use super::lanes::ones;
use crate::notation::NotationError;
use crate::reader;
use std::fmt;
use std::str::FromStr;

/// How many houses and seeds, and when the last seed captures.
///
/// Written `6x4`: houses a side, and seeds in each at the start; with `,no-empty-capture` behind it, the
/// last seed captures only if there is something in the house opposite. `,empty-capture`, the default,
/// may be written too.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    houses: u8,
    seeds: u8,
    capture: Capture,
}

/// When the last seed captures, having fallen into an empty house of the mover's.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Capture {
    /// Always: if the house opposite is empty, just the seed itself goes to the store.
    #[default]
    Always,
    /// Only if there are seeds in the house opposite.
    Nonempty,
}

impl Rules {
    /// The most houses a side.
    pub const MOST_HOUSES: u32 = 7;
    /// The most seeds of a game.
    pub const MOST_SEEDS: u32 = 254;

    /// A board of so many `houses` a side, and so many `seeds` in each; `None` if there are no houses or
    /// too many, no seeds, or too many of them in all.
    #[must_use]
    pub const fn new(houses: u32, seeds: u32, capture: Capture) -> Option<Self> {
        if houses == 0 || houses > Self::MOST_HOUSES || seeds == 0 {
            return None;
        }
        if seeds > Self::MOST_SEEDS / (2 * houses) {
            return None;
        }
        Some(Self { houses: houses as u8, seeds: seeds as u8, capture })
    }

    /// Houses a side.
    #[must_use]
    #[inline(always)]
    pub const fn houses(self) -> u32 {
        self.houses as u32
    }

    /// Seeds in each house at the start.
    #[must_use]
    pub const fn seeds(self) -> u32 {
        self.seeds as u32
    }

    /// When the last seed captures.
    #[must_use]
    #[inline(always)]
    pub const fn capture(self) -> Capture {
        self.capture
    }

    /// All seeds of the game.
    #[must_use]
    pub const fn all_seeds(self) -> u32 {
        2 * self.houses() * self.seeds()
    }

    /// The lane of either player at the start.
    pub(super) const fn start(self) -> u64 {
        ones(self.houses()) * self.seeds as u64
    }
}

/// Six houses with four seeds each; empty houses are captured too.
impl Default for Rules {
    fn default() -> Self {
        Self { houses: 6, seeds: 4, capture: Capture::Always }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let capture = if self.capture == Capture::Nonempty { NONEMPTY } else { "" };
        write!(f, "{}x{}{capture}", self.houses, self.seeds)
    }
}

const NONEMPTY: &str = ",no-empty-capture";
const ALWAYS: &str = ",empty-capture";
const EXPECTED: &str = "HOUSESxSEEDS such as 6x4, with 1 to 7 houses a side and at most 254 seeds in all, \
     and ',no-empty-capture' if the last seed is to capture only where the house opposite is not empty";

impl FromStr for Rules {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (size, capture) = match text.strip_suffix(NONEMPTY) {
            Some(size) => (size, Capture::Nonempty),
            None => (text.strip_suffix(ALWAYS).unwrap_or(text), Capture::Always),
        };
        let make = |houses, seeds| Self::new(houses, seeds, capture);
        reader::board(text, size, ("Kalah", EXPECTED), make)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_and_written() {
        let read = |text: &str| text.parse::<Rules>().map(|rules| rules.to_string());
        assert_eq!(read(""), Ok("6x4".to_owned()));
        assert_eq!(read("6x4,empty-capture"), Ok("6x4".to_owned()));
        assert_eq!(read("7x18,no-empty-capture"), Ok("7x18,no-empty-capture".to_owned()));
        assert_eq!(read("1x127"), Ok("1x127".to_owned()));
        for wrong in ["0x4", "8x4", "6x0", "6x22", "1x128", "6", "x", "6x4,", "6x4,capture", "-1x4"]
        {
            let error = read(wrong).unwrap_err().to_string();
            assert!(error.contains(wrong) && error.contains("such as 6x4"), "{error}");
        }
    }
}
