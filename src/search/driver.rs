//! [`Driver`]: the windows with which a root value is found.
//!
//! The loop is the same for every driver: choose a window, search the root once, tighten the bounds
//! on the value, until only one value is left (`resolve.rs`).

use crate::{Bounds, Score, Window};

/// After this many passes a driver falls back to the full window, which cannot fail. Bisection of
/// the widest range takes 25.
const MOST_PASSES: u32 = 200;

/// The strategy that chooses the windows of successive passes over the root.
///
/// All find the same value; they differ in the number of nodes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub enum Driver {
    /// One pass with the window of all possible values.
    Pvs,
    /// A window of `delta` points around the value of the last iteration, made four times as wide
    /// each time it fails (Baudet 1978; Slate and Atkin 1977).
    Aspiration {
        /// Half the width of the first window, in points; at least 1.
        delta: u32,
    },
    /// Null windows that converge on the value from the last one (Plaat, Schaeffer, Pijls and de
    /// Bruin 1996, "Best-first fixed-depth minimax algorithms").
    MtdF,
    /// Null windows that halve the range of possible values, values near zero first (Coplan 1982,
    /// "C*"; Weill's NegaC*). For proofs of values to the end.
    Bisection,
}

impl Default for Driver {
    fn default() -> Self {
        Self::Aspiration { delta: 50 }
    }
}

impl Driver {
    /// Returns how many windows a team of `workers` searches in parallel. Null windows that halve
    /// the range will probably be needed anyway; those that step on from a guess help only if the
    /// guess was right.
    pub(crate) fn passes(self, asked: Option<usize>, workers: usize) -> usize {
        const MOST: usize = 4;
        match self {
            Self::Bisection => asked.unwrap_or((workers / 4).min(MOST)).max(1),
            Self::MtdF => asked.unwrap_or((workers / 8).min(MOST)).max(1),
            Self::Pvs | Self::Aspiration { .. } => 1,
        }
    }

    /// Returns the window of pass number `pass`, counted from 0. The value lies in `known`, which
    /// must contain more than one value; `guess` is the result of the previous pass. For programs
    /// that converge on a value by searches of their own.
    ///
    /// ```
    /// use eldest::options::Driver;
    /// use eldest::{Bounds, Score, Window};
    ///
    /// let known = Bounds::new(Score::new(-4), Score::new(8));
    /// assert_eq!(Driver::MtdF.window(known, Score::new(3), 0), Window::null(Score::new(2)));
    /// assert_eq!(Driver::Bisection.window(known, Score::new(3), 0), Window::null(Score::new(4)));
    /// ```
    #[must_use]
    pub fn window(self, known: Bounds, guess: Score, pass: u32) -> Window {
        let guess = guess.clamp(known.lower, known.upper);
        let all = Window { alpha: known.lower.previous(), beta: known.upper.next() };
        match self {
            _ if pass >= MOST_PASSES => all,
            Self::Pvs => all,
            Self::Aspiration { delta } => {
                let wide = delta.max(1).saturating_mul(4_u32.saturating_pow(pass));
                let wide = i32::try_from(wide).unwrap_or(i32::MAX);
                let (alpha, beta) = (guess.plus(wide.saturating_neg()), guess.plus(wide));
                Window { alpha: alpha.max(all.alpha), beta: beta.min(all.beta) }
            }
            Self::MtdF if guess > known.lower => Window::null(guess.previous()),
            Self::MtdF => Window::null(known.lower.min(known.upper.previous())),
            Self::Bisection => Window::null(middle(known)),
        }
    }
}

/// Returns the middle of `known`, or on one side of zero half the far end, so that small values,
/// which are cheap to refute, are ruled out first (Pons, "Solving Connect 4").
fn middle(known: Bounds) -> Score {
    let (lower, upper) = (known.lower.get(), known.upper.get());
    let middle = (lower + upper).div_euclid(2);
    let middle = if middle <= 0 && lower / 2 < middle {
        lower / 2
    } else if middle >= 0 && upper / 2 > middle {
        upper / 2
    } else {
        middle
    };
    Score::new(middle).min(known.upper.previous())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the loop of `resolve` against an oracle; returns the number of passes.
    fn passes(driver: Driver, range: i32, guess: i32, value: i32) -> u32 {
        let mut known = Bounds::new(Score::new(-range), Score::new(range));
        let (mut guess, value) = (Score::new(guess), Score::new(value));
        for pass in 0.. {
            let window = driver.window(known, guess, pass);
            assert!(window.alpha < window.beta, "{driver:?} {known:?} {window:?}");
            let answer = value.clamp(window.alpha, window.beta);
            let found = Bounds::from_bound(answer, window.classify(answer));
            let before = known;
            known = known.intersect(found).unwrap();
            guess = answer;
            if known.lower == known.upper {
                return pass + 1;
            }
            assert!(known != before, "{driver:?} makes progress at {known:?} with {window:?}");
        }
        unreachable!()
    }

    #[test]
    fn every_driver_closes_in_on_every_value() {
        let drivers =
            [Driver::Pvs, Driver::Aspiration { delta: 1 }, Driver::MtdF, Driver::Bisection];
        for driver in drivers {
            for range in [0, 1, 2, 7, 21] {
                for (guess, value) in
                    (-range..=range).flat_map(|g| (-range..=range).map(move |v| (g, v)))
                {
                    assert!(passes(driver, range, guess, value) <= 2 * range as u32 + 2);
                }
            }
        }
        let wide = Score::WIN.get();
        for value in [0, 1, -1, wide, -wide, 7_999_990, 123_456] {
            assert!(passes(Driver::Bisection, wide, 0, value) < 50);
        }
        assert_eq!(passes(Driver::MtdF, wide, 0, wide), MOST_PASSES + 1, "the cap");
    }
}
