//! [`Level`]: how well the engine plays.

use std::fmt;
use std::str::FromStr;

/// How well the engine plays, from 1 to 8. The lowest levels search a few plies, and some play
/// moves at random; the others search a number of nodes, so that they play the same on every
/// machine.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Level(u8);

/// The limit on a search at a level.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// A depth in plies.
    Depth(u16),
    /// A number of nodes.
    Nodes(u64),
}

impl Reach {
    pub(super) fn is_of_nodes(self) -> bool {
        matches!(self, Self::Nodes(_))
    }
}

impl Level {
    /// The lowest level at which hints are searched.
    pub(super) const OF_HINTS: Self = Self(6);

    /// Returns the level with this number, if it is from 1 to 8.
    pub(super) fn new(number: u8) -> Option<Self> {
        (1..=8).contains(&number).then_some(Self(number))
    }

    pub(super) fn reach(self) -> Reach {
        match self.0 {
            depth @ ..=3 => Reach::Depth(depth.into()),
            level => Reach::Nodes(5 * 10_u64.pow(u32::from(level) - 1)),
        }
    }

    /// Returns the percentage of moves that are played at random.
    pub(super) fn blunders(self) -> u8 {
        match self.0 {
            1 => 50,
            2 => 25,
            _ => 0,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {}", self.0)
    }
}

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let level = text.parse().ok().and_then(Self::new);
        level.ok_or_else(|| format!("'{text}' is not a level; expected a number from 1 to 8"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_look_ever_further() {
        let reach = |number| Level::new(number).unwrap().reach();
        assert_eq!([1, 2, 3].map(reach), [1, 2, 3].map(Reach::Depth));
        assert_eq!(reach(4), Reach::Nodes(5_000));
        assert_eq!(reach(8), Reach::Nodes(50_000_000));
        assert_eq!((Level::new(0), Level::new(9)), (None, None));
    }
}
