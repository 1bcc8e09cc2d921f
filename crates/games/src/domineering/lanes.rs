//! [`Lanes`]: sets of squares of several boards, worked on side by side.

use std::ops::{Add, BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr, Sub};

/// The boards worked on at a time: as many words as fit into a register of AVX2.
pub(super) const WIDTH: usize = 4;

/// Sets of squares that the geometry of the board moves: of one board, or of several.
pub(super) trait Squares:
    Copy
    + BitAnd<Output = Self>
    + BitAnd<u64, Output = Self>
    + BitOr<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
}

impl Squares for u64 {}
impl<const N: usize> Squares for Lanes<N> {}

/// One word for each of `N` boards: squares or a number. Each operation does the same to all, which
/// compilers turn into instructions on vectors.
///
/// No operation changes its argument: rustc 1.95 may change that of the caller too, if a closure takes
/// it (rust-lang/rust#155241).
#[derive(Copy, Clone)]
pub(super) struct Lanes<const N: usize>(pub(super) [u64; N]);

impl<const N: usize> Lanes<N> {
    pub(super) const NONE: Self = Self([0; N]);

    #[inline(always)]
    fn map(self, f: impl Fn(u64) -> u64) -> Self {
        let mut words = [0; N];
        for (lane, word) in words.iter_mut().enumerate() {
            *word = f(self.0[lane]);
        }
        Self(words)
    }

    #[inline(always)]
    fn with(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = [0; N];
        for (lane, word) in words.iter_mut().enumerate() {
            *word = f(self.0[lane], other.0[lane]);
        }
        Self(words)
    }

    /// Whether there is a square on any board.
    #[inline(always)]
    pub(super) fn is_any(self) -> bool {
        self.0.into_iter().fold(0, BitOr::bitor) != 0
    }

    /// Returns the first square of each board.
    #[inline(always)]
    pub(super) fn lowest(self) -> Self {
        self.map(|squares| squares & squares.wrapping_neg())
    }

    /// Returns `other` on the boards without a square here.
    #[inline(always)]
    pub(super) fn or_else(self, other: Self) -> Self {
        self.with(other, |one, other| if one == 0 { other } else { one })
    }

    /// Returns the numbers of squares.
    #[inline(always)]
    pub(super) fn count(self) -> Self {
        self.map(|squares| u64::from(squares.count_ones()))
    }

    /// Returns small numbers, which may be negative.
    #[inline(always)]
    pub(super) fn numbers(self) -> [i32; N] {
        let mut numbers = [0; N];
        for (lane, number) in numbers.iter_mut().enumerate() {
            *number = self.0[lane] as i32;
        }
        numbers
    }

    /// Returns as many of the lowest bits as the number.
    #[inline(always)]
    pub(super) fn ones(self) -> Self {
        self.map(|number| 1_u64.wrapping_shl(number as u32) - 1)
    }
}

macro_rules! by_lane {
    ($($trait:ident $name:ident $f:expr;)*) => {$(
        impl<const N: usize> $trait for Lanes<N> {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                self.with(other, $f)
            }
        }
    )*};
}

by_lane! {
    BitAnd bitand |one, other| one & other;
    BitOr bitor |one, other| one | other;
    BitXor bitxor |one, other| one ^ other;
    Add add u64::wrapping_add;
    Sub sub u64::wrapping_sub;
}

macro_rules! by_number {
    ($($trait:ident $name:ident $number:ty, $f:expr;)*) => {$(
        impl<const N: usize> $trait<$number> for Lanes<N> {
            type Output = Self;

            #[inline(always)]
            fn $name(self, number: $number) -> Self {
                let f: fn(u64, $number) -> u64 = $f;
                self.map(|squares| f(squares, number))
            }
        }
    )*};
}

by_number! {
    BitAnd bitand u64, |one, other| one & other;
    Shl shl u32, |one, step| one << step;
    Shr shr u32, |one, step| one >> step;
}

impl<const N: usize> Not for Lanes<N> {
    type Output = Self;

    #[inline(always)]
    fn not(self) -> Self {
        self.map(|squares| !squares)
    }
}

impl<const N: usize> BitOrAssign for Lanes<N> {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl<const N: usize> BitXorAssign for Lanes<N> {
    #[inline(always)]
    fn bitxor_assign(&mut self, other: Self) {
        *self = *self ^ other;
    }
}
