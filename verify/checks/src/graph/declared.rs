//! [`GraphDeclarations`]: what a graph declares to the search besides its rules. [`GraphGains`]:
//! the points that moves gain.

use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::Score;

/// The declarations of a graph. None of them may change a value.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GraphDeclarations {
    /// The kind of its keys.
    pub keys: GraphKeys,
    /// The move codes.
    pub move_codes: MoveCodes,
    /// The information about the plies left.
    pub plies_left: PliesLeft,
    /// Whether the key after a move is known without playing it.
    pub key_after: bool,
    /// Whether moves have ranks, including extreme ones.
    pub ranks: bool,
    /// Whether there are static bounds.
    pub bounds: bool,
    /// Whether static bounds decide every null window, but only just. Null windows then converge on
    /// a value point by point, and their number exceeds the limit of a driver.
    pub blunt: bool,
    /// Whether some moves are left out as irrelevant.
    pub relevant: bool,
    /// Whether range and granularity are declared.
    pub range: bool,
    /// Whether moves gain points that are not part of the keys, and which points.
    pub gains: Option<GraphGains>,
}

/// The kind of keys.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum GraphKeys {
    /// They are hashes.
    Hashed,
    /// They are the numbers of the nodes.
    Unique,
}

/// The scheme of move codes.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MoveCodes {
    /// A different code for each move of a node.
    Distinct,
    /// Two codes for all moves.
    Shared,
    /// Two codes, and no code for some moves.
    Some,
    /// No codes.
    None,
}

/// The information about the plies left.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PliesLeft {
    /// The longest way to the end.
    Exact,
    /// An upper bound.
    Loose,
    /// No information: a search to the end needs a cap on plies.
    Unknown,
}

impl<'u> Arbitrary<'u> for GraphDeclarations {
    fn arbitrary(u: &mut Unstructured<'u>) -> Result<Self> {
        let (first, second) = (u8::arbitrary(u)?, u8::arbitrary(u)?);
        let flag = |bit: u8| second >> bit & 1 == 1;
        Ok(Self {
            keys: [GraphKeys::Hashed, GraphKeys::Unique][usize::from(first & 1)],
            move_codes: [MoveCodes::Distinct, MoveCodes::Shared, MoveCodes::Some, MoveCodes::None]
                [usize::from(first >> 1 & 3)],
            plies_left: match first >> 3 & 7 {
                0..=4 => PliesLeft::Exact,
                5 | 6 => PliesLeft::Loose,
                _ => PliesLeft::Unknown,
            },
            key_after: flag(0),
            ranks: flag(1),
            bounds: flag(2),
            blunt: flag(2) && flag(5),
            relevant: flag(3),
            range: flag(4),
            gains: (second >= 0xC0).then(|| GraphGains::ALL[usize::from(first >> 6)]),
        })
    }
}

/// The points that moves gain. Each node has a level, and a move gains the difference of the levels
/// at its two ends, so that gains of any size leave the values of the game unchanged. Some moves
/// gain a bonus in addition, so that a node is reached with different pasts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum GraphGains {
    /// Single points, never lost, as in real games.
    Pure,
    /// A few of either sign.
    Small,
    /// Many.
    Wide,
    /// The largest possible, with remaining values near the opposite end of the scores.
    Extreme,
}

impl GraphGains {
    /// All variants.
    pub(super) const ALL: [Self; 4] = [Self::Pure, Self::Small, Self::Wide, Self::Extreme];

    /// The lead of the first side at a node with this byte, whatever the path to it.
    pub(super) fn level(self, byte: u8) -> i32 {
        /// The points left for the scores of the game.
        const SPARE: i32 = 300;
        let (step, top) = (i32::from(byte & 15), Score::MAX_VALUE.get() - SPARE);
        match self {
            Self::Pure => 0,
            Self::Small => step - 8,
            Self::Wide => (step - 8) * 1_000,
            Self::Extreme => [0, top, -top, top / 2, -top / 2, 1 - top][step as usize % 6],
        }
    }

    /// The bonus that the mover gains by move number `index` at a node with this byte.
    pub(super) fn bonus(self, byte: u8, index: usize) -> i32 {
        let has_one = byte >> (4 + index % 4) & 1 == 1;
        let bonus = match self {
            Self::Pure | Self::Extreme => 1,
            Self::Small => -2,
            Self::Wide => 37,
        };
        if has_one { bonus } else { 0 }
    }
}
