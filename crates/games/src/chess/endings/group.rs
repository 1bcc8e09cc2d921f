//! [`Groups`]: the numbers of the squares of the men of a slice without the kings.

use super::combinations::{self, MOST};
use super::ending::MOST_OTHERS;
use super::men::{NONE, PAWN, kind_of};

/// The number of squares of a pawn.
const PAWN_SQUARES: u64 = 48;

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

/// The men of a slice without the kings, in groups of equal men.
#[derive(Debug)]
pub(super) struct Groups {
    /// Those beyond the men are empty.
    groups: [Group; MOST_OTHERS],
    /// The number of groups.
    len: usize,
    /// What a step of one square adds to the number, for each man that is alone in its group; 0
    /// for others.
    pub(super) strides: [u64; MOST_OTHERS],
    /// What the first possible squares add to the number, if no two men are equal.
    least: Option<u64>,
}

impl Groups {
    /// Creates the groups of men with these codes, in order.
    pub(super) fn new(codes: [u8; MOST_OTHERS]) -> Self {
        let groups = groups(codes);
        let len = groups.iter().filter(|group| group.size > 0).count();
        Self { groups, len, strides: strides(groups), least: least_of(groups) }
    }

    /// Returns the number of numbers.
    pub(super) fn count(&self) -> u64 {
        self.groups.iter().map(|group| group.count).product()
    }

    /// Whether there are equal men.
    #[inline(always)]
    pub(super) fn has_equals(&self) -> bool {
        self.least.is_none()
    }

    /// Returns the number of the men's squares.
    #[inline(always)]
    pub(super) fn number_of(&self, squares: [u8; MOST_OTHERS]) -> u64 {
        let Some(least) = self.least else { return self.number_of_sets(squares) };
        let own = |at: usize| u64::from(squares[at]) * self.strides[at];
        (own(0) + own(1) + own(2)).wrapping_sub(least)
    }

    /// Returns the number of the men's squares, of which some are equal.
    #[inline(never)]
    fn number_of_sets(&self, squares: [u8; MOST_OTHERS]) -> u64 {
        self.groups[..self.len].iter().fold(0, |number, group| {
            let squares = &squares[group.first..][..group.size];
            let mut set = [0; MOST];
            for (at, square) in set.iter_mut().zip(squares) {
                *at = square.wrapping_sub(group.least);
            }
            number * group.count + combinations::number(&set[..group.size])
        })
    }

    /// Divides a number, which has at most 32 bits, by [`count`](Self::count): returns the
    /// quotient, and the squares whose number is the remainder. Those beyond the men are 0.
    #[inline(always)]
    pub(super) fn divide(&self, mut number: u64) -> (u64, [u8; MOST_OTHERS]) {
        let take = |number: &mut u64, at: usize| {
            if at >= self.len {
                return 0;
            }
            let (left, own) = self.groups[at].divisor.divide(*number);
            *number = left;
            own
        };
        let (c, b, a) = (take(&mut number, 2), take(&mut number, 1), take(&mut number, 0));
        if self.least.is_some() {
            let square = |own: u64, at: usize| own as u8 + self.groups[at].least;
            return (number, [square(a, 0), square(b, 1), square(c, 2)]);
        }
        (number, self.squares([a, b, c]))
    }

    /// Returns the squares of groups with these numbers, of men of which some are equal.
    #[inline(never)]
    fn squares(&self, numbers: [u64; MOST_OTHERS]) -> [u8; MOST_OTHERS] {
        let mut squares = [0; MOST_OTHERS];
        for (group, number) in self.groups[..self.len].iter().zip(numbers) {
            group.put(number, &mut squares);
        }
        squares
    }
}

impl Group {
    /// Puts the men on the set of squares with a number.
    #[inline]
    fn put(&self, number: u64, squares: &mut [u8; MOST_OTHERS]) {
        let set = combinations::set(self.size, number);
        for (square, at) in squares[self.first..][..self.size].iter_mut().zip(set) {
            *square = at + self.least;
        }
    }
}

/// A number from 2 to 2^32 - 1 to divide by: a multiplication by its inverse instead (Lemire, Kaser
/// and Kurz 2019, "Faster remainder by direct computation").
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Divisor {
    by: u64,
    inverse: u64,
}

impl Divisor {
    pub(super) const fn new(by: u64) -> Self {
        Self { by, inverse: (u64::MAX / by).wrapping_add(1) }
    }

    /// Returns quotient and remainder of a number below 2^32.
    #[inline(always)]
    pub(super) fn divide(self, number: u64) -> (u64, u64) {
        let quotient = ((u128::from(self.inverse) * u128::from(number)) >> 64) as u64;
        (quotient, number - quotient * self.by)
    }
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

/// Returns what the first possible squares add to the number, if no two men are equal.
fn least_of(groups: [Group; MOST_OTHERS]) -> Option<u64> {
    let strides = strides(groups);
    let own = |group: &Group| strides[group.first] * u64::from(group.least);
    let alone = groups.iter().all(|group| group.size < 2);
    alone.then(|| groups.iter().filter(|group| group.size == 1).map(own).sum())
}

/// Returns the first possible square of a man.
pub(super) fn least(code: u8) -> u8 {
    if kind_of(code) == PAWN { 8 } else { 0 }
}

/// Returns the number of squares of a man.
pub(super) fn places(code: u8) -> u64 {
    if kind_of(code) == PAWN { PAWN_SQUARES } else { 64 }
}
