//! [`Parameters`]: what selective searches count with; [`Parameter`]: each of them by its name.

use std::fmt;
use std::ops::RangeInclusive;

/// A parameter of selective searches. `docs/selective.md` tells where those come from that are
/// usual.
///
/// Plies are those that remain at a node, if nothing else is said. *Of the margin* is of
/// [`Selection::margin`](super::Selection::margin), in hundredths.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Parameter {
    /// Reverse futility: for each ply a static score must be so much of the margin above beta.
    /// Usual: 100; 0 to 1,000.
    ReverseMargin,
    /// Reverse futility: where the score improves so much of the margin less is enough, but never
    /// less than beta. Usual: 66; 0 to 1,000.
    ReverseProgress,
    /// Reverse futility is for nodes of at most so many plies. Usual: 6; 0 to 64.
    ReversePlies,
    /// Futility: for each ply that it would be searched a quiet move can bring so much of the
    /// margin. Usual: 70; 0 to 1,000.
    FutilityMargin,
    /// Futility: and so much of the margin once. Usual: 70; 0 to 1,000.
    FutilityBase,
    /// Futility is for moves that would be searched at most so many plies. Usual: 6; 0 to 64.
    FutilityPlies,
    /// Late moves: so many are searched, and [more with the plies](Self::LateSquare); half as many
    /// where nothing improves. Usual: 10; 1 to 1,000.
    LateBase,
    /// Late moves: so many hundredths of the square of the plies more are searched. Usual: 100; 0
    /// to 1,000.
    LateSquare,
    /// Late moves are left out at nodes of at most so many plies. Usual: 6; 0 to 64.
    LatePlies,
    /// Exchanges: for each ply a quiet move may lose so much of the margin. Usual: 50; 0 to 1,000.
    QuietLoss,
    /// Exchanges: for each ply any other move may lose so much of the margin. Usual: 80; 0 to
    /// 1,000.
    NoisyLoss,
    /// Moves that lose by exchanges are left out at nodes of at most so many plies. Usual: 8; 0 to
    /// 64.
    LossPlies,
    /// Reductions: moves of this number and later ones are reduced; the first is 0. Usual: 2; 1 to
    /// 64.
    ReduceFrom,
    /// Reductions: so many hundredths of a ply, whatever the plies and the move. Usual: 87; 0 to
    /// 1,000.
    ReduceBase,
    /// Reductions: and the natural logarithms of the plies and of the number of the move,
    /// multiplied, divided by so many hundredths. Usual: 161; 20 to 2,000.
    ReduceDivisor,
    /// Reductions: so many hundredths of a ply more where nothing improves. Usual: 100; 0 to 1,000.
    ReduceStalled,
    /// Reductions: so many hundredths of a ply more where the node is expected to fail high. Usual:
    /// 100; 0 to 1,000.
    ReduceCut,
    /// Reductions: so many hundredths of a ply less in the principal variation. Usual: 100; 0 to
    /// 1,000.
    ReducePv,
    /// Reductions: a ply less for each time so much that has been learnt of the move, which is
    /// −49,152 to 49,152. Usual: 8,192; 256 to 65,536.
    ReduceLearnt,
    /// Internal reductions are for nodes of at least so many plies. Usual: 3; 2 to 64.
    UnknownPlies,
    /// Null moves are searched so many hundredths of a ply less deep than moves. Usual: 200; 0 to
    /// 1,000.
    NullBase,
    /// Null moves: and so many hundredths of a ply more for each ply. Usual: 22; 0 to 100.
    NullSlope,
    /// Null moves: and a ply more, up to three, each time that the static score is so much of the
    /// margin above beta. Usual: 175; 1 to 1,000.
    NullMargin,
    /// Singular moves are looked for at nodes of at least so many plies. Usual: 7; 2 to 64.
    SingularPlies,
    /// A singular move is better than all others by so much of the margin for each ply. Usual: 2; 0
    /// to 1,000.
    SingularMargin,
    /// Signed history: a bonus is the square of the plies, so many times. Usual: 20; 1 to 1,000.
    BonusSquare,
    /// Signed history: no bonus is more than this. Usual: 2,048; 1 to 16,384.
    BonusMost,
}

/// What is told of a parameter.
struct ParameterRow(Parameter, &'static str, i32, RangeInclusive<i32>);

use Parameter as N;

/// In their order: by which name each goes, what is usual, and what it can be. At the ends of the
/// ranges nothing overflows at any depth; a node of one ply that is searched less deep would have
/// no plies left, so that [`Parameter::UnknownPlies`] begins at 2.
static ALL: [ParameterRow; 27] = [
    ParameterRow(N::ReverseMargin, "reverse-margin", 100, 0..=1_000),
    ParameterRow(N::ReverseProgress, "reverse-progress", 66, 0..=1_000),
    ParameterRow(N::ReversePlies, "reverse-plies", 6, 0..=64),
    ParameterRow(N::FutilityMargin, "futility-margin", 70, 0..=1_000),
    ParameterRow(N::FutilityBase, "futility-base", 70, 0..=1_000),
    ParameterRow(N::FutilityPlies, "futility-plies", 6, 0..=64),
    ParameterRow(N::LateBase, "late-base", 10, 1..=1_000),
    ParameterRow(N::LateSquare, "late-square", 100, 0..=1_000),
    ParameterRow(N::LatePlies, "late-plies", 6, 0..=64),
    ParameterRow(N::QuietLoss, "quiet-loss", 50, 0..=1_000),
    ParameterRow(N::NoisyLoss, "noisy-loss", 80, 0..=1_000),
    ParameterRow(N::LossPlies, "loss-plies", 8, 0..=64),
    ParameterRow(N::ReduceFrom, "reduce-from", 2, 1..=64),
    ParameterRow(N::ReduceBase, "reduce-base", 87, 0..=1_000),
    ParameterRow(N::ReduceDivisor, "reduce-divisor", 161, 20..=2_000),
    ParameterRow(N::ReduceStalled, "reduce-stalled", 100, 0..=1_000),
    ParameterRow(N::ReduceCut, "reduce-cut", 100, 0..=1_000),
    ParameterRow(N::ReducePv, "reduce-pv", 100, 0..=1_000),
    ParameterRow(N::ReduceLearnt, "reduce-learnt", 8_192, 256..=65_536),
    ParameterRow(N::UnknownPlies, "unknown-plies", 3, 2..=64),
    ParameterRow(N::NullBase, "null-base", 200, 0..=1_000),
    ParameterRow(N::NullSlope, "null-slope", 22, 0..=100),
    ParameterRow(N::NullMargin, "null-margin", 175, 1..=1_000),
    ParameterRow(N::SingularPlies, "singular-plies", 7, 2..=64),
    ParameterRow(N::SingularMargin, "singular-margin", 2, 0..=1_000),
    ParameterRow(N::BonusSquare, "bonus-square", 20, 1..=1_000),
    ParameterRow(N::BonusMost, "bonus-most", 2_048, 1..=16_384),
];

const _: () = assert!(Parameter::BonusMost as usize + 1 == ALL.len(), "each has its line");

impl Parameter {
    /// All of them.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        ALL.iter().map(|told| told.0)
    }

    /// The one that is [called](Self::name) so, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|parameter| parameter.name() == name)
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

    fn told(self) -> &'static ParameterRow {
        &ALL[self as usize]
    }
}

/// Its name.
impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What selective searches count with: what is usual, unless something else is [set](Self::set).
///
/// ```
/// use eldest::selective::{Parameter, Selection};
///
/// let mut bolder = Selection::default();
/// bolder.parameters.set(Parameter::LateBase, 6);
/// assert_eq!(bolder.parameters.get(Parameter::LateBase), 6);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct Parameters([i32; ALL.len()]);

impl Parameters {
    /// Those of the default.
    pub(super) const USUAL: Self = {
        let mut parameters = [0; ALL.len()];
        let mut at = 0;
        while at < parameters.len() {
            parameters[at] = ALL[at].2;
            at += 1;
        }
        Self(parameters)
    };

    /// What `parameter` is.
    #[must_use]
    #[inline]
    pub const fn get(&self, parameter: Parameter) -> i32 {
        self.0[parameter as usize]
    }

    /// `parameter` is `value` from now on, or the end of its [range](Parameter::range) that is
    /// nearest to that.
    pub fn set(&mut self, parameter: Parameter, value: i32) {
        let range = parameter.range();
        self.0[parameter as usize] = value.clamp(*range.start(), *range.end());
    }

    /// All of them, for a fingerprint.
    pub(super) fn parts(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|parameter| u64::from(parameter.unsigned_abs()))
    }
}

/// What is usual.
impl Default for Parameters {
    fn default() -> Self {
        Self::USUAL
    }
}

/// Those that are not as usual.
impl fmt::Debug for Parameters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let changed = Parameter::all()
            .filter(|parameter| self.get(*parameter) != Self::USUAL.get(*parameter));
        f.debug_map().entries(changed.map(|parameter| (parameter, self.get(parameter)))).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_told_at_its_place_by_a_name_of_its_own() {
        for (at, ParameterRow(parameter, name, usual, range)) in ALL.iter().enumerate() {
            assert_eq!(*parameter as usize, at);
            assert_eq!(Parameter::named(name), Some(*parameter));
            assert_eq!((parameter.to_string().as_str(), parameter.range()), (*name, range.clone()));
            assert!(range.contains(usual) && *range.start() >= 0, "{name}");
        }
    }

    #[test]
    fn what_is_beyond_the_range_is_the_end_of_it() {
        let mut parameters = Parameters::default();
        for parameter in Parameter::all() {
            for (value, end) in
                [(i32::MIN, *parameter.range().start()), (i32::MAX, *parameter.range().end())]
            {
                parameters.set(parameter, value);
                assert_eq!(parameters.get(parameter), end, "{parameter}");
            }
        }
        let two = Parameter::all().fold(parameters, |mut parameters, parameter| {
            if parameter != N::LateBase && parameter != N::NullSlope {
                parameters.set(parameter, Parameters::USUAL.get(parameter));
            }
            parameters
        });
        assert_eq!(format!("{two:?}"), "{LateBase: 1000, NullSlope: 100}");
    }
}
