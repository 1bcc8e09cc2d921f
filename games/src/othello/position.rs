//! The rules, as the search wants to hear them.

use super::{Empties, Othello, Square, bits};
use eldest::{Bounds, Moves, Position, Score, Side};

/// What a move leaves to be taken back: the discs that it turned, and where it could have been played
/// besides.
#[derive(Copy, Clone, Debug)]
pub struct Turned {
    flips: u64,
    playable: u64,
}

/// Of an 8x8 board: corners are kept for good, and the squares next to them give them away.
const CORNERS: u64 = 0x8100_0000_0000_0081;
const NEXT_TO_CORNERS: u64 = 0x42C3_0000_0000_C342;
/// With so few empty squares left, whoever sorts by the opponent's moves loses more than he gains.
const FEW: u32 = 5;

impl Position for Othello {
    type Move = Square;
    type Undo = Turned;

    const ALTERNATES: bool = true;
    const WIN_DISTANCE: bool = false;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> u64 {
        let side = if self.side == Side::First { 0 } else { 0x9E37_79B9_7F4A_7C15 };
        scatter(self.mine ^ scatter(self.theirs ^ side))
    }

    #[inline]
    fn over(&self) -> Option<Score> {
        if self.playable != 0 || bits::moves(self.theirs, self.mine, self.empty()) != 0 {
            return None;
        }
        let (mine, theirs) = self.discs();
        Some(Score::new(self.rules.score(mine, theirs)))
    }

    #[inline]
    fn moves(&self, out: &mut Moves<'_, Square>) {
        if self.playable == 0 {
            return out.push(Square::PASS);
        }
        let few = self.empty().count_ones() <= FEW;
        let mut left = self.playable;
        while left != 0 {
            let square = Square(left.trailing_zeros() as u8);
            if few {
                out.push(square);
            } else {
                out.push_ranked(square, self.rank(square));
            }
            left &= left - 1;
        }
    }

    #[inline]
    fn play(&mut self, square: Square) -> Turned {
        let turned = Turned { flips: self.flips(square), playable: self.playable };
        let mine = self.mine | turned.flips | square.bit();
        *self = Self::of(self.theirs & !turned.flips, mine, self.side.other(), self.rules);
        turned
    }

    #[inline]
    fn undo(&mut self, square: Square, turned: Turned) {
        (self.mine, self.theirs) =
            (self.theirs & !(turned.flips | square.bit()), self.mine | turned.flips);
        (self.playable, self.side) = (turned.playable, self.side.other());
    }

    #[inline]
    fn tag(&self, square: Square) -> u16 {
        u16::from(square.0) + 1
    }

    /// A disc at every other ply, at least: nobody passes twice in a row.
    fn plies_left(&self) -> Option<u32> {
        Some(2 * self.empty().count_ones() + u32::from(self.playable == 0))
    }

    fn range(&self) -> Bounds {
        let most = Score::new(self.rules.squares() as i32);
        Bounds::new(-most, most)
    }

    /// If the winner gets the empty squares, the two scores add up to an even number of squares.
    fn granularity(&self) -> u32 {
        if self.rules.empties() == Empties::Winner { 2 } else { 1 }
    }

    fn fingerprint(&self) -> u64 {
        u64::from(self.rules.size()) << 1 | u64::from(self.rules.empties() == Empties::Nobody)
    }
}

impl Othello {
    #[inline]
    fn flips(&self, square: Square) -> u64 {
        match square.bit() {
            0 => 0,
            bit => bits::flips(self.mine, self.theirs, bit),
        }
    }

    /// Fastest first: the move that leaves the opponent the fewest answers is searched soonest. Corners
    /// count for some of these, on the ordinary board.
    #[inline]
    fn rank(&self, square: Square) -> i32 {
        let (flips, bit) = (self.flips(square), square.bit());
        let (mine, theirs) = (self.mine | flips | bit, self.theirs & !flips);
        let answers = bits::moves(theirs, mine, self.empty() & !bit);
        let corner = i32::from(bit & CORNERS != 0) * 12 - i32::from(bit & NEXT_TO_CORNERS != 0) * 4;
        corner - 2 * answers.count_ones() as i32
    }
}

/// Reversible, so that words that differ stay different (Stafford's thirteenth variant of the finaliser
/// of MurmurHash3, as in splitmix64).
#[inline]
const fn scatter(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
