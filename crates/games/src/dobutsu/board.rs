//! [`Board`]: all squares and both hands in one word, with set operations on all squares at once.
//!
//! Each of the lower twelve nibbles is a square, column by column, each column from the home row of
//! the mover up. The low three bits of a nibble are the kind of the piece, 0 for none; the highest
//! bit is set for the opponent's pieces. The bits of a [`Kind`] say how it steps:
//!
//! | bit | meaning |
//! |---|---|
//! | 1 | steps to all four sides |
//! | 2 | steps diagonally forward |
//! | 4 | with 2 also diagonally backward, without 2 only forward |
//!
//! Above the squares are the mover's giraffes, elephants and chicks in hand, two bits each, then
//! the opponent's.
//!
//! A set of squares has the lowest bit of each of its nibbles set.

use crate::each;

/// All squares.
pub(super) const ALL: u64 = 0x1111_1111_1111;
/// The home row of the mover, and the far row.
pub(super) const HOME: u64 = 0x0001_0001_0001;
pub(super) const FAR: u64 = HOME << 12;
/// The bits of all squares.
const SQUARES: u64 = 0xffff_ffff_ffff;
/// The first bit of the mover's hand, and of the opponent's.
const HANDS: u32 = 48;
const THEIRS: u32 = 54;
/// The bits of one hand.
const HAND: u64 = 0x3f;

/// A kind of piece.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Giraffe = 1,
    Hen = 3,
    Chick = 4,
    Elephant = 6,
    Lion = 7,
}

impl Kind {
    /// The kinds that can be in hand.
    pub(super) const IN_HAND: [Self; 3] = [Self::Giraffe, Self::Elephant, Self::Chick];

    /// Returns the piece on a square from the bits of its nibble.
    #[inline(always)]
    pub(super) const fn of(nibble: u64) -> Option<Self> {
        match nibble & 7 {
            1 => Some(Self::Giraffe),
            3 => Some(Self::Hen),
            4 => Some(Self::Chick),
            6 => Some(Self::Elephant),
            7 => Some(Self::Lion),
            _ => None,
        }
    }

    /// Returns its letter in texts, `C` for a hen.
    pub(super) const fn letter(self) -> char {
        match self {
            Self::Lion => 'L',
            Self::Giraffe => 'G',
            Self::Elephant => 'E',
            Self::Chick | Self::Hen => 'C',
        }
    }

    /// Returns the first bit of its number in the mover's hand. There is no lion in any hand.
    #[inline(always)]
    const fn shift(self) -> u32 {
        match self {
            Self::Giraffe => HANDS,
            Self::Elephant => HANDS + 2,
            Self::Chick | Self::Hen | Self::Lion => HANDS + 4,
        }
    }
}

/// The squares and the hands, from the point of view of the mover.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board(pub(super) u64);

impl Board {
    /// The start of a game: elephant, lion and giraffe from the left, the chick before the lion.
    pub(super) const START: Self = Self(0xe001_fc47_9006);
    pub(super) const EMPTY: Self = Self(0);

    /// Returns the squares with a piece of either side.
    #[inline(always)]
    pub(super) const fn occupied(self) -> u64 {
        (self.0 | self.0 >> 1 | self.0 >> 2) & ALL
    }

    /// Returns the squares with pieces of the opponent.
    #[inline(always)]
    pub(super) const fn theirs(self) -> u64 {
        self.0 >> 3 & ALL
    }

    /// Returns the squares with pieces of the mover.
    #[inline(always)]
    pub(super) const fn mine(self) -> u64 {
        self.occupied() & !self.theirs()
    }

    /// Returns the squares with a lion of either side.
    #[inline(always)]
    pub(super) const fn lions(self) -> u64 {
        self.0 & self.0 >> 1 & self.0 >> 2 & ALL
    }

    /// Returns the squares with pieces of `kind` of either side; hens count as chicks.
    pub(super) const fn like(self, kind: Kind) -> u64 {
        let (side, forward, back) = (self.0, self.0 >> 1, self.0 >> 2);
        let found = match kind {
            Kind::Giraffe => side & !forward,
            Kind::Elephant => !side & forward,
            Kind::Lion => side & forward & back,
            Kind::Chick | Kind::Hen => (!forward & back) | (side & forward & !back),
        };
        found & ALL
    }

    /// Returns the bits of the piece on `square`, a set of one; the highest is its side.
    #[inline(always)]
    pub(super) const fn nibble(self, square: u64) -> u64 {
        self.0 >> square.trailing_zeros() & 15
    }

    /// Returns the kind of the piece on `square`, a set of one.
    #[inline(always)]
    pub(super) const fn kind(self, square: u64) -> Option<Kind> {
        Kind::of(self.nibble(square))
    }

    /// Puts a piece of the mover on the empty `square`.
    #[inline(always)]
    pub(super) const fn with_mine(self, square: u64, kind: Kind) -> Self {
        Self(self.0 | (square * kind as u64))
    }

    /// Puts a piece of the opponent on the empty `square`.
    #[inline(always)]
    pub(super) const fn with_theirs(self, square: u64, kind: Kind) -> Self {
        Self(self.0 | (square * (kind as u64 | 8)))
    }

    /// Empties `square`.
    #[inline(always)]
    pub(super) const fn without(self, square: u64) -> Self {
        Self(self.0 & !(square * 15))
    }

    /// Returns the number of pieces of `kind` in the mover's hand.
    #[inline(always)]
    pub(super) const fn my_hand(self, kind: Kind) -> u64 {
        self.0 >> kind.shift() & 3
    }

    /// Returns the number of pieces of `kind` in the opponent's hand.
    #[inline(always)]
    pub(super) const fn their_hand(self, kind: Kind) -> u64 {
        self.0 >> (kind.shift() + THEIRS - HANDS) & 3
    }

    /// Returns the mover's hand: the numbers of giraffes, elephants and chicks, two bits each.
    #[inline(always)]
    pub(super) const fn hand(self) -> u64 {
        self.0 >> HANDS & HAND
    }

    /// Adds pieces of `kind` to the mover's hand.
    #[inline(always)]
    pub(super) const fn to_my_hand(self, kind: Kind, count: u64) -> Self {
        Self(self.0 + (count << kind.shift()))
    }

    /// Adds pieces of `kind` to the opponent's hand.
    #[inline(always)]
    pub(super) const fn to_their_hand(self, kind: Kind, count: u64) -> Self {
        Self(self.0 + (count << (kind.shift() + THEIRS - HANDS)))
    }

    /// Takes a piece of `kind` out of the mover's hand, which has one.
    #[inline(always)]
    pub(super) const fn taken_from_my_hand(self, kind: Kind) -> Self {
        Self(self.0 - (1 << kind.shift()))
    }

    /// Takes a piece of `kind` out of the opponent's hand, which has one.
    #[inline(always)]
    pub(super) const fn taken_from_their_hand(self, kind: Kind) -> Self {
        Self(self.0 - (1 << (kind.shift() + THEIRS - HANDS)))
    }

    /// Returns the squares that one of the mover's pieces can step to, including those with other
    /// pieces of the mover.
    #[inline(always)]
    pub(super) const fn reached(self) -> u64 {
        steps(self.0 & (self.mine() * 15))
    }

    /// Returns the squares that a piece of the mover of this kind on `square` can step to. They are
    /// also the squares that such a piece of the opponent can have come from.
    #[inline(always)]
    pub(super) const fn steps_of(kind: Kind, square: u64) -> u64 {
        steps(square * kind as u64)
    }

    /// Returns the same from the point of view of the opponent: the board is turned by 180 degrees,
    /// and the pieces and hands change sides.
    #[inline(always)]
    pub(super) const fn turned(self) -> Self {
        const LOW: u64 = 0x0f0f_0f0f_0f0f;
        let bytes = ((self.0 ^ self.occupied() << 3) & SQUARES).swap_bytes() >> 16;
        let squares = (bytes & LOW) << 4 | bytes >> 4 & LOW;
        let hands = self.hand() << THEIRS | (self.0 >> THEIRS & HAND) << HANDS;
        Self(squares | hands)
    }

    /// Returns the numbers of the squares in `set`, the lowest first.
    #[inline(always)]
    pub(super) fn numbers(set: u64) -> impl Iterator<Item = u8> {
        each(set).map(|square| (square.trailing_zeros() / 4) as u8)
    }
}

/// Returns the set of the square with this number.
#[inline(always)]
pub(super) const fn square(number: u8) -> u64 {
    1 << (4 * number)
}

/// Returns the squares that the pieces of `kinds` can step to, if all are the mover's.
#[inline(always)]
const fn steps(kinds: u64) -> u64 {
    let (orthogonal, diagonal) = (kinds & ALL, kinds >> 1 & ALL);
    let third = kinds >> 2 & ALL;
    let ahead = orthogonal | third & !diagonal;
    let forward = (ahead | beside(diagonal)) & !FAR;
    let back = (orthogonal | beside(diagonal & third)) & !HOME;
    forward << 4 | beside(orthogonal) | back >> 4
}

/// Returns the squares to the left and to the right.
#[inline(always)]
const fn beside(squares: u64) -> u64 {
    (squares << 16 | squares >> 16) & ALL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_is_the_same_for_both_sides() {
        assert_eq!(Board::START.turned(), Board::START);
    }

    #[test]
    fn pieces_step_as_in_the_rules() {
        // From the middle of the second row: column 1, row 1.
        let reached = |kind| Board::numbers(Board::steps_of(kind, square(5))).collect::<Vec<_>>();
        assert_eq!(reached(Kind::Lion), [0, 1, 2, 4, 6, 8, 9, 10]);
        assert_eq!(reached(Kind::Giraffe), [1, 4, 6, 9]);
        assert_eq!(reached(Kind::Elephant), [0, 2, 8, 10]);
        assert_eq!(reached(Kind::Chick), [6]);
        assert_eq!(reached(Kind::Hen), [1, 2, 4, 6, 9, 10]);
    }

    #[test]
    fn no_step_leaves_the_board() {
        let reached = |kind, from| Board::numbers(Board::steps_of(kind, square(from)));
        assert_eq!(reached(Kind::Lion, 0).collect::<Vec<_>>(), [1, 4, 5]);
        assert_eq!(reached(Kind::Lion, 11).collect::<Vec<_>>(), [6, 7, 10]);
        assert_eq!(reached(Kind::Chick, 3).count() + reached(Kind::Chick, 7).count(), 0);
        assert_eq!(reached(Kind::Hen, 7).collect::<Vec<_>>(), [3, 6, 11]);
    }
}
