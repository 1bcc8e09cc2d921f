//! The men of slices: their names, and what captures and promotions lead to.

use super::ending::MOST_OTHERS;
use super::men::{BISHOP, KINDS, KNIGHT, NONE, PAWN, QUEEN, code, color_of, kind_of};
use std::collections::BTreeSet;

/// The letters of the kinds.
const LETTERS: [char; 6] = ['K', 'Q', 'R', 'B', 'N', 'P'];
/// The number of keys.
pub(super) const KEYS: usize = 11 * 11 * 11;

/// The codes of the men of both sides without the kings, in order.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Material(pub(super) [u8; MOST_OTHERS]);

impl Material {
    /// Sorts codes; those of no man come last.
    fn of(mut codes: [u8; MOST_OTHERS]) -> Self {
        codes.sort_by_key(|code| code.wrapping_sub(1));
        Self(codes)
    }

    /// Reads a name such as `KRvKP`; `None` if it is none, or has more than five men.
    pub(super) fn parse(name: &str) -> Option<Self> {
        let sides: Vec<&str> = name.split('v').collect();
        let [white, black] = sides[..] else { return None };
        let mut codes = Vec::new();
        for (color, side) in [white, black].into_iter().enumerate() {
            for letter in side.strip_prefix('K')?.chars() {
                let kind = LETTERS[1..].iter().position(|known| *known == letter)?;
                codes.push(code(color, kind as u8 + 1));
            }
        }
        let men = codes.len();
        codes.resize(men.max(MOST_OTHERS), NONE);
        Some(Self::of(codes.try_into().ok()?))
    }

    /// Returns the name.
    pub(super) fn name(self) -> String {
        let letters = |color| {
            let men = self.men().filter(move |code| color_of(*code) == color);
            men.map(|code| LETTERS[usize::from(kind_of(code))]).collect::<String>()
        };
        format!("K{}vK{}", letters(0), letters(1))
    }

    /// Returns a number that identifies it, below [`KEYS`].
    #[inline(always)]
    pub(super) fn key(self) -> usize {
        let [a, b, c] = self.0;
        usize::from(a) + 11 * (usize::from(b) + 11 * usize::from(c))
    }

    /// Returns the codes of the men.
    fn men(self) -> impl Iterator<Item = u8> {
        self.0.into_iter().filter(|code| *code != NONE)
    }

    /// Returns the same men with the colours exchanged.
    pub(super) fn exchanged(self) -> Self {
        let other = |code| match code {
            NONE => NONE,
            white if white <= KINDS => white + KINDS,
            black => black - KINDS,
        };
        Self::of(self.0.map(other))
    }

    /// Returns the same men with the stronger side as White: that with more men, or with the
    /// stronger first man that differs.
    pub(super) fn stronger_first(self) -> Self {
        let strength = |color| {
            let kinds = self.men().filter(move |code| color_of(*code) == color).map(kind_of);
            let kinds: Vec<u8> = kinds.collect();
            (kinds.len(), std::cmp::Reverse(kinds))
        };
        if strength(0) < strength(1) { self.exchanged() } else { self }
    }

    /// Returns whether each position is dead: there is at most a bishop or a knight.
    pub(super) fn is_dead(self) -> bool {
        let minor = |code| matches!(kind_of(code), BISHOP | KNIGHT);
        self.men().count() < 2 && self.men().all(minor)
    }

    /// Returns the order in which slices are built: captures lead to fewer men, promotions to
    /// fewer pawns.
    fn order(self) -> (usize, usize, [u8; MOST_OTHERS]) {
        let pawns = self.men().filter(|code| kind_of(*code) == PAWN);
        (self.men().count(), pawns.count(), self.0)
    }

    /// Returns what a capture or a promotion leads to.
    fn next(self) -> impl Iterator<Item = Self> {
        let men = self.men().count();
        (0..men).flat_map(move |at| {
            let with = move |becomes| {
                let mut codes = self.0;
                codes[at] = becomes;
                Self::of(codes).stronger_first()
            };
            let color = color_of(self.0[at]);
            let promoted = (QUEEN..=KNIGHT).map(move |kind| with(code(color, kind)));
            let pawn = kind_of(self.0[at]) == PAWN;
            std::iter::once(with(NONE)).chain(promoted.filter(move |_| pawn))
        })
    }
}

/// Returns all materials with up to `men` men, of which each is given with the stronger side as
/// White.
pub(super) fn up_to(men: usize) -> Vec<Material> {
    let codes = || 0..=2 * KINDS;
    let all = codes().flat_map(|a| codes().flat_map(move |b| codes().map(move |c| [a, b, c])));
    closed(all.map(Material::of).filter(|found| found.men().count() + 2 <= men))
}

/// Returns these materials and all that captures and promotions lead to, in the order in which
/// they are built. Those with dead positions only are left out.
pub(super) fn closed(materials: impl Iterator<Item = Material>) -> Vec<Material> {
    let mut found = BTreeSet::new();
    let mut open: Vec<Material> = materials.map(Material::stronger_first).collect();
    while let Some(material) = open.pop() {
        if !material.is_dead() && found.insert(material) {
            open.extend(material.next());
        }
    }
    let mut all: Vec<Material> = found.into_iter().collect();
    all.sort_by_key(|material| material.order());
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(materials: &[Material]) -> Vec<String> {
        materials.iter().map(|material| material.name()).collect()
    }

    #[test]
    fn names_are_read_and_written() {
        for name in ["KvK", "KRvKP", "KQRvKB", "KPPPvK", "KvKQ"] {
            assert_eq!(Material::parse(name).map(Material::name).as_deref(), Some(name));
        }
        for wrong in ["", "K", "KRK", "KRvP", "KRvKX", "KRvKPvK", "KQQQvKQ", "RKvK"] {
            assert_eq!(Material::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_stronger_side_is_white() {
        for (name, stronger) in [("KvKQ", "KQvK"), ("KPvKR", "KRvKP"), ("KQvKPP", "KPPvKQ")] {
            let material = Material::parse(name).expect("a name").stronger_first();
            assert_eq!(material.name(), stronger);
        }
    }

    #[test]
    fn slices_come_after_what_they_lead_to() {
        let all = up_to(5);
        assert_eq!([3, 4, 5].map(|men| up_to(men).len()), [3, 33, 143]);
        for (at, material) in all.iter().enumerate() {
            for next in material.next().filter(|next| !next.is_dead()) {
                assert!(all[..at].contains(&next), "{} {}", material.name(), next.name());
            }
        }
        let pawn = closed(Material::parse("KvKP").into_iter());
        assert_eq!(names(&pawn), ["KQvK", "KRvK", "KPvK"]);
    }
}
