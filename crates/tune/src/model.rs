//! The model: the score that weights predict for a sample, its error, and the gradient of the
//! error.

use crate::data::{Count, Data, Taper};
use crate::rows::SampleRow;
use eldest_games::chess::evaluation::WHOLE;
use std::ops::Range;
use std::thread;

/// The values of a weight in the middle game and in the endgame.
pub(crate) type WeightPair = [f32; 2];

/// All fitted numbers, or their gradient.
#[derive(Clone, Debug, Default)]
pub(crate) struct Weights {
    pub(crate) pairs: Vec<WeightPair>,
    /// The factors of the endgame's sum, in units of 1 / [`WHOLE`].
    pub(crate) scales: Vec<f32>,
}

impl Weights {
    /// Returns weights of the same number, all zero.
    fn zeros(&self) -> Self {
        Self { pairs: vec![[0.0; 2]; self.pairs.len()], scales: vec![0.0; self.scales.len()] }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &f32> {
        self.pairs.iter().flatten().chain(&self.scales)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.pairs.iter_mut().flatten().chain(&mut self.scales)
    }
}

/// The target of the fit.
#[derive(Copy, Clone, Debug)]
pub(crate) struct FitTarget {
    /// The steepness of the curve from scores to expected points.
    pub(crate) steepness: f32,
    /// The weight of the game's result against the score of the search, from 0 to 1.
    pub(crate) lambda: f32,
}

/// Returns the expected share of points at `score`: a logistic curve.
pub(crate) fn expected(score: f32, steepness: f32) -> f32 {
    1.0 / (1.0 + (-score * steepness).exp())
}

impl FitTarget {
    /// Returns the target for a position with the search score `score` from a game with the result
    /// `points`.
    pub(crate) fn of(self, score: f32, points: f32) -> f32 {
        self.lambda * points + (1.0 - self.lambda) * expected(score, self.steepness)
    }

    /// Returns the mean squared error of `weights`.
    pub(crate) fn error(self, data: &Data, rows: Range<usize>, weights: &Weights) -> f64 {
        mean_square(rows, |index| {
            let (row, counts) = data.row(index);
            expected(score(row, counts, weights), self.steepness) - self.of(row.score, row.points)
        })
    }

    /// Returns the gradient of the error over the samples in `rows`, up to a constant factor. Runs
    /// on [`THREADS`] threads.
    pub(crate) fn gradient(self, data: &Data, rows: &[u32], weights: &Weights) -> Weights {
        let parts = in_parts(rows, |part| self.part(data, part, weights));
        let scale = 1.0 / rows.len() as f32;
        let mut sum = weights.zeros();
        for part in &parts {
            sum.iter_mut().zip(part.iter()).for_each(|(sum, slope)| *sum += slope * scale);
        }
        sum
    }

    fn part(self, data: &Data, rows: &[u32], weights: &Weights) -> Weights {
        let mut gradient = weights.zeros();
        for index in rows {
            let (row, counts) = data.row(*index as usize);
            let sums = Sums::of(counts, weights);
            let (number, scale) = sums.scale(row, weights);
            let predicted = expected(sums.tapered(row, scale), self.steepness);
            let miss = predicted - self.of(row.score, row.points);
            let slope = miss * predicted * (1.0 - predicted);
            let endgame = slope * (1.0 - row.own.phase);
            for count in counts {
                let times = f32::from(count.times);
                let [of_middle_game, of_endgame] = &mut gradient.pairs[usize::from(count.weight)];
                *of_middle_game += slope * row.own.phase * times;
                *of_endgame += endgame * scale * times;
            }
            gradient.scales[number] += endgame * sums.endgame / WHOLE as f32;
        }
        gradient
    }
}

/// The sums of the weights of a sample.
struct Sums {
    middle_game: f32,
    endgame: f32,
}

impl Sums {
    fn of(counts: &[Count], weights: &Weights) -> Self {
        let mut sums = Self { middle_game: 0.0, endgame: 0.0 };
        for count in counts {
            let [m, e] = weights.pairs[usize::from(count.weight)];
            sums.middle_game += m * f32::from(count.times);
            sums.endgame += e * f32::from(count.times);
        }
        sums
    }

    /// Returns the number of the endgame scale and its factor.
    fn scale(&self, row: SampleRow<Taper>, weights: &Weights) -> (usize, f32) {
        let number = usize::from(row.own.scales[usize::from(self.endgame <= 0.0)]);
        (number, weights.scales[number] / WHOLE as f32)
    }

    fn tapered(&self, row: SampleRow<Taper>, scale: f32) -> f32 {
        self.middle_game * row.own.phase + self.endgame * scale * (1.0 - row.own.phase)
    }
}

/// The number of threads. It is fixed so that the parts of a gradient, and with them its rounding,
/// are the same on every machine.
const THREADS: usize = 2;

/// Splits `rows` into [`THREADS`] parts, runs `part` on each in a thread of its own, and returns
/// the results in order.
pub(crate) fn in_parts<G: Send>(rows: &[u32], part: impl Fn(&[u32]) -> G + Sync) -> Vec<G> {
    let (share, part) = (rows.len().div_ceil(THREADS).max(1), &part);
    thread::scope(|scope| {
        let begin = |rows| scope.spawn(move || part(rows));
        let threads: Vec<_> = rows.chunks(share).map(begin).collect();
        threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    })
}

/// Returns the mean of the squares of `miss` over `rows`.
pub(crate) fn mean_square(rows: Range<usize>, miss: impl Fn(usize) -> f32) -> f64 {
    let count = rows.len().max(1) as f64;
    let squared = |index| {
        let miss = miss(index);
        f64::from(miss * miss)
    };
    rows.map(squared).sum::<f64>() / count
}

/// Returns the evaluation of a sample.
fn score(row: SampleRow<Taper>, counts: &[Count], weights: &Weights) -> f32 {
    let sums = Sums::of(counts, weights);
    sums.tapered(row, sums.scale(row, weights).1)
}

/// Returns the steepness with which scores predict results best, from pairs of both. A ternary
/// search, since the error has a single minimum.
pub(crate) fn steepness(pairs: impl Iterator<Item = (f32, f32)> + Clone) -> f32 {
    let error = |steepness: f32| -> f64 {
        let miss = |(score, points)| f64::from(expected(score, steepness) - points);
        pairs.clone().map(|pair| miss(pair).powi(2)).sum()
    };
    let (mut low, mut high) = (1e-4, 2e-2);
    for _ in 0..24 {
        let third = (high - low) / 3.0;
        if error(low + third) < error(high - third) { high -= third } else { low += third }
    }
    (low + high) / 2.0
}

/// Adam (Kingma and Ba 2015): gradient descent whose steps hardly depend on the length of the
/// gradient, for each weight on its own. Keeps running means of the slopes and of their squares.
pub(crate) struct Adam {
    steps: i32,
    means: Vec<f32>,
    squares: Vec<f32>,
}

impl Adam {
    /// The constants that the paper proposes.
    const DECAY: [f32; 2] = [0.9, 0.999];
    const EPSILON: f32 = 1e-8;

    /// Starts with `count` weights.
    pub(crate) fn new(count: usize) -> Self {
        Self { steps: 0, means: vec![0.0; count], squares: vec![0.0; count] }
    }

    /// Steps against the slopes by `rate`, or by less where they disagree with the earlier slopes.
    pub(crate) fn step<'w>(
        &mut self,
        rate: f32,
        weights: impl Iterator<Item = &'w mut f32>,
        slopes: impl Iterator<Item = f32>,
    ) {
        self.steps += 1;
        let [of_mean, of_square] = Self::DECAY;
        let unbiased = Self::DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for ((slope, weight), (mean, square)) in slopes.zip(weights).zip(moments) {
            *mean = of_mean * *mean + (1.0 - of_mean) * slope;
            *square = of_square * *square + (1.0 - of_square) * slope * slope;
            let (mean, square) = (*mean / unbiased[0], *square / unbiased[1]);
            *weight -= rate * mean / (square.sqrt() + Self::EPSILON);
        }
    }
}

/// Fitted weights and their errors.
pub(crate) struct Fitted {
    pub(crate) weights: Weights,
    pub(crate) target: FitTarget,
    pub(crate) positions: usize,
    /// The errors on the training set and on the validation set.
    pub(crate) errors: [f64; 2],
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results come from a curve of known steepness.
    #[test]
    fn the_steepness_of_a_curve_is_found() {
        let scores = (-60..=60).map(|score| 10.0 * score as f32);
        let pairs = scores.map(|score| (score, expected(score, 0.0042)));
        assert!((steepness(pairs) - 0.0042).abs() < 1e-5);
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let mut data = Data::default();
        let counts = [Count { weight: 0, times: 2 }, Count { weight: 1, times: -1 }];
        data.add(counts.into_iter(), Taper { phase: 0.25, scales: [0, 1] }, 0.0, 1.0);
        let target = FitTarget { steepness: 0.005, lambda: 1.0 };
        let weights = Weights { pairs: vec![[10.0; 2]; 2], scales: vec![48.0; 2] };
        let gradient = target.gradient(&data, &[0], &weights);
        let error = |change: f32, which: usize| {
            let mut weights = weights.clone();
            *weights.iter_mut().nth(which).unwrap() += change;
            target.error(&data, 0..1, &weights)
        };
        for (which, found) in gradient.iter().enumerate() {
            let slope = (error(0.5, which) - error(-0.5, which)) / 2.0;
            assert!((slope - f64::from(*found) * 0.005).abs() < 1e-6, "{which}: {gradient:?}");
        }
        assert!(gradient.scales[0] < 0.0 && gradient.scales[1] == 0.0);
    }
}
