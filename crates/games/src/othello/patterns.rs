//! Patterns: groups of squares, each read as one number with a digit for each square.
//!
//! The digits are 1 for a disc of the mover, 0 and -1: with colours exchanged, a number changes its
//! sign, and a move adds the same numbers for both sides.
//!
//! The value of a position is a sum of weights, one for each pattern (Buro 1998, "From Simple
//! Features to Sophisticated Evaluation Functions"). The eight images of a pattern have one weight,
//! and with colours exchanged it has the opposite sign.

use super::bits::{columns, images};
use crate::each;
use std::array::from_fn;

/// A group of squares at the top left corner of the board.
struct PatternShape {
    /// The squares, the lowest digit first.
    squares: &'static [u8],
    /// The image that maps the shape to itself.
    mirror: fn(u8) -> u8,
    /// The number of images of the board in which the shape is read: different groups of squares.
    images: usize,
}

/// In the order in which they are numbered.
const SHAPES: [PatternShape; 11] = [
    shape(&[0, 1, 2, 3, 4, 5, 6, 7, 9, 14], across, 4),
    shape(&[0, 1, 2, 3, 4, 8, 9, 10, 11, 12], |square| square, 8),
    shape(&[0, 1, 2, 8, 9, 10, 16, 17, 18], transposed, 4),
    shape(&[8, 9, 10, 11, 12, 13, 14, 15], across, 4),
    shape(&[16, 17, 18, 19, 20, 21, 22, 23], across, 4),
    shape(&[24, 25, 26, 27, 28, 29, 30, 31], across, 4),
    shape(&[56, 49, 42, 35, 28, 21, 14, 7], transposed, 2),
    shape(&[48, 41, 34, 27, 20, 13, 6], transposed, 4),
    shape(&[40, 33, 26, 19, 12, 5], transposed, 4),
    shape(&[32, 25, 18, 11, 4], transposed, 4),
    shape(&[24, 17, 10, 3], transposed, 4),
];

const fn shape(squares: &'static [u8], mirror: fn(u8) -> u8, images: usize) -> PatternShape {
    PatternShape { squares, mirror, images }
}

fn across(square: u8) -> u8 {
    square ^ 7
}

fn transposed(square: u8) -> u8 {
    square % 8 * 8 + square / 8
}

/// The number of indices of weights: for each shape, one for each 16-bit number.
pub(super) const INDICES: usize = SHAPES.len() << 16;

/// Returns the index of the weight of a number.
#[inline(always)]
const fn index(shape: usize, number: i16) -> usize {
    shape << 16 | number.cast_unsigned() as usize
}

/// Iterates over the indices of all numbers that patterns can have.
pub(super) fn indices() -> impl Iterator<Item = usize> {
    SHAPES.iter().enumerate().flat_map(|(at, shape)| {
        let most = TERNARY[(1 << shape.squares.len()) - 1];
        (-most..=most).map(move |number| index(at, number))
    })
}

/// The number in base 3 whose digits are the bits of a number.
static TERNARY: [i16; 1024] = {
    let (mut ternary, mut at) = ([0; 1024], 1);
    while at < 1024 {
        ternary[at] = 3 * ternary[at / 2] + at as i16 % 2;
        at += 1;
    }
    ternary
};

/// Returns the number of a pattern with these squares.
#[inline(always)]
fn number(mine: usize, theirs: usize) -> i16 {
    TERNARY[mine % 1024] - TERNARY[theirs % 1024]
}

/// The number of patterns of a board.
const PATTERNS: usize = {
    let (mut count, mut at) = (0, 0);
    while at < SHAPES.len() {
        count += SHAPES[at].images;
        at += 1;
    }
    count
};
/// The same in whole words of 256 bits.
const LANES: usize = PATTERNS.next_multiple_of(16);

/// The numbers of all patterns of a board, as its mover sees them: shape by shape, image by image.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct PatternNumbers([i16; LANES]);

impl PatternNumbers {
    /// Reads all patterns of a board.
    #[inline]
    pub(super) fn new(mine: u64, theirs: u64) -> Self {
        let (mine, theirs) = (images(mine), images(theirs));
        let (mut numbers, mut lane) = ([0; LANES], 0);
        let mut read = |shape: usize, gather: fn(u64) -> usize| {
            for image in 0..SHAPES[shape].images {
                numbers[lane] = number(gather(mine[image]), gather(theirs[image]));
                lane += 1;
            }
        };
        read(0, |b| (b & 0xFF | b >> 1 & 0x100 | b >> 5 & 0x200) as usize);
        read(1, |b| (b & 0x1F | b >> 3 & 0x3E0) as usize);
        read(2, |b| (b & 0o7 | b >> 5 & 0o70 | b >> 10 & 0o700) as usize);
        read(3, |b| (b >> 8 & 0xFF) as usize);
        read(4, |b| (b >> 16 & 0xFF) as usize);
        read(5, |b| (b >> 24 & 0xFF) as usize);
        read(6, |b| columns(b & 0x0102_0408_1020_4080));
        read(7, |b| columns(b & 0x0001_0204_0810_2040));
        read(8, |b| columns(b & 0x0000_0102_0408_1020));
        read(9, |b| columns(b & 0x0000_0001_0204_0810));
        read(10, |b| columns(b & 0x0000_0000_0102_0408));
        Self(numbers)
    }

    /// Calls `see` with the index of the weight of each pattern.
    #[inline]
    pub(super) fn visit(&self, mut see: impl FnMut(usize)) {
        let mut lane = 0;
        for (at, shape) in SHAPES.iter().enumerate() {
            for _ in 0..shape.images {
                see(index(at, self.0[lane]));
                lane += 1;
            }
        }
    }

    /// Returns the numbers after a move that flips these discs, as the opponent sees them.
    #[inline]
    pub(super) fn after(&self, discs: &DiscNumbers, bit: u64, flips: u64) -> Self {
        let of = |bit: u64| &discs.0[bit.trailing_zeros() as usize % 64].0;
        // Sums on the way may wrap around; the last does not.
        let (mut flipped, placed) = ([0_i16; LANES], of(bit));
        for bit in each(flips) {
            flipped = from_fn(|lane| flipped[lane].wrapping_add(of(bit)[lane]));
        }
        Self(from_fn(|lane| {
            let added = flipped[lane].wrapping_mul(2).wrapping_add(placed[lane]);
            self.0[lane].wrapping_add(added).wrapping_neg()
        }))
    }
}

/// What a disc of the mover on each square adds to the numbers.
pub(super) struct DiscNumbers(Box<[PatternNumbers; 64]>);

impl DiscNumbers {
    pub(super) fn new() -> Self {
        Self(Box::new(from_fn(|square| PatternNumbers::new(1 << square, 0))))
    }
}

/// The numbers of patterns that have one weight.
#[derive(Debug)]
pub struct Classes {
    /// By index, one more than the weight, negative if the sign is the opposite; 0 for numbers that
    /// are worth nothing.
    of: Vec<i32>,
    /// The number of weights.
    count: usize,
}

impl Default for Classes {
    fn default() -> Self {
        Self::new()
    }
}

impl Classes {
    /// Numbers the classes in the order of their first members.
    #[must_use]
    pub fn new() -> Self {
        let mut classes = Self { of: vec![0; INDICES], count: 0 };
        for (at, shape) in SHAPES.iter().enumerate() {
            let mirrored = shape.mirrored();
            for mine in 0..mirrored.len() {
                for theirs in (0..mirrored.len()).filter(|theirs| mine & theirs == 0) {
                    classes.add(at, [mine, theirs], [mirrored[mine], mirrored[theirs]]);
                }
            }
        }
        classes
    }

    /// Returns one more than the weight at an index, negative if its sign is the opposite; 0 if the
    /// number is worth nothing.
    #[must_use]
    #[inline]
    pub fn of(&self, index: usize) -> i32 {
        self.of[index]
    }

    /// Returns the number of weights.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Finds the class of a pattern with this image.
    fn add(&mut self, shape: usize, pattern: [usize; 2], mirrored: [usize; 2]) {
        let place = |[mine, theirs]: [usize; 2]| index(shape, number(mine, theirs));
        let exchanged = |[mine, theirs]: [usize; 2]| [theirs, mine];
        let least = pattern.min(mirrored);
        let other = exchanged(pattern).min(exchanged(mirrored));
        self.of[place(pattern)] = match pattern {
            _ if least == other => 0,
            _ if pattern == least && least < other => {
                self.count += 1;
                self.count as i32
            }
            _ if least < other => self.of[place(least)],
            _ => -self.of[place(other)],
        };
    }
}

impl PatternShape {
    /// Returns the image of each set of squares, as bits.
    fn mirrored(&self) -> Vec<usize> {
        let bit = |square: u8| {
            let image = (self.mirror)(square);
            self.squares.iter().position(|&other| other == image).expect("the shape is its image")
        };
        let to: Vec<usize> = self.squares.iter().map(|&square| bit(square)).collect();
        let image = |set: usize| (0..to.len()).map(|at| (set >> at & 1) << to[at]).sum();
        (0..1 << to.len()).map(image).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw;

    /// Returns boards with all shares of discs.
    fn boards() -> impl Iterator<Item = [u64; 2]> {
        let word = |number, salt| draw(number, salt, u64::MAX) & draw(number, salt + 1, u64::MAX);
        (0..200).map(move |number| [word(number, 1), word(number, 3)]).map(|[a, b]| [a, b & !a])
    }

    fn sum([mine, theirs]: [u64; 2], weight: impl Fn(usize) -> i64) -> i64 {
        let mut sum = 0;
        PatternNumbers::new(mine, theirs).visit(|index| sum += weight(index));
        sum
    }

    /// Returns a sum over the classes of a board that is hardly equal by chance.
    fn by_class(classes: &Classes, board: [u64; 2]) -> i64 {
        sum(board, |index| {
            let class = classes.of(index);
            i64::from(class.signum()) * draw(class.unsigned_abs().into(), 5, 1 << 40) as i64
        })
    }

    /// Compares with the lists of squares, digit by digit.
    #[test]
    fn patterns_are_read_where_they_lie() {
        for board in boards() {
            let mut read = Vec::new();
            PatternNumbers::new(board[0], board[1]).visit(|index| read.push(index));
            let (mine, theirs) = (images(board[0]), images(board[1]));
            let mut expected = Vec::new();
            for (at, shape) in SHAPES.iter().enumerate() {
                for image in 0..shape.images {
                    let digit = |&square: &u8| {
                        (mine[image] >> square & 1) as i16 - (theirs[image] >> square & 1) as i16
                    };
                    let number = shape.squares.iter().rev().map(digit).fold(0, |n, d| 3 * n + d);
                    expected.push(index(at, number));
                }
            }
            read.sort_unstable();
            expected.sort_unstable();
            assert_eq!(read, expected, "{board:x?}");
        }
    }

    #[test]
    fn every_group_of_squares_is_read_once() {
        for shape in &SHAPES {
            let squares = shape.squares.iter().fold(0, |set, &square| set | 1_u64 << square);
            let mut groups = images(squares)[..shape.images].to_vec();
            groups.sort_unstable();
            groups.dedup();
            assert_eq!(groups.len(), shape.images, "{:?}", shape.squares);
            assert!(images(squares).iter().all(|image| groups.contains(image)));
        }
    }

    #[test]
    fn images_have_the_same_weights_and_exchanged_colours_the_opposite() {
        let classes = Classes::new();
        for [mine, theirs] in boards() {
            let whole = by_class(&classes, [mine, theirs]);
            assert_eq!(by_class(&classes, [theirs, mine]), -whole, "{mine:x} {theirs:x}");
            for (mine, theirs) in images(mine).into_iter().zip(images(theirs)) {
                assert_eq!(by_class(&classes, [mine, theirs]), whole, "{mine:x} {theirs:x}");
            }
        }
    }

    /// By Burnside's lemma, if the image exchanges m pairs of n squares. Patterns that are their
    /// own opposites have no weight.
    #[test]
    fn classes_are_as_many_as_symmetry_leaves() {
        let classes = SHAPES.iter().map(|shape| {
            let n = shape.squares.len() as u32;
            let moved = shape.squares.iter().filter(|&&square| (shape.mirror)(square) != square);
            let m = moved.count() as u32 / 2;
            let power = |exponent| 3_usize.pow(exponent);
            (power(n) + power(n - m) - power(m) - 1) / 4
        });
        assert_eq!(Classes::new().count(), classes.sum());
    }
}
