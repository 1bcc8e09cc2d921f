//! Estimates from the results of a match, with error bars.
//!
//! # The unit is the pair
//! Each opening is played twice, with sides swapped. The two games are not independent: an opening
//! that favours one side gives a win and a loss. Error bars that treat games as independent would
//! be too wide (or, for openings that are drawn anyway, too narrow). So the unit is the pair, which
//! gains 0, ½, 1, 1½ or 2 points: five outcomes, hence *pentanomial* (Michel Van den Bergh,
//! "Comments on normalized Elo", 2020; in use at Fishtest since 2019).

/// The number of standard deviations that cover 95 % of a normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// A number with its error bars of 95 %.
#[derive(Copy, Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the error bars; `None` if there is too little data.
    pub low: Option<f64>,
    /// The upper end of the error bars.
    pub high: Option<f64>,
}

impl Estimate {
    /// Returns `value` with error bars of [`Z`] times its standard `error`.
    fn new(value: f64, error: Option<f64>) -> Self {
        Self { value, low: error.map(|e| value - Z * e), high: error.map(|e| value + Z * e) }
    }

    /// Returns the same estimate on another scale. `scale` must be increasing. The error bars may
    /// become asymmetric.
    #[must_use]
    pub fn on(self, scale: impl Fn(f64) -> f64) -> Self {
        let Self { value, low, high } = self;
        Self { value: scale(value), low: low.map(&scale), high: high.map(scale) }
    }
}

/// The count, the sum and the sum of squares of whole numbers, for their mean and its error.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Moments {
    count: u64,
    sum: i64,
    squares: i64,
}

impl Moments {
    /// Adds `number`, `times` times.
    pub fn add(&mut self, number: i64, times: u64) {
        self.count += times;
        self.sum += number * times as i64;
        self.squares += number * number * times as i64;
    }

    /// Estimates the mean of the distribution of the numbers, each divided by `unit`; `None`
    /// without numbers. The variance uses n − 1 (Bessel's correction). If all numbers are equal,
    /// there are no error bars.
    #[must_use]
    pub fn mean(&self, unit: f64) -> Option<Estimate> {
        let (count, sum) = (self.count as f64, self.sum as f64);
        let error = || (((self.squares as f64) - sum * sum / count) / (count - 1.0) / count).sqrt();
        let error = (self.count > 1).then(|| error() / unit).filter(|error| *error > 0.0);
        (self.count > 0).then(|| Estimate::new(sum / count / unit, error))
    }
}

/// The numbers of pairs that gained 0, ½, 1, 1½ and 2 points.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Estimates the share of points gained, from 0 to 1; `None` without pairs.
    #[must_use]
    pub fn score(&self) -> Option<Estimate> {
        let mut sample = Moments::default();
        (0..).zip(self.0).for_each(|(halves, pairs)| sample.add(halves, pairs));
        sample.mean(4.0).map(|score| score.on(|share| share.clamp(0.0, 1.0)))
    }

    /// Estimates the difference in Elo. The error bars of the score are converted to Elo; they are
    /// infinite at scores of 0 and 1.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        self.score().map(|score| score.on(elo))
    }
}

/// Returns the difference in Elo at which `score`, from 0 to 1, is the expected score (Arpad Elo,
/// *The Rating of Chessplayers*, 1978; the logistic curve).
#[must_use]
pub fn elo(score: f64) -> f64 {
    0.0 - 400.0 * (1.0 / score - 1.0).log10() // Equal players differ by 0, not by -0.
}

/// Returns the expected score at a difference of `elo`; the inverse of [`elo`](elo()).
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, tolerance: f64) {
        assert!((a - b).abs() <= tolerance, "{a} is not {b}");
    }

    /// From the tests of fastchess (`app/tests/elo_test.cpp`), which gives half the width of the
    /// error bars.
    #[test]
    fn elo_is_that_of_other_programs() {
        let cases = [
            ([34, 54, 63, 64, 75], 55.58, 27.65),
            ([332, 433, 498, 333, 334], -8.64, 10.33),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95),
        ];
        for (pairs, elo, error) in cases {
            let found = Pentanomial(pairs).elo().unwrap();
            close(found.value, elo, 0.005);
            close((found.high.unwrap() - found.low.unwrap()) / 2.0, error, 0.01 * error);
        }
    }

    /// By hand: the mean of 1 and 3 half points is 2, their variance 2, and the error of the mean
    /// 1.
    #[test]
    fn a_small_sample_by_hand() {
        let score = Pentanomial([0, 1, 0, 1, 0]).score().unwrap();
        close(score.value, 0.5, 0.0);
        close(score.high.unwrap(), 0.5 + 1.96 / 4.0, 1e-4);
        let mut points = Moments::default();
        [(-3, 1), (5, 2), (9, 1)].into_iter().for_each(|(number, times)| points.add(number, times));
        let mean = points.mean(2.0).unwrap();
        close(mean.value, 2.0, 1e-12); // 4 / 2
        close(mean.high.unwrap(), 2.0 + 1.96 * (76.0_f64 / 3.0 / 4.0).sqrt() / 2.0, 1e-4);
    }

    #[test]
    fn too_little_gives_no_error_bars() {
        assert_eq!(Pentanomial::default().score(), None);
        let one = Pentanomial([0, 0, 0, 0, 1]).elo().unwrap();
        assert_eq!((one.value, one.low, one.high), (f64::INFINITY, None, None));
        let alike = Pentanomial([0, 0, 9, 0, 0]).score().unwrap();
        assert_eq!(alike, Estimate { value: 0.5, low: None, high: None });
    }

    #[test]
    fn no_score_is_above_all_points() {
        let score = Pentanomial([0, 0, 1, 0, 9]).score().unwrap();
        assert_eq!((score.value, score.high), (0.95, Some(1.0)));
        assert_eq!(Pentanomial([0, 0, 1, 0, 9]).elo().unwrap().high, Some(f64::INFINITY));
    }

    #[test]
    fn elo_and_expectation_are_inverse() {
        close(elo(0.75), 190.85, 0.005);
        for points in [-300.0, 0.0, 12.5] {
            close(elo(expected_score(points)), points, 1e-9);
        }
    }
}
