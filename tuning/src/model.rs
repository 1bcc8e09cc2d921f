//! What weights say of a sample, how wrong that is, and in which direction it would be less so.

use crate::data::{Count, Data, Row};
use std::ops::Range;
use std::thread;

/// What a weight is in the middle game and in the endgame.
pub(crate) type Pair = [f32; 2];

/// What is to be predicted.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Target {
    /// How steep the curve is that makes a share of points of a score.
    pub(crate) steepness: f32,
    /// What the result counts beside the score.
    pub(crate) lambda: f32,
}

/// The share of points that is to be expected: a logistic curve.
pub(crate) fn expected(score: f32, steepness: f32) -> f32 {
    1.0 / (1.0 + (-score * steepness).exp())
}

impl Target {
    fn of(self, row: Row) -> f32 {
        let searched = expected(row.score, self.steepness);
        self.lambda * row.points + (1.0 - self.lambda) * searched
    }

    /// The mean squared error of `weights`.
    pub(crate) fn error(self, data: &Data, rows: Range<usize>, weights: &[Pair]) -> f64 {
        let count = rows.len().max(1) as f64;
        let squared = |index| {
            let (row, counts) = data.row(index);
            let miss = expected(score(row, counts, weights), self.steepness) - self.of(row);
            f64::from(miss * miss)
        };
        rows.map(squared).sum::<f64>() / count
    }

    /// Its gradient over the samples that `rows` names, up to a factor; on so many threads.
    pub(crate) fn gradient(self, data: &Data, rows: &[u32], weights: &[Pair]) -> Vec<Pair> {
        let share = rows.len().div_ceil(THREADS).max(1);
        let parts: Vec<_> = thread::scope(|scope| {
            let begin = |part| scope.spawn(move || self.part(data, part, weights));
            let threads: Vec<_> = rows.chunks(share).map(begin).collect();
            threads.into_iter().map(|thread| thread.join().expect("no panic")).collect()
        });
        let scale = 1.0 / rows.len() as f32;
        let sum = |weight: usize, which: usize| -> f32 {
            parts.iter().map(|part: &Vec<Pair>| part[weight][which]).sum::<f32>() * scale
        };
        (0..weights.len()).map(|weight| [sum(weight, 0), sum(weight, 1)]).collect()
    }

    fn part(self, data: &Data, rows: &[u32], weights: &[Pair]) -> Vec<Pair> {
        let mut gradient = vec![[0.0; 2]; weights.len()];
        for index in rows {
            let (row, counts) = data.row(*index as usize);
            let said = expected(score(row, counts, weights), self.steepness);
            let slope = (said - self.of(row)) * said * (1.0 - said);
            for count in counts {
                let slope = slope * f32::from(count.times);
                let [middle_game, endgame] = &mut gradient[usize::from(count.weight)];
                *middle_game += slope * row.phase;
                *endgame += slope * (1.0 - row.phase);
            }
        }
        gradient
    }
}

/// The parts of a gradient are added up in the same order on every machine.
const THREADS: usize = 2;

/// The evaluation.
pub(crate) fn score(row: Row, counts: &[Count], weights: &[Pair]) -> f32 {
    let (mut middle_game, mut endgame) = (0.0, 0.0);
    for count in counts {
        let [m, e] = weights[usize::from(count.weight)];
        middle_game += m * f32::from(count.times);
        endgame += e * f32::from(count.times);
    }
    middle_game * row.phase + endgame * (1.0 - row.phase)
}

/// The steepness with which the scores of the search predict the results best: ternary search, for there is one
/// minimum.
pub(crate) fn steepness(data: &Data) -> f32 {
    let error = |steepness: f32| {
        let squared = |index| {
            let row = data.row(index).0;
            f64::from(expected(row.score, steepness) - row.points).powi(2)
        };
        (0..data.len()).map(squared).sum::<f64>()
    };
    let (mut low, mut high) = (1e-4, 2e-2);
    for _ in 0..24 {
        let third = (high - low) / 3.0;
        if error(low + third) < error(high - third) { high -= third } else { low += third }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Scores whose results come from a curve as steep as this one.
    #[test]
    fn the_steepness_of_a_curve_is_found() {
        let mut data = Data::default();
        for score in -60..=60 {
            let score = 10.0 * score as f32;
            data.add(std::iter::empty(), 0.5, score, expected(score, 0.0042));
        }
        assert!((steepness(&data) - 0.0042).abs() < 1e-5);
    }

    #[test]
    fn the_gradient_points_to_where_the_error_grows() {
        let mut data = Data::default();
        let counts = [Count { weight: 0, times: 2 }, Count { weight: 1, times: -1 }];
        data.add(counts.into_iter(), 0.25, 0.0, 1.0);
        let target = Target { steepness: 0.005, lambda: 1.0 };
        let gradient = target.gradient(&data, &[0], &[[10.0; 2]; 2]);
        let error = |change: f32, weight: usize, which: usize| {
            let mut weights = [[10.0; 2]; 2];
            weights[weight][which] += change;
            target.error(&data, 0..1, &weights)
        };
        for (weight, which) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let slope = error(1.0, weight, which) - error(-1.0, weight, which);
            assert_eq!(slope > 0.0, gradient[weight][which] > 0.0, "{gradient:?}");
        }
    }
}
