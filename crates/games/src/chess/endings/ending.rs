//! [`Ending`]: a position with few men.

use super::men::{
    self, BISHOP, KINDS, KINGS, KNIGHT, NONE, NOWHERE, PAWN, bit, code, color_of, hits, kind_of,
    reach,
};
use crate::chess::draws::Draws;
use crate::chess::position::en_passant;
use crate::chess::{Chess, Timeless};
use cozy_chess::{Board, BoardBuilder, CastleRights, Color, Square};
use std::fmt;

/// The most men of an ending, with the kings.
pub const MOST_MEN: usize = 5;
/// The most men besides the kings.
pub(super) const MOST_OTHERS: usize = MOST_MEN - 2;

/// A position of chess with at most five men, without castling rights, and without a clock.
///
/// The rules are those of [`Chess`]`<`[`Timeless`]`>`. It is read from a position of chess by
/// [`Ending::of`], and becomes one by [`Ending::chess`]. [`Display`](fmt::Display) writes it as
/// FEN.
///
/// ```
/// use eldest::{Position, Score};
/// use eldest_games::chess::Chess;
/// use eldest_games::chess::endings::Ending;
///
/// let mated: Chess = "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".parse().unwrap();
/// assert!(Ending::of(&mated).is_none()); // six men
/// let mated: Chess = "R5k1/6pp/6P1/8/8/8/8/6K1 b - - 0 1".parse().unwrap();
/// assert!(Ending::of(&mated).is_none());
/// let mated: Chess = "R5k1/8/6K1/8/8/8/8/8 b - - 0 1".parse().unwrap();
/// let ending = Ending::of(&mated).unwrap();
/// assert_eq!(ending.over(), Some(Score::LOSS));
/// assert_eq!(ending.chess().unwrap(), mated);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The squares of White's and of Black's men.
    pub(super) colors: [u64; 2],
    /// The squares of the men. Those beyond the men are 0.
    pub(super) squares: [u8; MOST_MEN],
    /// The men: the white king, the black king, the others in the order of their codes.
    pub(super) codes: [u8; MOST_MEN],
    /// The number of men.
    pub(super) men: u8,
    /// The indices of White's and of Black's men, as sets of bits.
    pub(super) indices: [u8; 2],
    /// The side to move: 0 for White, 1 for Black.
    pub(super) turn: u8,
    /// The square behind a pawn that can be captured en passant by a legal move, or
    /// [`NOWHERE`].
    pub(super) passed: u8,
}

impl Ending {
    /// Creates a position with these kings, and no others yet.
    #[inline]
    pub(super) fn with_kings(kings: [u8; 2], turn: u8) -> Self {
        let [white, black] = kings;
        Self {
            colors: [bit(white), bit(black)],
            squares: [white, black, 0, 0, 0],
            codes: [KINGS[0], KINGS[1], NONE, NONE, NONE],
            men: 2,
            indices: [1, 2],
            turn,
            passed: NOWHERE,
        }
    }

    /// Adds a man after those already there. There must be room for it.
    #[inline]
    pub(super) fn add(&mut self, code: u8, square: u8) {
        let at = usize::from(self.men);
        self.codes[at] = code;
        self.squares[at] = square;
        self.colors[color_of(code)] |= bit(square);
        self.indices[color_of(code)] |= 1 << at;
        self.men += 1;
    }

    /// Reads a position of chess; `None` with more than five men, or with castling rights. The
    /// clock and the history are ignored.
    #[must_use]
    pub fn of<D: Draws>(position: &Chess<D>) -> Option<Self> {
        let board = &position.board;
        let castles =
            Color::ALL.iter().any(|&color| *board.castle_rights(color) != CastleRights::EMPTY);
        if castles || board.occupied().len() as usize > MOST_MEN {
            return None;
        }
        let kings = Color::ALL.map(|color| board.king(color) as u8);
        let mut ending = Self::with_kings(kings, board.side_to_move() as u8);
        let others = |code: u8| {
            let (piece, color) = men::to_piece(code);
            board.colored_pieces(color, piece).iter().map(move |square| (code, square as u8))
        };
        (1..=2 * KINDS).flat_map(others).for_each(|(code, square)| ending.add(code, square));
        ending.passed = en_passant(board).map_or(NOWHERE, |square| square as u8);
        Some(ending)
    }

    /// Returns the same position of chess, with the clock at 0; `None` if `cozy-chess` does not
    /// accept it. It accepts every position that moves lead to.
    #[must_use]
    pub fn chess<D: Draws>(&self) -> Option<Chess<D>> {
        self.board().map(Chess::of)
    }

    fn board(&self) -> Option<Board> {
        let mut builder = BoardBuilder::empty();
        for (code, square) in self.all() {
            *builder.square_mut(men::square(square)) = Some(men::to_piece(code));
        }
        builder.side_to_move = Color::ALL[usize::from(self.turn & 1)];
        builder.en_passant = self.passed_square();
        builder.build().ok()
    }

    fn passed_square(&self) -> Option<Square> {
        (self.passed != NOWHERE).then(|| men::square(self.passed))
    }

    /// Returns the code and the square of each man.
    #[inline(always)]
    pub(super) fn all(&self) -> impl Iterator<Item = (u8, u8)> {
        let men = usize::from(self.men).min(MOST_MEN);
        self.codes.into_iter().zip(self.squares).take(men)
    }

    #[inline(always)]
    pub(super) fn occupied(&self) -> u64 {
        self.colors[0] | self.colors[1]
    }

    /// Returns 0 or 1 for the side to move.
    #[inline(always)]
    pub(super) fn us(&self) -> usize {
        usize::from(self.turn & 1)
    }

    /// Sorts men of equal codes by their squares, so that equal positions are equal.
    #[inline]
    pub(super) fn sort(&mut self) {
        for (one, other) in [(2, 3), (3, 4), (2, 3)] {
            if self.codes[one] == self.codes[other] && self.squares[one] > self.squares[other] {
                self.squares.swap(one, other);
            }
        }
    }

    /// Returns whether men of `color`, except one on the square `but`, attack `to`.
    #[inline]
    pub(super) fn is_attacked(&self, color: usize, to: u8, occupied: u64, but: u8) -> bool {
        self.men_of(color).any(|at| {
            let (code, from) = (self.codes[at], self.squares[at]);
            hits(code, from, to, occupied) && from != but
        })
    }

    /// Returns whether the side to move could capture a pawn en passant, had that pawn just
    /// stepped over the square `behind`.
    #[inline]
    pub(super) fn can_pass(&self, behind: u8) -> bool {
        let pawn = code(self.us(), PAWN);
        self.all().any(|(code, from)| code == pawn && self.passes(code, from, behind))
    }

    /// Returns whether the pawn `code` on `from` can capture on `behind` en passant.
    #[inline]
    pub(super) fn passes(&self, code: u8, from: u8, behind: u8) -> bool {
        let (us, taken) = (self.us(), behind ^ 8);
        if reach(code, from) & bit(behind) == 0 {
            return false;
        }
        let occupied = (self.occupied() & !bit(from) & !bit(taken)) | bit(behind);
        !self.is_attacked(1 - us, self.squares[us], occupied, taken)
    }

    /// Returns whether moves can lead to a position in which the side that moved last is not in
    /// check: the other is not in check from three men, and a pawn that can be captured en passant
    /// may have come by two steps.
    #[inline]
    pub(super) fn is_explained(&self) -> bool {
        if self.men < 5 && self.passed == NOWHERE {
            return true;
        }
        let (us, occupied, king) = (self.us(), self.occupied(), self.squares[self.us()]);
        let checks =
            |&(code, from): &(u8, u8)| color_of(code) != us && hits(code, from, king, occupied);
        if self.men == 5 && self.all().filter(checks).count() > 2 {
            return false;
        }
        self.passed == NOWHERE || self.all().filter(checks).all(|(_, from)| self.explains(from))
    }

    /// Returns whether a check from a square can result from the two steps of the pawn that can be
    /// captured en passant: it checks itself, or it came out of the line.
    fn explains(&self, from: u8) -> bool {
        let (pawn, source) = (self.passed ^ 8, self.passed ^ 24);
        from == pawn || men::between(from, self.squares[self.us()]) & bit(source) != 0
    }

    /// Returns whether no sequence of moves can give mate, as
    /// [`is_dead`](crate::chess::position::is_dead).
    #[inline]
    pub(super) fn is_dead(&self) -> bool {
        const DARK: u64 = 0xAA55_AA55_AA55_AA55;
        let (mut knights, mut dark, mut light) = (0, 0, 0);
        for at in 2..usize::from(self.men).min(MOST_MEN) {
            match kind_of(self.codes[at]) {
                KNIGHT => knights += 1,
                BISHOP if bit(self.squares[at]) & DARK != 0 => dark += 1,
                BISHOP => light += 1,
                _ => return false,
            }
        }
        match knights {
            0 => dark == 0 || light == 0,
            1 => dark + light == 0,
            _ => false,
        }
    }
}

/// Writes the FEN; where `cozy-chess` does not accept the position, the men and their squares.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(chess) = self.chess::<Timeless>() {
            return chess.fmt(f);
        }
        for (code, square) in self.all() {
            let (piece, color) = men::to_piece(code);
            write!(f, "{color} {piece} {} ", men::square(square))?;
        }
        write!(f, "{}", Color::ALL[self.us()])
    }
}

impl fmt::Debug for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ending({self})")
    }
}
