//! [`Parameters`]: the numbers that selective searches use. [`Parameter`]: the name of each.

use std::fmt;
use std::ops::RangeInclusive;

/// A parameter of selective searches. `docs/selective.md` gives the sources of the defaults.
///
/// *Plies* are those that remain at a node, unless stated otherwise. *% of the margin* is a
/// percentage of [`Selection::margin`](super::Selection::margin).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Parameter {
    /// Reverse futility: static score above beta required for each ply, in % of the margin.
    /// Default: 100; 0 to 1,000.
    ReverseMargin,
    /// Reverse futility: amount by which the requirement drops where the score is improving, in %
    /// of the margin; the score must always reach beta. Default: 66; 0 to 1,000.
    ReverseProgress,
    /// Reverse futility: maximum plies of the node. Default: 6; 0 to 64.
    ReversePlies,
    /// Futility: what a quiet move is assumed to gain for each ply that it would be searched, in %
    /// of the margin. Default: 70; 0 to 1,000.
    FutilityMargin,
    /// Futility: constant part of that gain, in % of the margin. Default: 70; 0 to 1,000.
    FutilityBase,
    /// Futility: maximum plies that the move would be searched. Default: 6; 0 to 64.
    FutilityPlies,
    /// Late moves: number of moves that are searched, plus [more with the plies](Self::LateSquare);
    /// half of the sum where the score is not improving. Default: 10; 1 to 1,000.
    LateBase,
    /// Late moves: additional moves searched, in hundredths of the square of the plies. Default:
    /// 100; 0 to 1,000.
    LateSquare,
    /// Late moves: maximum plies of nodes where they are left out. Default: 6; 0 to 64.
    LatePlies,
    /// Exchanges: what a quiet move may lose for each ply, in % of the margin. Default: 50; 0 to
    /// 1,000.
    QuietLoss,
    /// Exchanges: what any other move may lose for each ply, in % of the margin. Default: 80; 0 to
    /// 1,000.
    NoisyLoss,
    /// Exchanges: maximum plies of nodes where losing moves are left out. Default: 8; 0 to 64.
    LossPlies,
    /// Reductions: index of the first move that is reduced, counted from 0. Default: 2; 1 to 64.
    ReduceFrom,
    /// Reductions: constant part, in hundredths of a ply. Default: 87; 0 to 1,000.
    ReduceBase,
    /// Reductions: divisor, in hundredths, of the product of the natural logarithms of the plies
    /// and of the index of the move; the quotient is added in plies. Default: 161; 20 to 2,000.
    ReduceDivisor,
    /// Reductions: increase where the score is not improving, in hundredths of a ply. Default: 100;
    /// 0 to 1,000.
    ReduceStalled,
    /// Reductions: increase at nodes expected to fail high, in hundredths of a ply. Default: 100; 0
    /// to 1,000.
    ReduceCut,
    /// Reductions: decrease in the principal variation, in hundredths of a ply. Default: 100; 0 to
    /// 1,000.
    ReducePv,
    /// Reductions: history that lowers the reduction by a ply; the history of a move is −49,152 to
    /// 49,152. Default: 8,192; 256 to 65,536.
    ReduceLearnt,
    /// Internal reductions: minimum plies of the node. Default: 3; 2 to 64.
    UnknownPlies,
    /// Null moves: constant part of the depth reduction, in hundredths of a ply. Default: 200; 0 to
    /// 1,000.
    NullBase,
    /// Null moves: additional reduction for each ply, in hundredths of a ply. Default: 22; 0 to
    /// 100.
    NullSlope,
    /// Null moves: amount of static score above beta that reduces by another ply, up to three, in %
    /// of the margin. Default: 175; 1 to 1,000.
    NullMargin,
    /// Singular moves: minimum plies of the node. Default: 7; 2 to 64.
    SingularPlies,
    /// Singular moves: required lead over all other moves for each ply, in % of the margin.
    /// Default: 2; 0 to 1,000.
    SingularMargin,
    /// Signed history: factor of the bonus, which is this times the square of the plies. Default:
    /// 20; 1 to 1,000.
    BonusSquare,
    /// Signed history: maximum bonus. Default: 2,048; 1 to 16,384.
    BonusMost,
}

/// A parameter with its name, default and range.
struct ParameterRow(Parameter, &'static str, i32, RangeInclusive<i32>);

use Parameter as N;

/// The rows, in the order of the enum. At the ends of the ranges nothing overflows at any depth.
/// [`Parameter::UnknownPlies`] begins at 2 because a node of one ply, once reduced, would have no
/// plies left.
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
    /// Iterates over all parameters.
    pub fn all() -> impl ExactSizeIterator<Item = Self> {
        ALL.iter().map(|row| row.0)
    }

    /// Returns the parameter of this [`name`](Self::name), if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|parameter| parameter.name() == name)
    }

    /// Returns the name, such as `reduce-from`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// Returns the valid range.
    #[must_use]
    pub fn range(self) -> RangeInclusive<i32> {
        self.row().3.clone()
    }

    fn row(self) -> &'static ParameterRow {
        &ALL[self as usize]
    }
}

/// Prints the name.
impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The parameters of a selective search: the defaults, unless [set](Self::set) otherwise.
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
    /// The defaults.
    pub(super) const USUAL: Self = {
        let mut parameters = [0; ALL.len()];
        let mut at = 0;
        while at < parameters.len() {
            parameters[at] = ALL[at].2;
            at += 1;
        }
        Self(parameters)
    };

    /// Returns the value of `parameter`.
    #[must_use]
    #[inline]
    pub const fn get(&self, parameter: Parameter) -> i32 {
        self.0[parameter as usize]
    }

    /// Sets `parameter` to `value`, clamped to its [range](Parameter::range).
    pub fn set(&mut self, parameter: Parameter, value: i32) {
        let range = parameter.range();
        self.0[parameter as usize] = value.clamp(*range.start(), *range.end());
    }

    /// Iterates over all values, for a fingerprint.
    pub(super) fn parts(&self) -> impl Iterator<Item = u64> {
        self.0.iter().map(|parameter| u64::from(parameter.unsigned_abs()))
    }
}

/// Returns the defaults.
impl Default for Parameters {
    fn default() -> Self {
        Self::USUAL
    }
}

/// Prints the parameters that differ from the defaults.
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
    fn each_is_reported_at_its_place_by_a_name_of_its_own() {
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
