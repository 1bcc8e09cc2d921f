//! [`KalahRules`]: the numbers of houses and seeds, and when the last seed captures.

use super::lanes::ones;
use crate::notation::NotationError;
use crate::reader;
use std::fmt;
use std::str::FromStr;

/// The numbers of houses and seeds, and when the last seed captures.
///
/// Written `6x4`: houses per side, and seeds in each at the start. With the suffix
/// `,no-empty-capture`, the last seed captures only if the opposite house is not empty. The suffix
/// `,empty-capture` is the default.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct KalahRules {
    houses: u8,
    seeds: u8,
    capture: Capture,
}

/// When the last seed captures, if it falls into an empty house of the mover.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Capture {
    /// Always: if the opposite house is empty, only the seed itself goes to the store.
    #[default]
    Always,
    /// Only if there are seeds in the opposite house.
    Nonempty,
}

impl KalahRules {
    /// The most houses per side.
    pub const MOST_HOUSES: u32 = 7;
    /// The most seeds of a game.
    pub const MOST_SEEDS: u32 = 254;

    /// Creates rules with `houses` houses per side and `seeds` seeds in each; `None` if there are
    /// no houses, too many houses, no seeds, or too many seeds in total.
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

    /// Returns the number of houses per side.
    #[must_use]
    #[inline(always)]
    pub const fn houses(self) -> u32 {
        self.houses as u32
    }

    /// Returns the number of seeds in each house at the start.
    #[must_use]
    pub const fn seeds(self) -> u32 {
        self.seeds as u32
    }

    /// Returns when the last seed captures.
    #[must_use]
    #[inline(always)]
    pub const fn capture(self) -> Capture {
        self.capture
    }

    /// Returns the number of seeds of the game.
    #[must_use]
    pub const fn all_seeds(self) -> u32 {
        2 * self.houses() * self.seeds()
    }

    /// Returns the lane of either player at the start.
    pub(super) const fn start(self) -> u64 {
        ones(self.houses()) * self.seeds as u64
    }
}

/// Six houses with four seeds each, and captures opposite to empty houses too.
impl Default for KalahRules {
    fn default() -> Self {
        Self { houses: 6, seeds: 4, capture: Capture::Always }
    }
}

impl fmt::Display for KalahRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let capture = if self.capture == Capture::Nonempty { NONEMPTY } else { "" };
        write!(f, "{}x{}{capture}", self.houses, self.seeds)
    }
}

const NONEMPTY: &str = ",no-empty-capture";
const ALWAYS: &str = ",empty-capture";
const EXPECTED: &str = "HOUSESxSEEDS such as 6x4, with 1 to 7 houses per side and at most 254 seeds in total, \
     and ',no-empty-capture' if the last seed captures only where the opposite house is not empty";

impl FromStr for KalahRules {
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
        let read = |text: &str| text.parse::<KalahRules>().map(|rules| rules.to_string());
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
