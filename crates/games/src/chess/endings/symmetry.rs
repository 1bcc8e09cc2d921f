//! Symmetries of the board, and the pairs of squares of both kings up to them.
//!
//! Without pawns, there are eight symmetries, and the white king is brought to the triangle a1, d1,
//! d4; if it is then on the diagonal, the black king is brought below the diagonal or onto it.
//! With pawns, there is only the mirror image, and the white king is brought to the files a to d.

use super::men::{KINGS, bit, reach};
use std::sync::LazyLock;

/// The bits of a symmetry, in the order in which they are applied: files mirrored, ranks mirrored,
/// files and ranks exchanged.
const MIRROR_FILES: u8 = 1;
const MIRROR_RANKS: u8 = 2;
pub(super) const EXCHANGE: u8 = 4;

/// No symmetry.
pub(super) const NO_SYMMETRY: u8 = u8::MAX;

/// The entry of adjacent kings, or of both on one square.
const NONE: u16 = u16::MAX;
const INDEX_BITS: u32 = 11;
const BOTH_ON_DIAGONAL: u16 = 1 << 14;

/// The image of each square by each symmetry.
static IMAGES: [[u8; 64]; 8] = {
    let mut images = [[0; 64]; 8];
    let mut at = 0;
    while at < 512 {
        images[at / 64][at % 64] = image_of((at / 64) as u8, (at % 64) as u8);
        at += 1;
    }
    images
};

const fn image_of(symmetry: u8, square: u8) -> u8 {
    let files = if symmetry & MIRROR_FILES != 0 { square ^ 7 } else { square };
    let both = if symmetry & MIRROR_RANKS != 0 { files ^ 56 } else { files };
    if symmetry & EXCHANGE != 0 { both >> 3 | (both & 7) << 3 } else { both }
}

/// Returns the image of a square.
#[inline(always)]
pub(super) fn image(symmetry: u8, square: u8) -> u8 {
    IMAGES[usize::from(symmetry & 7)][usize::from(square & 63)]
}

/// A pair of kings up to symmetry.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// The number of the pair.
    pub(super) index: u16,
    /// The symmetry that brings the kings to the pair with this number.
    pub(super) symmetry: u8,
    /// Whether exchanging files and ranks leaves the pair unchanged.
    pub(super) is_fixed: bool,
}

/// The numbers of pairs of kings.
#[derive(Debug)]
pub(super) struct Pairs {
    entries: Box<[u16; 4096]>,
    /// The squares of the white and the black king, by number.
    kings: Vec<[u8; 2]>,
}

/// The 462 pairs without pawns, and the 1806 pairs with pawns.
static PAIRS: LazyLock<[Pairs; 2]> = LazyLock::new(|| [Pairs::new(8), Pairs::new(2)]);

/// Returns the pairs for positions without or with pawns.
pub(super) fn pairs(pawns: bool) -> &'static Pairs {
    &PAIRS[usize::from(pawns)]
}

impl Pairs {
    /// Numbers the pairs up to the first symmetries.
    fn new(symmetries: u8) -> Self {
        let is_canonical = |kings| is_canonical(kings, symmetries == 8);
        let all = || (0..64).flat_map(|white| (0..64).map(move |black| [white, black]));
        let kings: Vec<[u8; 2]> = all().filter(|kings| is_canonical(*kings)).collect();
        let mut indices = [NONE; 4096];
        (0..).zip(&kings).for_each(|(index, kings)| indices[entry(*kings)] = index);
        let found = |kings: [u8; 2]| {
            let images = |symmetry| kings.map(|king| image(symmetry, king));
            let symmetry = (0..symmetries).find(|symmetry| is_canonical(images(*symmetry)))?;
            let there = images(symmetry);
            let fixed = symmetries == 8 && there.map(|king| image(EXCHANGE, king)) == there;
            let mark = if fixed { BOTH_ON_DIAGONAL } else { 0 };
            Some(indices[entry(there)] | u16::from(symmetry) << INDEX_BITS | mark)
        };
        let mut entries = Box::new([NONE; 4096]);
        all().for_each(|kings| entries[entry(kings)] = found(kings).unwrap_or(NONE));
        Self { entries, kings }
    }

    /// Returns the number of pairs.
    pub(super) fn len(&self) -> u64 {
        self.kings.len() as u64
    }

    /// Returns the pair of a white and a black king; `None` if they are adjacent.
    #[inline(always)]
    pub(super) fn of(&self, kings: [u8; 2]) -> Option<Pair> {
        let found = self.entries[entry(kings)];
        (found != NONE).then_some(Pair {
            index: found & ((1 << INDEX_BITS) - 1),
            symmetry: (found >> INDEX_BITS) as u8 & 7,
            is_fixed: found & BOTH_ON_DIAGONAL != 0,
        })
    }

    /// Returns the number of the pair, if `symmetry` alone brings the kings to it.
    #[inline(always)]
    pub(super) fn index_by(&self, symmetry: u8, kings: [u8; 2]) -> Option<u16> {
        let found = self.entries[entry(kings)];
        (found >> INDEX_BITS == symmetry.into()).then_some(found & ((1 << INDEX_BITS) - 1))
    }

    /// Returns the kings with a number.
    #[inline(always)]
    pub(super) fn kings(&self, index: u64) -> Option<[u8; 2]> {
        self.kings.get(index as usize).copied()
    }
}

#[inline(always)]
fn entry([white, black]: [u8; 2]) -> usize {
    usize::from(white & 63) << 6 | usize::from(black & 63)
}

/// Returns whether kings are apart, and stand for all of their images.
fn is_canonical([white, black]: [u8; 2], without_pawns: bool) -> bool {
    let above = |square: u8| (square >> 3).cmp(&(square & 7));
    let near = reach(KINGS[0], white) | bit(white);
    if near & bit(black) != 0 || white & 7 > 3 {
        return false;
    }
    if !without_pawns {
        return true;
    }
    white >> 3 < 4 && above(white).then(above(black)).is_le()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_pairs_as_published() {
        assert_eq!([false, true].map(|pawns| pairs(pawns).len()), [462, 1806]);
    }

    #[test]
    fn symmetries_bring_kings_to_their_pair() {
        for pawns in [false, true] {
            for white in 0..64 {
                for black in 0..64 {
                    let Some(pair) = pairs(pawns).of([white, black]) else { continue };
                    let there = [white, black].map(|king| image(pair.symmetry, king));
                    assert_eq!(pairs(pawns).kings(pair.index.into()), Some(there));
                }
            }
        }
    }
}
