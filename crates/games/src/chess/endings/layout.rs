//! [`Layout`]: the numbers of positions with the same men.

use super::ending::{Ending, MOST_MEN, MOST_OTHERS};
use super::group::{Divisor, Groups, least, places};
use super::men::{NONE, NOWHERE, PAWN, bit, code, color_of};
use super::survey::Survey;
use super::symmetry::{EXCHANGE, Pairs, image, pairs};

/// The ordered pairs of adjacent files: a pawn that can be captured en passant, and its captor.
const PASSING: u64 = 14;

/// The numbers of the positions of a slice: those without a capture en passant, then those with
/// one; in both, those with White to move come first. With the same men on both sides, White is to
/// move in all of them.
///
/// The number without such a capture consists of the number of the pair of kings, and the number
/// of the set of squares of each group of equal men. With one, it consists of the pair of kings,
/// the files of the two pawns, and the square of the other man.
#[derive(Debug)]
pub(super) struct Layout {
    /// The codes of the men without the kings.
    codes: [u8; MOST_OTHERS],
    /// The number of them.
    pub(super) others: usize,
    /// The number of them that are White's.
    pub(super) whites: usize,
    pub(super) groups: Groups,
    /// The men on no squares.
    men: Ending,
    /// All squares for each man of White and of Black, none for others.
    colors: [[u64; MOST_OTHERS]; 2],
    /// The index of each man, with the kings, in a position with the colours exchanged.
    exchanged: [u8; MOST_OTHERS],
    pub(super) pairs: &'static Pairs,
    /// Whether both sides have the same men.
    pub(super) is_even: bool,
    /// The number of numbers with one pair of kings and one side to move, without a capture en
    /// passant.
    each: u64,
    /// The same with all pairs of kings.
    half: u64,
    by_half: Divisor,
    /// The number of numbers of the other man, with a capture en passant; 0 if none is possible.
    rests: u64,
}

impl Layout {
    /// Creates the layout for men with these codes, in order and without the kings.
    pub(super) fn new(codes: [u8; MOST_OTHERS], is_even: bool) -> Self {
        let has = |wanted| codes.contains(&wanted);
        let pawns = [0, 1].map(|color| has(code(color, PAWN)));
        let others = codes.iter().filter(|code| **code != NONE).count();
        let whites = codes[..others].iter().filter(|code| color_of(**code) == 0).count();
        let groups = Groups::new(codes);
        let pairs = pairs(pawns != [false; 2]);
        let each = groups.count();
        Self {
            codes,
            others,
            whites,
            groups,
            men: men(codes),
            colors: [0, 1].map(|color| squares_of(color, codes)),
            exchanged: exchanged(others, whites),
            pairs,
            is_even,
            each,
            half: pairs.len() * each,
            by_half: Divisor::new(pairs.len() * each),
            rests: if pawns == [true; 2] { rests(codes) } else { 0 },
        }
    }

    fn sides(&self) -> u64 {
        if self.is_even { 1 } else { 2 }
    }

    /// Returns the number of numbers.
    pub(super) fn len(&self) -> u64 {
        self.sides() * (self.half + self.pairs.len() * PASSING * self.rests)
    }

    /// Whether a capture en passant is possible.
    #[inline]
    pub(super) fn has_passing(&self) -> bool {
        self.rests > 0
    }

    /// Returns the number of a position with these men, or with those of the other colours if
    /// `flip` is set; `None` if the kings are adjacent.
    #[inline]
    pub(super) fn number(&self, ending: &Ending, flip: bool) -> Option<u64> {
        let mirror = if flip { 56 } else { 0 };
        let (kings, others) = self.squares(ending, flip);
        let side = u64::from(ending.turn ^ u8::from(flip));
        if ending.passed == NOWHERE {
            return self.number_at(side, kings, others);
        }
        let pair = self.pairs.of(kings)?;
        let map = |square: u8| image(pair.symmetry, square);
        let passed = map(ending.passed ^ mirror);
        Some(self.passing_number(side, pair.index.into(), others.map(map), passed))
    }

    /// Returns the number of the position without a capture en passant in which `side` is to move;
    /// `None` if the kings are adjacent.
    #[inline]
    pub(super) fn number_at(
        &self,
        side: u64,
        kings: [u8; 2],
        others: [u8; MOST_OTHERS],
    ) -> Option<u64> {
        let pair = self.pairs.of(kings)?;
        let others = mapped(others, |square| image(pair.symmetry, square));
        let mut number = self.groups.number_of(others);
        if pair.is_fixed {
            let exchanged = mapped(others, |square| image(EXCHANGE, square));
            number = number.min(self.groups.number_of(exchanged));
        }
        Some(self.number_in(side, pair.index, number))
    }

    /// Returns the number of a position without a capture en passant, by the number of the other
    /// men's squares.
    #[inline(always)]
    pub(super) fn number_in(&self, side: u64, pair: u16, of_others: u64) -> u64 {
        side * self.half + u64::from(pair) * self.each + of_others
    }

    /// Returns the squares of the kings and of the other men in the order of the codes; from the
    /// other side of the board with the colours exchanged, if `flip` is set.
    #[inline]
    pub(super) fn squares(&self, ending: &Ending, flip: bool) -> ([u8; 2], [u8; MOST_OTHERS]) {
        let [white, black, ..] = ending.squares;
        if !flip {
            return ([white, black], self.others(ending, flip));
        }
        let others = self.others(ending, flip);
        ([black ^ 56, white ^ 56], mapped(others, |square| square ^ 56))
    }

    /// Returns the squares of the other men in the order of the codes.
    #[inline]
    fn others(&self, ending: &Ending, flip: bool) -> [u8; MOST_OTHERS] {
        let [_, _, a, b, c] = ending.squares;
        if !flip {
            return [a, b, c];
        }
        mapped(self.exchanged, |at| ending.squares[usize::from(at).min(MOST_MEN - 1)])
    }

    /// Returns the number of a position with a capture en passant. Of two captors, that on the
    /// lower file counts.
    fn passing_number(&self, side: u64, pair: u64, squares: [u8; MOST_OTHERS], behind: u8) -> u64 {
        let pawn = behind ^ 8;
        let is_captor = |at: &usize| {
            self.codes[*at] == code(side as usize, PAWN)
                && squares[*at] >> 3 == pawn >> 3
                && squares[*at].abs_diff(pawn) == 1
        };
        let captor = (0..self.others).filter(is_captor).min_by_key(|at| squares[*at]).unwrap_or(0);
        let rest = (0..self.others).find(|at| *at != captor && squares[*at] != pawn);
        let rest = rest.map_or(0, |at| u64::from(squares[at] - least(self.codes[at])));
        let files = 2 * u64::from(pawn & 7) + u64::from(squares[captor] > pawn) - 1;
        let kings = side * self.pairs.len() + pair;
        self.sides() * self.half + (kings * PASSING + files) * self.rests + rest
    }

    /// Returns the position with a number below [`len`](Self::len), and what its men can do; `None`
    /// if there is none.
    #[inline(always)]
    pub(super) fn surveyed(&self, number: u64) -> Option<(Ending, Survey)> {
        let mut ending = self.unchecked(number)?;
        let is_own = |ending: &Ending| self.number(ending, false) == Some(number);
        let kings = [ending.squares[0], ending.squares[1]];
        let is_plain = number < self.sides() * self.half;
        let checked = is_plain && !self.pairs.of(kings)?.is_fixed;
        if !checked && !is_own(&ending) {
            return None;
        }
        if self.groups.has_equals() {
            ending.sort();
        }
        Survey::of(&ending).map(|survey| (ending, survey))
    }

    /// Returns the position with a number for which [`surveyed`](Self::surveyed) finds one.
    #[inline]
    pub(super) fn position_at(&self, number: u64) -> Ending {
        let mut ending = self.unchecked(number).expect("a number with a position");
        if self.groups.has_equals() {
            ending.sort();
        }
        ending
    }

    /// Returns what a number stands for: perhaps an illegal position, or one with another number.
    /// `None` if two men share a square.
    #[inline(always)]
    fn unchecked(&self, number: u64) -> Option<Ending> {
        let plain = self.sides() * self.half;
        if number < plain { self.plain(number) } else { self.passing(number - plain) }
    }

    /// Returns the position with a number below those with a capture en passant; `None` if two men
    /// share a square.
    #[inline(always)]
    fn plain(&self, number: u64) -> Option<Ending> {
        // Numbers have at most 32 bits with five men.
        let (side, left) = self.by_half.divide(number);
        let (pair, squares) = self.groups.divide(left);
        self.with_men(self.pairs.kings(pair)?, side as u8, squares)
    }

    /// Returns the position with the men on these squares; `None` if two share one.
    #[inline(always)]
    fn with_men(&self, kings: [u8; 2], turn: u8, squares: [u8; MOST_OTHERS]) -> Option<Ending> {
        let ([white, black], [a, b, c]) = (kings, squares);
        let (bits, [whites, blacks]) = ([bit(a), bit(b), bit(c)], &self.colors);
        let of = |men: &[u64; 3]| bits[0] & men[0] | bits[1] & men[1] | bits[2] & men[2];
        let colors = [bit(white) | of(whites), bit(black) | of(blacks)];
        if (colors[0] | colors[1]).count_ones() != u32::from(self.men.men) {
            return None;
        }
        let squares = [white, black, a, b, c];
        Some(Ending { colors, squares, turn, ..self.men })
    }

    /// Returns the position with a number, counted from the first one with a capture en passant;
    /// `None` if there is none.
    #[cold]
    #[inline(never)]
    fn passing(&self, number: u64) -> Option<Ending> {
        let (kings, rest) = (number / self.rests / PASSING, (number % self.rests) as u8);
        let (side, pair) = ((kings / self.pairs.len()) as usize, kings % self.pairs.len());
        let files = (number / self.rests % PASSING) as u8 + 1;
        let rank = if side == 0 { 4 << 3 } else { 3 << 3 };
        let pawn = rank + files / 2;
        let captor = if files % 2 == 1 { pawn + 1 } else { pawn - 1 };
        let squares = self.with_passing(side, [captor, pawn], rest)?;
        let mut ending = self.with_men(self.pairs.kings(pair)?, side as u8, squares)?;
        ending.passed = pawn ^ 8;
        let steps = bit(pawn ^ 8) | bit(pawn ^ 16);
        (ending.occupied() & steps == 0 && ending.can_pass(pawn ^ 8)).then_some(ending)
    }

    /// Returns the squares of all men: a captor of `side`, the pawn that it can capture, and the
    /// other man.
    fn with_passing(&self, side: usize, pawns: [u8; 2], rest: u8) -> Option<[u8; MOST_OTHERS]> {
        let at = |color| self.codes.iter().position(|found| *found == code(color, PAWN));
        let (captor, pawn) = (at(side)?, at(1 - side)?);
        let mut squares = [0; MOST_OTHERS];
        for (at, square) in squares.iter_mut().enumerate().take(self.others) {
            *square = match at {
                _ if at == captor => pawns[0],
                _ if at == pawn => pawns[1],
                _ => rest + least(self.codes[at]),
            };
        }
        Some(squares)
    }
}

/// Returns the images of squares. `map` of the array is not compiled into its callers.
#[inline(always)]
pub(super) fn mapped(mut squares: [u8; MOST_OTHERS], to: impl Fn(u8) -> u8) -> [u8; MOST_OTHERS] {
    for square in &mut squares {
        *square = to(*square);
    }
    squares
}

/// Returns men with these codes, and kings, on no squares.
fn men(codes: [u8; MOST_OTHERS]) -> Ending {
    let mut men = Ending::with_kings([0; 2], 0);
    codes.into_iter().filter(|code| *code != NONE).for_each(|code| men.add(code, 0));
    Ending { colors: [0; 2], ..men }
}

/// Returns all squares for each man of `color`, none for others.
fn squares_of(color: usize, codes: [u8; MOST_OTHERS]) -> [u64; MOST_OTHERS] {
    codes.map(|code| if code != NONE && color_of(code) == color { !0 } else { 0 })
}

/// Returns the index of each man, with the kings, in a position with the colours exchanged.
fn exchanged(others: usize, whites: usize) -> [u8; MOST_OTHERS] {
    let mut indices = [0; MOST_OTHERS];
    for (at, index) in indices.iter_mut().enumerate().take(others) {
        *index = 2 + if at < whites { at + others - whites } else { at - whites } as u8;
    }
    indices
}

/// Returns the number of squares of the man that is neither the captor nor the captured pawn; 1 if
/// there is none.
fn rests(codes: [u8; MOST_OTHERS]) -> u64 {
    let mut pawns = [0, 1].map(|color| code(color, PAWN)).to_vec();
    let is_rest = |code: &&u8| match pawns.iter().position(|pawn| pawn == *code) {
        Some(at) => {
            pawns.remove(at);
            false
        }
        None => **code != NONE,
    };
    codes.iter().find(is_rest).map_or(1, |code| places(*code))
}
