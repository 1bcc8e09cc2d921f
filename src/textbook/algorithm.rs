//! [`Algorithm`]: one enum for all algorithms of this module.

use super::{
    GameTree, NullWindows, Research, Scouting, alpha_beta, alpha_beta_hard, minimax, mtdf, negamax,
    negascout_1983, negascout_1989, negascout_1999, pvs, pvs_pair, scout,
};
use crate::{Depth, Evaluator, Position, Score, Window};
use std::fmt;
use std::str::FromStr;

/// A textbook algorithm, chosen at run time.
///
/// ```
/// use eldest::textbook::{Algorithm, GameTree};
/// use eldest::{Depth, ZeroEvaluator, Score, Window};
/// # use eldest::doc::Countdown;
///
/// for algorithm in Algorithm::ALL {
///     let mut tree = GameTree::new(Countdown::new(8), &ZeroEvaluator);
///     let value = algorithm.search(&mut tree, Window::FULL, Depth::END);
///     assert_eq!(value, Score::loss_in(4), "{algorithm}");
/// }
/// assert_eq!("scout".parse(), Ok(Algorithm::Scout));
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// [`minimax`]
    Minimax,
    /// [`negamax`]
    Negamax,
    /// [`alpha_beta_hard`]
    AlphaBetaHard,
    /// [`alpha_beta`]
    AlphaBeta,
    /// [`scout`]
    Scout,
    /// [`negascout_1983`]
    NegaScout1983,
    /// [`negascout_1989`] with [`Scouting::SAFE`]
    NegaScout1989,
    /// [`negascout_1999`] with [`Scouting::REINEFELD_1999`]
    NegaScout1999,
    /// [`pvs`] with [`Scouting::SAFE`]
    Pvs,
    /// [`pvs`], re-search with {score, beta}
    PvsFromScore,
    /// [`pvs`], null windows only after alpha has been raised
    PvsAlphaRaised,
    /// [`pvs`] with [`Scouting::MARSLAND_1986`]
    Pvs1986,
    /// [`pvs_pair`]
    PvsPair,
    /// [`mtdf`], with the middle of the window as the guess
    Mtdf,
}

impl Algorithm {
    /// All algorithms, roughly in the order of publication.
    pub const ALL: [Self; 14] = [
        Self::Minimax,
        Self::Negamax,
        Self::AlphaBetaHard,
        Self::AlphaBeta,
        Self::Scout,
        Self::NegaScout1983,
        Self::NegaScout1989,
        Self::NegaScout1999,
        Self::Pvs,
        Self::PvsFromScore,
        Self::PvsAlphaRaised,
        Self::Pvs1986,
        Self::PvsPair,
        Self::Mtdf,
    ];

    /// Returns the name that [`FromStr`] parses: small letters, digits and hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::Negamax => "negamax",
            Self::AlphaBetaHard => "alpha-beta-hard",
            Self::AlphaBeta => "alpha-beta",
            Self::Scout => "scout",
            Self::NegaScout1983 => "negascout-1983",
            Self::NegaScout1989 => "negascout-1989",
            Self::NegaScout1999 => "negascout-1999",
            Self::Pvs => "pvs",
            Self::PvsFromScore => "pvs-from-score",
            Self::PvsAlphaRaised => "pvs-alpha-raised",
            Self::Pvs1986 => "pvs-1986",
            Self::PvsPair => "pvs-pair",
            Self::Mtdf => "mtdf",
        }
    }

    /// Whether the value is exact only if no player moves twice in a row, because there is no
    /// re-search in the last two plies. A search to the [end](Depth::END) is always exact.
    #[must_use]
    pub const fn needs_alternation(self) -> bool {
        matches!(self, Self::NegaScout1983 | Self::Pvs1986)
    }

    /// Whether a result at or beyond an end of the window is a bound on the value, as classified by
    /// [`Window::classify`]. [`NegaScout1983`](Self::NegaScout1983) alone only returns the side.
    #[must_use]
    pub const fn returns_bounds(self) -> bool {
        !matches!(self, Self::NegaScout1983)
    }

    /// Returns the value at `depth`, as classified by [`Window::classify`] if the algorithm
    /// [returns bounds](Self::returns_bounds); minimax, negamax, Scout and MTD(f) return the exact
    /// value whatever the window.
    pub fn search<P: Position, E: Evaluator<P>>(
        self,
        tree: &mut GameTree<'_, P, E>,
        window: Window,
        depth: Depth,
    ) -> Score {
        match self {
            Self::Mtdf => mtdf(tree, middle(window), depth),
            _ => tree.pass(|tree| self.pass(tree, window, depth)),
        }
    }

    /// Makes one pass over the root; MTD(f) makes its passes with alpha-beta.
    fn pass<P: Position, E: Evaluator<P>>(
        self,
        tree: &mut GameTree<'_, P, E>,
        window: Window,
        depth: Depth,
    ) -> Score {
        match self {
            Self::Minimax => minimax(tree, depth),
            Self::Negamax => negamax(tree, depth),
            Self::AlphaBetaHard => alpha_beta_hard(tree, window, depth),
            Self::AlphaBeta | Self::Mtdf => alpha_beta(tree, window, depth),
            Self::Scout => scout(tree, depth),
            Self::NegaScout1983 => negascout_1983(tree, window, depth),
            Self::NegaScout1989 => negascout_1989(tree, Scouting::SAFE, window, depth),
            Self::NegaScout1999 => negascout_1999(tree, Scouting::REINEFELD_1999, window, depth),
            Self::PvsPair => pvs_pair(tree, window, depth),
            Self::Pvs | Self::PvsFromScore | Self::PvsAlphaRaised | Self::Pvs1986 => {
                pvs(tree, self.scouting(), window, depth)
            }
        }
    }

    const fn scouting(self) -> Scouting {
        match self {
            Self::PvsFromScore => Scouting { research: Research::FromScore, ..Scouting::SAFE },
            Self::PvsAlphaRaised => Scouting { start: NullWindows::AlphaRaised, ..Scouting::SAFE },
            Self::Pvs1986 => Scouting::MARSLAND_1986,
            _ => Scouting::SAFE,
        }
    }
}

fn middle(window: Window) -> Score {
    Score::new((window.alpha.get() + window.beta.get()) / 2)
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a name that is not that of a textbook algorithm.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no textbook algorithm is called {0:?}")]
pub struct UnknownAlgorithm(pub String);

impl FromStr for Algorithm {
    type Err = UnknownAlgorithm;

    fn from_str(name: &str) -> Result<Self, UnknownAlgorithm> {
        let found = Self::ALL.into_iter().find(|algorithm| algorithm.name() == name);
        found.ok_or_else(|| UnknownAlgorithm(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for algorithm in Algorithm::ALL {
            assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
        }
        assert_eq!("scot".parse::<Algorithm>(), Err(UnknownAlgorithm("scot".into())));
    }
}
