//! Discs as bits: which squares may be played, and which discs a move turns.
//!
//! Bit 8·row + column, from the top left; smaller boards lie in the top left corner, and the squares
//! beyond stay empty. A line of discs that are taken between two others is followed in all eight
//! directions at once, one square a step.

/// All columns but the outer ones: what is taken in a direction that is not upright lies there, and a step
/// beyond does not come out on the other side of the board.
const INNER: u64 = 0x7E7E_7E7E_7E7E_7E7E;
/// The most discs that a line can take on a board of eight.
const LONGEST: usize = 6;

/// A step in one direction: to the right, down, and both ways across, if positive.
#[inline(always)]
const fn step<const BY: i32>(bits: u64) -> u64 {
    if BY > 0 { bits << BY } else { bits >> -BY }
}

/// The discs of `theirs` in unbroken lines that begin next to `from`.
#[inline(always)]
const fn line<const BY: i32>(from: u64, theirs: u64) -> u64 {
    let theirs = if BY.abs() == 8 { theirs } else { theirs & INNER };
    let mut line = step::<BY>(from) & theirs;
    let mut length = 1;
    while length < LONGEST {
        line |= step::<BY>(line) & theirs;
        length += 1;
    }
    line
}

/// The empty squares where a disc takes some of `theirs` against `mine`.
#[inline]
pub(super) const fn moves(mine: u64, theirs: u64, empty: u64) -> u64 {
    const fn ends<const BY: i32>(mine: u64, theirs: u64) -> u64 {
        step::<BY>(line::<BY>(mine, theirs))
    }
    let upright = ends::<8>(mine, theirs) | ends::<-8>(mine, theirs);
    let level = ends::<1>(mine, theirs) | ends::<-1>(mine, theirs);
    let across = ends::<7>(mine, theirs) | ends::<-7>(mine, theirs);
    let other = ends::<9>(mine, theirs) | ends::<-9>(mine, theirs);
    (upright | level | across | other) & empty
}

/// The squares next to `bits` in any of the eight directions, and some of `bits`.
#[inline]
pub(super) const fn neighbours(bits: u64) -> u64 {
    const NOT_LEFT: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    let wide = bits | (bits << 1 & NOT_LEFT) | (bits & NOT_LEFT) >> 1;
    wide | wide << 8 | wide >> 8
}

/// The discs of `theirs` that are turned when one of `mine` is put on the square `at`.
#[inline]
pub(super) const fn flips(mine: u64, theirs: u64, at: u64) -> u64 {
    /// A line that ends at a disc of `mine`; nothing otherwise.
    const fn taken<const BY: i32>(mine: u64, theirs: u64, at: u64) -> u64 {
        let line = line::<BY>(at, theirs);
        if step::<BY>(line) & mine == 0 { 0 } else { line }
    }
    let upright = taken::<8>(mine, theirs, at) | taken::<-8>(mine, theirs, at);
    let level = taken::<1>(mine, theirs, at) | taken::<-1>(mine, theirs, at);
    let across = taken::<7>(mine, theirs, at) | taken::<-7>(mine, theirs, at);
    let other = taken::<9>(mine, theirs, at) | taken::<-9>(mine, theirs, at);
    upright | level | across | other
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Square by square, as the rules say it.
    fn plainly(mine: u64, theirs: u64, at: u32) -> u64 {
        let mut all = 0;
        for (down, right) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
        {
            let (mut row, mut column) = (at as i32 / 8 + down, at as i32 % 8 + right);
            let mut taken = 0;
            while (0..8).contains(&row) && (0..8).contains(&column) {
                let here = 1_u64 << (8 * row + column);
                if theirs & here == 0 {
                    all |= if mine & here == 0 { 0 } else { taken };
                    break;
                }
                taken |= here;
                (row, column) = (row + down, column + right);
            }
        }
        all
    }

    #[test]
    fn lines_are_followed_as_the_rules_say() {
        let mut bits = 1_u64;
        let mut random = || {
            bits = bits.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
            bits ^ bits >> 29
        };
        for _ in 0..20_000 {
            let (mine, theirs) = (random(), random() | random());
            let (mine, theirs) = (mine & !theirs, theirs & !(random() & random()));
            let empty = !(mine | theirs);
            let mut playable = 0;
            for at in (0..64).filter(|at| empty >> at & 1 == 1) {
                let turned = flips(mine, theirs, 1 << at);
                assert_eq!(turned, plainly(mine, theirs, at), "{mine:#x} {theirs:#x} {at}");
                playable |= u64::from(turned != 0) << at;
            }
            assert_eq!(moves(mine, theirs, empty), playable, "{mine:#x} {theirs:#x}");
        }
    }

    #[test]
    fn neighbours_stay_on_the_board() {
        for at in 0..64_i32 {
            let near =
                |other: &i32| (other / 8 - at / 8).abs() <= 1 && (other % 8 - at % 8).abs() <= 1;
            let squares = (0..64).filter(near).fold(0, |bits, other| bits | 1_u64 << other);
            assert_eq!(neighbours(1 << at) | 1 << at, squares, "{at}");
        }
    }
}
