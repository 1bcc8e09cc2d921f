//! [`Numbers`]: what selective searches count with; [`Number`]: each of them by its name.

use std::fmt;
use std::ops::RangeInclusive;

/// A number that selective searches count with. Where they come from that are usual, `docs/selective.md` tells.
///
/// Plies are remaining ones, of the node if nothing else is said; margins are parts of
/// [`Selection::margin`](super::Selection::margin).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Number {
    /// Reverse futility: a static score is enough that is so many hundredths of the margin above beta for each ply.
    ReverseMargin,
    /// ... less so many hundredths of one where it improves.
    ReverseProgress,
    /// ... up to so many plies.
    ReversePlies,
    /// Futility: what a quiet move can bring for each ply that it would be searched, in hundredths of the margin.
    FutilityMargin,
    /// ... and at all.
    FutilityBase,
    /// ... up to so many plies that it would be searched.
    FutilityPlies,
    /// Late moves: so many are searched, half as many where nothing improves.
    LateBase,
    /// ... and the square of the plies, so many hundredths of it.
    LateSquare,
    /// ... up to so many plies.
    LatePlies,
    /// Exchanges: what a quiet move may lose for each ply, in hundredths of the margin.
    QuietLoss,
    /// ... what another may.
    NoisyLoss,
    /// ... up to so many plies.
    LossPlies,
    /// Reductions: moves before this one are searched to the whole depth; 0 is the first.
    ReduceFrom,
    /// ... the others less, by so many hundredths of a ply
    ReduceBase,
    /// ... and the product of the natural logarithms of plies and number of the move, by so many hundredths.
    ReduceDivisor,
    /// ... and so many hundredths of a ply where nothing improves,
    ReduceStalled,
    /// ... where the node is expected to fail high,
    ReduceCut,
    /// ... and less by so many in the principal variation,
    ReducePv,
    /// ... and by a ply for so much of what has been learnt of the move, which is −49,152 to 49,152.
    ReduceLearnt,
    /// Internal reductions: from so many plies on.
    UnknownPlies,
    /// Null moves: searched so many hundredths of a ply less deep than a move,
    NullBase,
    /// ... and so many more for each ply,
    NullSlope,
    /// ... and a ply more, up to three, for each so many hundredths of the margin that the static score is above beta.
    NullMargin,
    /// Singular moves: from so many plies on.
    SingularPlies,
    /// ... better than all others by so many hundredths of the margin for each ply.
    SingularMargin,
    /// Signed history: a bonus is the square of the plies, so many times,
    BonusSquare,
    /// ... and at most that.
    BonusMost,
}

/// Fowler, Noll and Vo 1991.
const FNV_PRIME: u64 = 0x100_0000_01B3;

/// What is told of a number.
struct Told(Number, &'static str, i32, RangeInclusive<i32>);

use Number as N;

/// In their order: by which name each goes, what is usual, and what it can be.
static ALL: [Told; 27] = [
    Told(N::ReverseMargin, "reverse-margin", 100, 0..=1_000),
    Told(N::ReverseProgress, "reverse-progress", 66, 0..=1_000),
    Told(N::ReversePlies, "reverse-plies", 6, 0..=64),
    Told(N::FutilityMargin, "futility-margin", 70, 0..=1_000),
    Told(N::FutilityBase, "futility-base", 70, 0..=1_000),
    Told(N::FutilityPlies, "futility-plies", 6, 0..=64),
    Told(N::LateBase, "late-base", 10, 1..=1_000),
    Told(N::LateSquare, "late-square", 100, 0..=1_000),
    Told(N::LatePlies, "late-plies", 6, 0..=64),
    Told(N::QuietLoss, "quiet-loss", 50, 0..=1_000),
    Told(N::NoisyLoss, "noisy-loss", 80, 0..=1_000),
    Told(N::LossPlies, "loss-plies", 8, 0..=64),
    Told(N::ReduceFrom, "reduce-from", 2, 1..=64),
    Told(N::ReduceBase, "reduce-base", 87, 0..=1_000),
    Told(N::ReduceDivisor, "reduce-divisor", 161, 20..=2_000),
    Told(N::ReduceStalled, "reduce-stalled", 100, 0..=1_000),
    Told(N::ReduceCut, "reduce-cut", 100, 0..=1_000),
    Told(N::ReducePv, "reduce-pv", 100, 0..=1_000),
    Told(N::ReduceLearnt, "reduce-learnt", 8_192, 256..=65_536),
    Told(N::UnknownPlies, "unknown-plies", 3, 2..=64),
    Told(N::NullBase, "null-base", 200, 0..=1_000),
    Told(N::NullSlope, "null-slope", 22, 0..=100),
    Told(N::NullMargin, "null-margin", 175, 1..=1_000),
    Told(N::SingularPlies, "singular-plies", 7, 2..=64),
    Told(N::SingularMargin, "singular-margin", 2, 0..=1_000),
    Told(N::BonusSquare, "bonus-square", 20, 1..=1_000),
    Told(N::BonusMost, "bonus-most", 2_048, 1..=16_384),
];

impl Number {
    /// All of them.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        ALL.iter().map(|told| told.0)
    }

    /// What it is called, as in `reduce-from`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.told().1
    }

    /// What it can be.
    #[must_use]
    pub fn range(self) -> RangeInclusive<i32> {
        self.told().3.clone()
    }

    fn told(self) -> &'static Told {
        &ALL[self as usize]
    }
}

/// Its name.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What selective searches count with: what is usual, unless something else is [set](Self::set).
///
/// ```
/// use eldest::selective::{Number, Selection};
///
/// let bolder = Selection::default().with(|selection| selection.numbers.set(Number::LateBase, 6));
/// assert_eq!(bolder.numbers.get(Number::LateBase), 6);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Numbers([i32; ALL.len()]);

impl Numbers {
    /// Those of the default.
    pub(super) const USUAL: Self = {
        let mut numbers = [0; ALL.len()];
        let mut at = 0;
        while at < numbers.len() {
            numbers[at] = ALL[at].2;
            at += 1;
        }
        Self(numbers)
    };

    /// What `number` is.
    #[must_use]
    #[inline]
    pub const fn get(&self, number: Number) -> i32 {
        self.0[number as usize]
    }

    /// `number` is `value` from now on, or the end of its [range](Number::range) that is nearest to that.
    pub fn set(&mut self, number: Number, value: i32) {
        let range = number.range();
        self.0[number as usize] = value.clamp(*range.start(), *range.end());
    }

    /// 0 for what is usual.
    pub(super) fn fingerprint(&self) -> u64 {
        let print = |numbers: &Self| {
            let numbers = numbers.0.iter().map(|number| u64::from(number.unsigned_abs()));
            numbers.fold(0, |print: u64, number| (print ^ number).wrapping_mul(FNV_PRIME))
        };
        print(self) ^ print(&Self::USUAL)
    }
}

/// What is usual.
impl Default for Numbers {
    fn default() -> Self {
        Self::USUAL
    }
}

/// Those that are not as usual.
impl fmt::Debug for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changed = Number::all().filter(|number| self.get(*number) != Self::USUAL.get(*number));
        f.debug_map().entries(changed.map(|number| (number, self.get(number)))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_told_at_its_place_by_a_name_of_its_own() {
        for (at, Told(number, name, usual, range)) in ALL.iter().enumerate() {
            assert_eq!(*number as usize, at);
            assert_eq!(Number::all().position(|other| other.name() == *name), Some(at));
            assert_eq!((number.to_string().as_str(), number.range()), (*name, range.clone()));
            assert!(range.contains(usual) && *range.start() >= 0, "{name}");
        }
    }

    #[test]
    fn what_is_beyond_the_range_is_the_end_of_it() {
        let mut numbers = Numbers::default();
        for number in Number::all() {
            for (value, end) in
                [(i32::MIN, *number.range().start()), (i32::MAX, *number.range().end())]
            {
                numbers.set(number, value);
                assert_eq!(numbers.get(number), end, "{number}");
            }
        }
        let two = Number::all().fold(numbers, |mut numbers, number| {
            if number != N::LateBase && number != N::NullSlope {
                numbers.set(number, Numbers::USUAL.get(number));
            }
            numbers
        });
        assert_eq!(format!("{two:?}"), "{LateBase: 1000, NullSlope: 100}");
    }

    #[test]
    fn another_number_is_another_fingerprint() {
        assert_eq!(Numbers::default().fingerprint(), 0);
        let changed = Number::all().map(|number| {
            let mut numbers = Numbers::default();
            numbers.set(number, numbers.get(number) + 1);
            numbers.fingerprint()
        });
        let mut prints: Vec<u64> = changed.collect();
        prints.sort_unstable();
        prints.dedup();
        assert!(prints.len() == Number::all().len() && !prints.contains(&0));
    }
}
