//! The rules, as the search wants to hear them.

use super::leaf::LAST;
use super::{Empties, Othello, Square, bits};
use eldest::{Bound, Bounds, Moves, Position, Score, Side, Window};

/// What a move leaves to be taken back: the discs that it turned, and where it could have been played
/// besides.
#[derive(Copy, Clone, Debug)]
pub struct Turned {
    flips: u64,
    playable: u64,
}

/// What counts for the order of moves, found by trying them on endgames with 17 to 20 empty squares.
const MOBILITY: i32 = 16;
const CORNER: i32 = 8;
const POTENTIAL: i32 = 4;
const PARITY: i32 = 4;

impl Position for Othello {
    type Move = Square;
    type Undo = Turned;

    const ALTERNATES: bool = true;
    const WIN_DISTANCE: bool = false;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    /// Whose discs they are makes no difference to the mover.
    #[inline]
    fn key(&self) -> u64 {
        scatter(self.mine ^ scatter(self.theirs))
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
            if self.over().is_none() {
                out.push(Square::PASS);
            }
            return;
        }
        let odd = self.odd();
        let mut left = self.playable;
        while left != 0 {
            let square = Square(left.trailing_zeros() as u8);
            out.push_ranked(square, self.rank(square, odd));
            left &= left - 1;
        }
    }

    /// The four first moves are mirror images of each other.
    #[inline]
    fn relevant_moves(&self, out: &mut Moves<'_, Square>) {
        if [self.mine, self.theirs] == self.rules.start() {
            out.push(Square(self.playable.trailing_zeros() as u8));
        } else {
            self.moves(out);
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
    fn move_code(&self, square: Square) -> u16 {
        u16::from(square.0) + 1
    }

    /// With one empty square the score is a matter of counting.
    #[inline]
    fn bounds(&self) -> Bounds {
        let left = self.empty();
        let counted = || Score::new(self.rules.with_one_left(self.mine, self.theirs, left));
        let score = if left.is_power_of_two() { Some(counted()) } else { self.over() };
        score.map_or(Bounds::FULL, Bounds::exact)
    }

    /// The last squares are filled here. With more of them, stable discs of the opponent's may be enough for
    /// a no.
    #[inline]
    fn bounds_for(&self, window: Window) -> Bounds {
        if self.empty().count_ones() <= LAST {
            return self.played_out(window.alpha());
        }
        let held = self.held_to(window.alpha());
        held.map_or_else(|| self.bounds(), |upper| Bounds::from_bound(upper, Bound::Upper))
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
    /// The quarters of the board with an odd number of empty squares: who plays there can have the last
    /// word there, too (Brockington and Schaeffer, and every solver since).
    #[inline]
    pub(super) fn odd(&self) -> u64 {
        let empty = self.empty();
        let half = self.rules.size() / 2;
        let left = ((1_u64 << half) - 1) * 0x0101_0101_0101_0101;
        let top = (1_u64 << (8 * half)) - 1;
        let odd = |mask: u64| if (empty & mask).count_ones() & 1 == 1 { mask } else { 0 };
        odd(left & top) | odd(!left & top) | odd(left & !top) | odd(!left & !top)
    }

    #[inline]
    fn flips(&self, square: Square) -> u64 {
        match square.bit() {
            0 => 0,
            bit => bits::flips(self.mine, self.theirs, bit),
        }
    }

    /// Fastest first: the move that leaves the opponent the fewest answers is searched soonest, an answer
    /// in a corner counting twice. Then corners, what the opponent may come to play, and the quarters that
    /// are `odd`.
    #[inline]
    pub(super) fn rank(&self, square: Square, odd: u64) -> i32 {
        let (flips, bit) = (self.flips(square), square.bit());
        let (mine, theirs) = (self.mine | flips | bit, self.theirs & !flips);
        let (empty, corners) = (self.empty() & !bit, self.rules.corners());
        let answers = bits::moves(theirs, mine, empty);
        let potential = bits::neighbours(mine) & empty;
        corner(bit, corners) + PARITY * i32::from(bit & odd != 0)
            - MOBILITY * (answers.count_ones() + (answers & corners).count_ones()) as i32
            - POTENTIAL * potential.count_ones() as i32
    }
}

/// Corners are kept for good, and the squares next to them give them away.
#[inline]
const fn corner(bit: u64, corners: u64) -> i32 {
    let given = bits::neighbours(bit) & corners != 0;
    if bit & corners != 0 {
        CORNER
    } else if given {
        -CORNER
    } else {
        0
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
