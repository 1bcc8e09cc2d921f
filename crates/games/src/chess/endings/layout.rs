//! [`Layout`]: the numbers of positions with the same men.

use super::combinations::{self, MOST};
use super::ending::{Ending, MOST_MEN};
use super::men::{NONE, NOWHERE, PAWN, bit, code, color_of, kind_of};
use super::symmetry::{EXCHANGE, Pair, Pairs, image, pairs};

/// The most men besides the kings.
pub(super) const MOST_OTHERS: usize = MOST_MEN - 2;
/// The number of squares of a pawn.
const PAWN_SQUARES: u64 = 48;
/// The ordered pairs of adjacent files: a pawn that can be captured en passant, and its captor.
const PASSING: u64 = 14;

/// Men of one code.
#[derive(Copy, Clone, Debug, Default)]
struct Group {
    /// The index of the first, without the kings.
    first: usize,
    size: usize,
    /// The first possible square: 8 for pawns, 0 for others.
    least: u8,
    /// The number of sets of squares.
    count: u64,
    divisor: Divisor,
}

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
    groups: [Group; MOST_OTHERS],
    /// What a step of one square adds to the number, for each man that is alone in its group; 0
    /// for others.
    pub(super) strides: [u64; MOST_OTHERS],
    /// What the first possible squares add to the number, if no two men are equal.
    least: Option<u64>,
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
        let groups = groups(codes);
        let pairs = pairs(pawns != [false; 2]);
        let each = groups.iter().map(|group| group.count).product();
        Self {
            codes,
            others,
            whites: codes[..others].iter().filter(|code| color_of(**code) == 0).count(),
            groups,
            strides: strides(groups),
            least: least_of(groups),
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
        let mut number = self.number_of(others);
        if pair.is_fixed {
            let exchanged = mapped(others, |square| image(EXCHANGE, square));
            number = number.min(self.number_of(exchanged));
        }
        Some(self.number_in(side, pair, number))
    }

    /// Returns the number of a position without a capture en passant, by the number of the other
    /// men's squares.
    #[inline(always)]
    pub(super) fn number_in(&self, side: u64, pair: Pair, of_others: u64) -> u64 {
        side * self.half + u64::from(pair.index) * self.each + of_others
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
        let mut squares = [0; MOST_OTHERS];
        for (at, square) in squares.iter_mut().enumerate().take(self.others) {
            let from = match flip {
                false => at,
                true if at < self.whites => at + self.others - self.whites,
                true => at - self.whites,
            };
            *square = ending.squares[(2 + from).min(MOST_MEN - 1)];
        }
        squares
    }

    #[inline]
    pub(super) fn number_of(&self, squares: [u8; MOST_OTHERS]) -> u64 {
        if let Some(least) = self.least {
            let step = |sum, at| sum + u64::from(squares[at]) * self.strides[at];
            return (0..MOST_OTHERS).fold(0, step).wrapping_sub(least);
        }
        self.groups.iter().filter(|group| group.size > 0).fold(0, |number, group| {
            let squares = &squares[group.first..][..group.size];
            let mut set = [0; MOST];
            for (at, square) in set.iter_mut().zip(squares) {
                *at = square.wrapping_sub(group.least);
            }
            number * group.count + combinations::number(&set[..group.size])
        })
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

    /// Returns the position with a number below [`len`](Self::len); `None` if there is none.
    #[inline]
    pub(super) fn position(&self, number: u64) -> Option<Ending> {
        let mut ending = self.unchecked(number)?;
        let is_own = |ending: &Ending| self.number(ending, false) == Some(number);
        let kings = [ending.squares[0], ending.squares[1]];
        let is_plain = number < self.sides() * self.half;
        let checked = is_plain && !self.pairs.of(kings)?.is_fixed;
        let is_position = ending.is_legal() && (checked || is_own(&ending));
        ending.sort();
        is_position.then_some(ending)
    }

    /// Returns the position with a number for which [`position`](Self::position) finds one.
    #[inline]
    pub(super) fn position_at(&self, number: u64) -> Ending {
        let mut ending = self.unchecked(number).expect("a number with a position");
        if self.least.is_none() {
            ending.sort();
        }
        ending
    }

    /// Returns what a number stands for: perhaps an illegal position, or one with another number.
    /// `None` if two men share a square.
    #[inline]
    fn unchecked(&self, number: u64) -> Option<Ending> {
        let plain = self.sides() * self.half;
        if number < plain { self.plain(number) } else { self.passing(number - plain) }
    }

    /// Returns the position with a number below those with a capture en passant; `None` if two men
    /// share a square.
    #[inline]
    fn plain(&self, number: u64) -> Option<Ending> {
        // Numbers have at most 32 bits with five men.
        let (side, mut left) = self.by_half.divide(number);
        let mut squares = [0; MOST_OTHERS];
        for group in self.groups.iter().rev() {
            if group.size == 0 {
                continue;
            }
            let (next, own) = group.divisor.divide(left);
            if group.size == 1 {
                squares[group.first] = own as u8 + group.least;
                left = next;
                continue;
            }
            let set = combinations::set(group.size, own);
            left = next;
            for (square, at) in squares[group.first..][..group.size].iter_mut().zip(set) {
                *square = at + group.least;
            }
        }
        self.with_men(self.pairs.kings(left)?, side as u8, squares)
    }

    #[inline]
    fn with_men(&self, kings: [u8; 2], turn: u8, squares: [u8; MOST_OTHERS]) -> Option<Ending> {
        let mut ending = Ending::with_kings(kings, turn);
        for (at, square) in squares.into_iter().enumerate() {
            if at >= self.others {
                break;
            }
            if ending.occupied() & bit(square) != 0 {
                return None;
            }
            ending.add(self.codes[at], square);
        }
        Some(ending)
    }

    /// Returns the position with a number, counted from the first one with a capture en passant;
    /// `None` if there is none.
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

/// Returns what a step of one square adds to the number, for each man alone in its group.
fn strides(groups: [Group; MOST_OTHERS]) -> [u64; MOST_OTHERS] {
    let (mut strides, mut stride) = ([0; MOST_OTHERS], 1);
    for group in groups.iter().rev() {
        if group.size == 1 {
            strides[group.first] = stride;
        }
        stride *= group.count;
    }
    strides
}

/// A number from 2 to 2^32 - 1 to divide by: a multiplication by its inverse instead (Lemire, Kaser
/// and Kurz 2019, "Faster remainder by direct computation").
#[derive(Copy, Clone, Debug, Default)]
struct Divisor {
    by: u64,
    inverse: u64,
}

impl Divisor {
    const fn new(by: u64) -> Self {
        Self { by, inverse: (u64::MAX / by).wrapping_add(1) }
    }

    /// Returns quotient and remainder of a number below 2^32.
    #[inline(always)]
    fn divide(self, number: u64) -> (u64, u64) {
        let quotient = ((u128::from(self.inverse) * u128::from(number)) >> 64) as u64;
        (quotient, number - quotient * self.by)
    }
}

/// Returns what the first possible squares add to the number, if no two men are equal.
fn least_of(groups: [Group; MOST_OTHERS]) -> Option<u64> {
    let strides = strides(groups);
    let own = |group: &Group| strides[group.first] * u64::from(group.least);
    let alone = groups.iter().all(|group| group.size < 2);
    alone.then(|| groups.iter().filter(|group| group.size == 1).map(own).sum())
}

/// Returns the first possible square of a man.
fn least(code: u8) -> u8 {
    if kind_of(code) == PAWN { 8 } else { 0 }
}

/// Returns the number of squares of a man.
fn places(code: u8) -> u64 {
    if kind_of(code) == PAWN { PAWN_SQUARES } else { 64 }
}

/// Returns the groups of men of equal codes. Those beyond the men are empty.
fn groups(codes: [u8; MOST_OTHERS]) -> [Group; MOST_OTHERS] {
    let mut groups = [Group { count: 1, ..Group::default() }; MOST_OTHERS];
    for (group, men) in groups.iter_mut().zip(codes.chunk_by(|one, other| one == other)) {
        let first = codes.iter().position(|code| *code == men[0]).unwrap_or(0);
        if men[0] != NONE {
            let count = combinations::count(men.len(), places(men[0]));
            let divisor = Divisor::new(count);
            *group = Group { first, size: men.len(), least: least(men[0]), count, divisor };
        }
    }
    groups
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
