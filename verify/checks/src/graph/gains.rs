//! [`GraphGains`]: which points moves gain.

use eldest::Score;

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
