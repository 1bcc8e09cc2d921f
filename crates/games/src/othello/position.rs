//! The rules: the [`Position`] of the game.

use super::leaf::LAST;
use super::{Empties, Othello, Square, bits};
use eldest::{Bound, Bounds, Moves, Position, Score, Side, Window};

/// The undo information of a move: the discs it flipped, and the legal squares before it.
#[derive(Copy, Clone, Debug)]
pub struct Turned {
    flips: u64,
    playable: u64,
}

impl Position for Othello {
    type Move = Square;
    type Undo = Turned;

    const ALTERNATES: bool = true;
    const WIN_DISTANCE: bool = false;

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    /// Independent of the side, because discs are stored as the mover's and the opponent's.
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
        self.list(out, None);
    }

    /// The four first moves are symmetric, so one is enough. Far from the end, moves are ordered by
    /// the evaluation too, which is too slow for searches to a depth.
    #[inline]
    fn relevant_moves(&self, out: &mut Moves<'_, Square>) {
        if [self.mine, self.theirs] == self.rules.start() {
            out.push(Square(self.playable.trailing_zeros() as u8));
        } else {
            self.list(out, self.evaluated_to());
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

    /// With one empty square the score is computed by counting.
    #[inline]
    fn bounds(&self) -> Bounds {
        let left = self.empty();
        let counted = || Score::new(self.rules.with_one_left(self.mine, left));
        let score = if left.is_power_of_two() { Some(counted()) } else { self.over() };
        score.map_or(Bounds::FULL, Bounds::exact)
    }

    /// Solves the last squares. With more empty squares, stable discs of the opponent may give an
    /// upper bound.
    #[inline]
    fn bounds_for(&self, window: Window) -> Bounds {
        if self.empty().count_ones() <= LAST {
            return self.played_out(window.alpha());
        }
        let held = self.held_to(window.alpha());
        held.map_or_else(|| self.bounds(), |upper| Bounds::from_bound(upper, Bound::Upper))
    }

    /// At least every other ply places a disc, because two passes in a row end the game.
    fn plies_left(&self) -> Option<u32> {
        Some(2 * self.empty().count_ones() + u32::from(self.playable == 0))
    }

    fn range(&self) -> Bounds {
        let most = Score::new(self.rules.squares() as i32);
        Bounds::new(-most, most)
    }

    /// If the winner gets the empty squares, the discs of both sides add up to an even number of
    /// squares.
    fn granularity(&self) -> u32 {
        if self.rules.empties() == Empties::Winner { 2 } else { 1 }
    }

    fn fingerprint(&self) -> u64 {
        u64::from(self.rules.size()) << 1 | u64::from(self.rules.empties() == Empties::Neither)
    }
}

impl Othello {
    #[inline]
    pub(super) fn flips(&self, square: Square) -> u64 {
        match square.bit() {
            0 => 0,
            bit => bits::flips(self.mine, self.theirs, bit),
        }
    }
}

/// Mixes the bits of a word by a bijection, so that different words stay different (Stafford's
/// thirteenth variant of the finaliser of MurmurHash3, as in splitmix64).
#[inline]
const fn scatter(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let word = (word ^ word >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ word >> 31
}
