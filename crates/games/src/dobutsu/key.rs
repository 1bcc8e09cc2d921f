//! Keys: numbers of the positions, mirror images and colours folded.
//!
//! A square has one of eleven contents, so a column has 11^4 = 14,641, and a hand has 27. The
//! opponent's hand is what is on neither the board nor the mover's hand. A key is, from the highest
//! digit: the mover's hand, the middle column, the greater of the outer columns, the smaller of
//! them. So positions with equal hands are neighbours.

use super::Dobutsu;
use super::board::{Board, FAR, HOME, Kind};
use eldest::Side;

/// The bits of a key.
pub(super) const BITS: u32 = 47;
/// The contents of a column.
const COLUMNS: u64 = 14_641;
/// The keys below which all are.
const KEYS: u64 = 27 * COLUMNS * COLUMNS * COLUMNS;
/// The nibble of a square for each of its eleven contents.
const NIBBLES: [u16; 11] = [0, 1, 3, 4, 6, 7, 9, 11, 12, 14, 15];
/// The nibbles of a column for each of its contents.
static CONTENTS: [u16; COLUMNS as usize] = contents();

const fn contents() -> [u16; COLUMNS as usize] {
    let (mut contents, mut column) = ([0; COLUMNS as usize], 0);
    while column < COLUMNS as usize {
        contents[column] = NIBBLES[column % 11]
            | NIBBLES[column / 11 % 11] << 4
            | NIBBLES[column / 121 % 11] << 8
            | NIBBLES[column / 1331] << 12;
        column += 1;
    }
    contents
}

impl Dobutsu {
    /// Returns the position with this [`key`](eldest::Position::key), the first player to move:
    /// itself, its mirror image, or either with the colours exchanged. `None` if no position has
    /// this key.
    #[must_use]
    pub fn from_key(key: u64) -> Option<Self> {
        let digit = |unit: u64| (key / unit % COLUMNS) as usize;
        let (low, high) = (digit(1), digit(COLUMNS));
        if low > high || key >= KEYS {
            return None;
        }
        let column = |contents: usize| u64::from(CONTENTS[contents]);
        let middle = column(digit(COLUMNS * COLUMNS));
        let board = Board(column(low) | middle << 16 | column(high) << 32);
        let hand = key / (COLUMNS * COLUMNS * COLUMNS);
        let board = board.with_hands([hand % 3, hand / 3 % 3, hand / 9])?;
        (board.has_lions() && !board.is_stuck()).then_some(Self { board, side: Side::First })
    }
}

impl Board {
    /// Returns the key of the position.
    #[inline(always)]
    pub(super) const fn key(self) -> u64 {
        let columns = self.columns();
        let (left, middle, right) = (columns & 0xffff, columns >> 16 & 0xffff, columns >> 32);
        let (low, high) = if left > right { (right, left) } else { (left, right) };
        // Of two bits to a kind, in base 3.
        let hand = self.hand();
        let hand = hand - (hand >> 2 & 3) - 7 * (hand >> 4);
        ((hand * COLUMNS + middle) * COLUMNS + high) * COLUMNS + low
    }

    /// Returns whether the key is of the mirror image.
    #[inline(always)]
    pub(super) const fn is_mirrored(self) -> bool {
        self.0 & 0xffff > self.0 >> 32 & 0xffff
    }

    /// Returns the contents of the three columns, each a number below 14,641 in 16 bits. Computes
    /// all squares at once: first the eleven contents in the order of the nibbles, then pairs of
    /// these in base 11, then pairs of pairs in base 121.
    #[inline(always)]
    const fn columns(self) -> u64 {
        let third = self.0 >> 2 & super::board::ALL;
        let forward = self.0 >> 1 & super::board::ALL;
        let squares = self.0 & 0xffff_ffff_ffff;
        let contents = squares - forward - third - 3 * self.theirs();
        let pairs = contents - 5 * (contents >> 4 & 0x0f0f_0f0f_0f0f);
        pairs - 135 * (pairs >> 8 & 0x00ff_00ff_00ff)
    }

    /// Puts giraffes, elephants and chicks in the mover's hand, and what is then missing in the
    /// opponent's. `None` if there are too many.
    pub(super) fn with_hands(self, mine: [u64; 3]) -> Option<Self> {
        Kind::IN_HAND.into_iter().zip(mine).try_fold(self, |board, (kind, mine)| {
            let theirs = 2_u64.checked_sub(mine + u64::from(board.like(kind).count_ones()))?;
            Some(board.to_my_hand(kind, mine).to_their_hand(kind, theirs))
        })
    }

    /// Returns whether each side has one lion, and the mover's is not on the far row: the game
    /// would have ended before.
    pub(super) const fn has_lions(self) -> bool {
        let (mine, theirs) = (self.lions() & self.mine(), self.lions() & self.theirs());
        mine.is_power_of_two() && theirs.is_power_of_two() && mine & FAR == 0
    }

    /// Returns whether the game goes on but the mover has no move. On one board and its mirror
    /// image its seven pieces block each other; no play leads there, because the lion of the
    /// opponent, its only piece, would come from the mover's home row or from an occupied square.
    pub(super) const fn is_stuck(self) -> bool {
        let has_arrived = self.lions() & self.theirs() & HOME != 0;
        !has_arrived && self.hand() == 0 && self.reached() & !self.mine() == 0
    }
}
