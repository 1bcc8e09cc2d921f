//! [`OthelloRules`]: the size of the board, and the scoring of squares that stay empty.

use super::bits::COLUMN;
use crate::notation::NotationError;
use std::fmt;
use std::str::FromStr;

/// The size of the board, and the scoring of squares that stay empty.
///
/// Written `8x8`, `6x6` or `4x4`; with the suffix `,discs`, squares that stay empty count for
/// neither side.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct OthelloRules {
    size: u8,
    empties: Empties,
}

/// The scoring of squares that stay empty.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Empties {
    /// They count for the winner, as at tournaments and in published endgames.
    #[default]
    Winner,
    /// They count for neither side: only discs count.
    Neither,
}

impl OthelloRules {
    /// Creates rules for a board with sides of `size` squares; `None` unless `size` is 4, 6 or 8.
    #[must_use]
    pub const fn new(size: u32, empties: Empties) -> Option<Self> {
        if matches!(size, 4 | 6 | 8) { Some(Self { size: size as u8, empties }) } else { None }
    }

    /// Returns the side length of the board.
    #[must_use]
    pub const fn size(self) -> u32 {
        self.size as u32
    }

    /// Returns the scoring of squares that stay empty.
    #[must_use]
    pub const fn empties(self) -> Empties {
        self.empties
    }

    /// Returns the number of squares.
    #[must_use]
    pub const fn squares(self) -> u32 {
        self.size() * self.size()
    }

    /// Returns all squares.
    pub(super) const fn board(self) -> u64 {
        match self.size {
            4 => 0x0F0F_0F0F,
            6 => 0x3F3F_3F3F_3F3F,
            _ => u64::MAX,
        }
    }

    /// Returns the four corners.
    pub(super) const fn corners(self) -> u64 {
        match self.size {
            4 => 0x0900_0009,
            6 => 0x2100_0000_0021,
            _ => 0x8100_0000_0000_0081,
        }
    }

    /// Returns the first and the last column.
    pub(super) const fn sides(self) -> u64 {
        COLUMN | COLUMN << (self.size - 1)
    }

    /// Returns the first and the last row.
    pub(super) const fn ends(self) -> u64 {
        let row = (1 << self.size) - 1;
        row | row << (8 * (self.size - 1))
    }

    /// Returns the discs at the start: of the first player, and of the second.
    pub(super) const fn start(self) -> [u64; 2] {
        let half = self.size() / 2;
        let (upper, lower) = (8 * (half - 1), 8 * half);
        let first = 1 << (upper + half) | 1 << (lower + half - 1);
        let second = 1 << (upper + half - 1) | 1 << (lower + half);
        [first, second]
    }

    /// Returns the score of `mine` discs against `theirs` at the end of the game.
    pub(super) const fn score(self, mine: u32, theirs: u32) -> i32 {
        let lead = mine as i32 - theirs as i32;
        match self.empties {
            Empties::Neither => lead,
            Empties::Winner => lead + lead.signum() * (self.squares() - mine - theirs) as i32,
        }
    }
}

/// The standard board, with empty squares for the winner.
impl Default for OthelloRules {
    fn default() -> Self {
        Self { size: 8, empties: Empties::Winner }
    }
}

impl fmt::Display for OthelloRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let discs = if self.empties == Empties::Neither { ",discs" } else { "" };
        write!(f, "{0}x{0}{discs}", self.size)
    }
}

impl FromStr for OthelloRules {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        const EXPECTED: &str =
            "4x4, 6x6 or 8x8, and ',discs' if empty squares count for neither side";
        if text.is_empty() {
            return Ok(Self::default());
        }
        let (size, empties) = match text.strip_suffix(",discs") {
            Some(size) => (size, Empties::Neither),
            None => (text, Empties::Winner),
        };
        let rules = [4, 6, 8].into_iter().filter_map(|size| Self::new(size, empties));
        rules.into_iter().find(|rules| format!("{0}x{0}", rules.size) == size).ok_or_else(|| {
            NotationError::illegal(1, format!("'{text}' is not a board of Othello"), EXPECTED)
        })
    }
}
