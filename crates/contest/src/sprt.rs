//! [`Sprt`]: a sequential test, which ends a match as soon as its result is significant.
//!
//! Abraham Wald's sequential probability ratio test ("Sequential Tests of Statistical Hypotheses",
//! Annals of Mathematical Statistics 16, 1945). Two hypotheses are that A is stronger by `elo0` and
//! that it is stronger by `elo1`. After each pair their likelihoods are compared: the test ends
//! when the logarithm of their ratio (LLR) leaves the interval from ln(β / (1 − α)) to ln((1 − β) /
//! α).
//!
//! A difference in Elo alone does not determine how often pairs gain 0, ½, 1, 1½ and 2 points. So
//! each hypothesis is represented by its maximum-likelihood distribution: of all distributions with
//! its mean, the one that makes the results most likely (*generalised* SPRT; Michel Van den Bergh,
//! "The Generalized Sequential Probability Ratio Test for Multinomial Distributions", for Fishtest;
//! <https://www.chessprogramming.org/Sequential_Probability_Ratio_Test>).

use crate::statistics::{Pentanomial, expected_score};

/// The count of an outcome that did not occur, so that no hypothesis is impossible.
const UNSEEN: f64 = 1e-3;
/// The number of bisections, enough for any interval of 64-bit numbers.
const HALVINGS: u32 = 200;

/// The possible shares of points of a pair.
const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Two hypotheses, and the probability of accepting each one wrongly.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Sprt {
    /// H0: the difference in Elo is this.
    pub elo0: f64,
    /// H1: it is this; more than `elo0`.
    pub elo1: f64,
    /// The probability of accepting H1 where H0 holds.
    pub alpha: f64,
    /// The probability of accepting H0 where H1 holds.
    pub beta: f64,
}

/// The state of the test.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
pub enum SprtVerdict {
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// Returns the limits of the test: it accepts H0 below the first, H1 above the second.
    #[must_use]
    pub fn limits(&self) -> [f64; 2] {
        let Self { alpha, beta, .. } = *self;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// Returns the logarithm of the ratio of the likelihoods of H1 and H0.
    #[must_use]
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.0 == [0; 5] {
            return 0.0;
        }
        let seen = pairs.0.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let [h0, h1] = [self.elo0, self.elo1].map(|elo| likeliest(&seen, expected_score(elo)));
        (0..5).map(|i| seen[i] * (h1[i] / h0[i]).ln()).sum()
    }

    /// Returns the state of the test after `pairs`.
    #[must_use]
    pub fn verdict(&self, pairs: &Pentanomial) -> SprtVerdict {
        let (llr, [low, high]) = (self.llr(pairs), self.limits());
        if llr <= low {
            SprtVerdict::H0
        } else if llr >= high {
            SprtVerdict::H1
        } else {
            SprtVerdict::Open
        }
    }
}

/// Returns the distribution with this `mean` under which the outcomes `seen` are most likely.
///
/// With a Lagrange multiplier x for the mean, p_i = q_i / (1 + x (a_i − mean)), where q_i are the
/// observed frequencies and a_i the points. The x that gives the right mean is the only zero of a
/// decreasing function between its poles, found by bisection.
fn likeliest(seen: &[f64; 5], mean: f64) -> [f64; 5] {
    let total: f64 = seen.iter().sum();
    let share = |i: usize, x: f64| seen[i] / total / (1.0 + x * (SHARES[i] - mean));
    let excess = |x| (0..5).map(|i| share(i, x) * (SHARES[i] - mean)).sum::<f64>();
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    std::array::from_fn(|i| share(i, f64::midpoint(low, high)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// The first two cases are from the tests of fastchess (`app/tests/sprt_test.cpp`), to the
    /// digits given there; the last was calculated independently of this code.
    #[test]
    fn ratios_are_those_of_other_programs() {
        let cases = [
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.98),
            ([1, 1, 2, 3, 1], 0.0, 10.0, 0.065),
        ];
        for (pairs, elo0, elo1, expected) in cases {
            let llr = sprt(elo0, elo1).llr(&Pentanomial(pairs));
            assert!((llr - expected).abs() <= 0.005, "{pairs:?}: {llr}, not {expected}");
        }
    }

    /// If A wins or loses both games of every pair, this is Wald's test of a coin.
    #[test]
    fn two_outcomes_are_a_coin() {
        let llr = sprt(0.0, 100.0).llr(&Pentanomial([30, 0, 0, 0, 50]));
        let [p0, p1] = [0.5, expected_score(100.0)];
        let coin = 30.0 * ((1.0 - p1) / (1.0 - p0)).ln() + 50.0 * (p1 / p0).ln();
        assert!((llr - coin).abs() < 0.01, "{llr}, not {coin}");
    }

    #[test]
    fn walds_limits() {
        let [low, high] = sprt(0.0, 5.0).limits();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3, "{low}, {high}");
        let [low, high] = Sprt { alpha: 0.01, beta: 0.1, ..sprt(0.0, 5.0) }.limits();
        assert!((low + 2.293).abs() < 1e-3 && (high - 4.500).abs() < 1e-3, "{low}, {high}");
    }

    #[test]
    fn the_likeliest_distribution_has_the_mean_and_is_the_observed_one_if_that_has_it() {
        let seen = [3.0, 5.0, 9.0, 7.0, 1.0];
        for mean in [0.1, 0.5, 0.77] {
            let found = likeliest(&seen, mean);
            let sums =
                (0..5).fold((0.0, 0.0), |(p, m), i| (p + found[i], m + found[i] * SHARES[i]));
            assert!((sums.0 - 1.0).abs() < 1e-9 && (sums.1 - mean).abs() < 1e-9, "{sums:?}");
        }
        let symmetric = [2.0, 5.0, 6.0, 5.0, 2.0];
        let found = likeliest(&symmetric, 0.5);
        assert!((0..5).all(|i| (found[i] - symmetric[i] / 20.0).abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn verdicts() {
        let test = sprt(0.0, 50.0);
        assert_eq!(test.verdict(&Pentanomial::default()), SprtVerdict::Open);
        assert_eq!(test.verdict(&Pentanomial([0, 0, 50, 0, 0])), SprtVerdict::H0);
        assert_eq!(test.verdict(&Pentanomial([0, 2, 10, 12, 40])), SprtVerdict::H1);
        assert_eq!(test.verdict(&Pentanomial([1, 1, 3, 2, 1])), SprtVerdict::Open);
    }
}
