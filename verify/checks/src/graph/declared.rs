//! [`GraphDeclarations`]: what a graph tells the search beside its rules. [`GraphGains`]: which points
//! moves gain.

use arbitrary::{Arbitrary, Result, Unstructured};
use eldest::Score;

/// What a graph declares. Nothing of it may change a value.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct GraphDeclarations {
    /// What keys promise.
    pub keys: GraphKeys,
    /// How moves are named.
    pub move_codes: MoveCodes,
    /// What is known of the plies until the end.
    pub plies_left: PliesLeft,
    /// Whether keys can be told ahead of moves.
    pub key_after: bool,
    /// Whether moves have ranks, hostile ones among them.
    pub ranks: bool,
    /// Whether anything is certain at a glance.
    pub bounds: bool,
    /// Whether what is certain at a glance answers every null window, and says no more than that:
    /// then windows close in on a value point by point, and more of them are asked than a driver's
    /// limit.
    pub blunt: bool,
    /// Whether some moves are left out as irrelevant.
    pub relevant: bool,
    /// Whether range and granularity are told.
    pub range: bool,
    /// Whether moves gain points, of which keys tell nothing, and which.
    pub gains: Option<GraphGains>,
}

/// What keys promise.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum GraphKeys {
    /// They are hashes.
    Hashed,
    /// They are the numbers of the nodes.
    Unique,
}

/// How moves are named.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MoveCodes {
    /// All the moves of a node differently.
    Distinct,
    /// With two names for all moves.
    Shared,
    /// With two names and none.
    Some,
    /// Not at all.
    None,
}

/// What is known of the plies until the end.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PliesLeft {
    /// The longest way to the end.
    Exact,
    /// An upper bound.
    Loose,
    /// Nothing: a search to the end needs a cap on plies.
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

/// Which points moves gain. Each node has a level; a move gains the difference of the levels at its
/// two ends, so that gains of either sign and any size leave the values of the game as they are;
/// and some moves gain a bonus beside that, so that a node is met with different pasts.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum GraphGains {
    /// Single points, and nobody loses any: as in games.
    Pure,
    /// A few of either sign.
    Small,
    /// Many.
    Wide,
    /// As many as there are, with what is still to come at the other end of the scores.
    Extreme,
}

impl GraphGains {
    /// All of them.
    pub(super) const ALL: [Self; 4] = [Self::Pure, Self::Small, Self::Wide, Self::Extreme];

    /// How far the first side is ahead at a node by that byte, whatever the way to it.
    pub(super) fn level(self, byte: u8) -> i32 {
        /// So much is left for the scores of the game.
        const SPARE: i32 = 300;
        let (step, top) = (i32::from(byte & 15), Score::MAX_VALUE.get() - SPARE);
        match self {
            Self::Pure => 0,
            Self::Small => step - 8,
            Self::Wide => (step - 8) * 1_000,
            Self::Extreme => [0, top, -top, top / 2, -top / 2, 1 - top][step as usize % 6],
        }
    }

    /// What the mover gains beside by move number `index` of a node of that byte.
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
