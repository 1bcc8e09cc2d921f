//! The network's prediction for a board, its error, and the gradient of the error.

use crate::model::{FitTarget, expected, in_parts, mean_square};
use crate::rows::{Rows, SampleRow};
use crate::sample::TrainingSample;
use eldest::{Evaluator, Position, Side};
use eldest_games::chess::Tuned;
use eldest_games::chess::nnue::{
    FIRST_LAYER, INPUTS, OUTPUT, SCALE, UNITS, WEIGHTS, inputs, output, seen_by_black,
};
use std::ops::Range;

/// A number for each unit.
type Units = [f32; UNITS];

const BIASES: usize = INPUTS * UNITS;

/// Samples from the point of view of the side to move: the inputs, and the score of the terms in
/// hundredths of a pawn.
pub(super) type Boards = Rows<f32, u16>;

/// Adds `sample`.
pub(super) fn push(boards: &mut Boards, sample: &TrainingSample) {
    let (position, score) = (&sample.position, &sample.score);
    let (score, points) = (*score as f32, sample.points());
    let terms = Tuned::STATIC.evaluate(position, &Tuned::STATIC.start(position));
    let is_first = position.side() == Side::First;
    let (score, points) = if is_first { (score, points) } else { (-score, 1.0 - points) };
    let inputs = inputs(position).map(|i| if is_first { i } else { seen_by_black(i) });
    boards.add(inputs.map(|input| input as u16), terms.get() as f32, score, points);
}

/// Returns the mean squared error of `weights`.
pub(super) fn error(
    boards: &Boards,
    rows: Range<usize>,
    target: FitTarget,
    weights: &[f32],
) -> f64 {
    mean_square(rows, |index| {
        let (row, inputs) = boards.row(index);
        Pass::of(weights, inputs).predicted(row, target) - target.of(row.score, row.points)
    })
}

/// Returns the gradient of the error over the samples in `rows`, up to a constant factor. Runs on
/// several threads.
pub(super) fn gradient(
    boards: &Boards,
    rows: &[u32],
    target: FitTarget,
    weights: &[f32],
) -> Vec<f32> {
    let parts = in_parts(rows, |rows| part(boards, rows, target, weights));
    let mut sum = vec![0.0; WEIGHTS];
    for part in parts {
        sum.iter_mut().zip(part).for_each(|(sum, slope)| *sum += slope / rows.len() as f32);
    }
    sum
}

fn part(boards: &Boards, rows: &[u32], target: FitTarget, weights: &[f32]) -> Vec<f32> {
    let mut gradient = vec![0.0; WEIGHTS];
    for index in rows {
        let (row, inputs) = boards.row(*index as usize);
        let pass = Pass::of(weights, inputs);
        let predicted = pass.predicted(row, target);
        let miss = predicted - target.of(row.score, row.points);
        let slope = miss * predicted * (1.0 - predicted);
        pass.back(slope, weights, &mut gradient);
    }
    gradient
}

/// The forward pass of one board.
struct Pass<'b> {
    inputs: &'b [u16],
    /// The first layer from the point of view of the side to move and of the other side.
    sides: [Units; 2],
    /// The index of the first weight of the output.
    from: usize,
    output: f32,
}

impl<'b> Pass<'b> {
    fn of(weights: &[f32], inputs: &'b [u16]) -> Self {
        let biases = at(weights, BIASES);
        let mut sides = [*biases; 2];
        for input in inputs {
            for (units, from) in sides.iter_mut().zip(rows(*input)) {
                add(units, at(weights, from), 1.0);
            }
        }
        let from = FIRST_LAYER + output(inputs.len()) * OUTPUT;
        let sums = (0..2).map(|side| dot(&sides[side], at(weights, from + side * UNITS)));
        let output = weights[from + 2 * UNITS] + sums.sum::<f32>();
        Self { inputs, sides, from, output }
    }

    /// Returns the predicted share of points.
    fn predicted(&self, row: SampleRow<f32>, target: FitTarget) -> f32 {
        expected(row.own + SCALE as f32 * self.output, target.steepness)
    }

    /// Adds the gradient by backpropagation (Rumelhart, Hinton and Williams 1986), where `slope` is
    /// the slope of the error in the output.
    fn back(&self, slope: f32, weights: &[f32], gradient: &mut [f32]) {
        gradient[self.from + 2 * UNITS] += slope;
        for (side, units) in self.sides.iter().enumerate() {
            let from = self.from + side * UNITS;
            add(at_mut(gradient, from), &units.map(square), slope);
            let outputs = at(weights, from);
            let slopes =
                std::array::from_fn(|unit| slope * outputs[unit] * slope_of_square(units[unit]));
            add(at_mut(gradient, BIASES), &slopes, 1.0);
            for input in self.inputs {
                add(at_mut(gradient, rows(*input)[side]), &slopes, 1.0);
            }
        }
    }
}

/// Returns the indices of the first weights of an input, for the side to move and for the other
/// side.
fn rows(input: u16) -> [usize; 2] {
    let input = usize::from(input);
    [input * UNITS, seen_by_black(input) * UNITS]
}

fn at(weights: &[f32], from: usize) -> &Units {
    weights[from..].first_chunk().expect("a number for each unit")
}

fn at_mut(weights: &mut [f32], from: usize) -> &mut Units {
    weights[from..].first_chunk_mut().expect("a number for each unit")
}

fn add(units: &mut Units, more: &Units, times: f32) {
    units.iter_mut().zip(more).for_each(|(unit, more)| *unit += times * more);
}

/// Adds up eight independent sums: in a single sum, each addition would wait for the one before.
fn dot(units: &Units, weights: &Units) -> f32 {
    let mut sums = [0.0; 8];
    for (units, weights) in units.chunks_exact(8).zip(weights.chunks_exact(8)) {
        for (sum, (unit, weight)) in sums.iter_mut().zip(units.iter().zip(weights)) {
            *sum += square(*unit) * weight;
        }
    }
    sums.iter().sum()
}

/// The activation: a clipped square (SCReLU).
fn square(unit: f32) -> f32 {
    let clipped = unit.clamp(0.0, 1.0);
    clipped * clipped
}

fn slope_of_square(unit: f32) -> f32 {
    if (0.0..1.0).contains(&unit) { 2.0 * unit } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest_games::chess::Chess;
    use eldest_games::chess::nnue::{Network, correction};
    use fastrand::Rng;

    const LINES: [&str; 3] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -;40;2",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq -;-30;0",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - -;-17;1",
    ];
    const TARGET: FitTarget = FitTarget { steepness: 0.004, lambda: 0.3 };

    fn boards() -> Boards {
        let mut boards = Boards::default();
        LINES.iter().for_each(|line| push(&mut boards, &line.parse().unwrap()));
        boards
    }

    /// Random weights, large enough that units reach all three parts of the activation.
    fn weights() -> Vec<f32> {
        let mut chance = Rng::with_seed(5);
        (0..WEIGHTS).map(|_| (chance.f32() - 0.45) * 0.4).collect()
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_error() {
        let (boards, weights) = (boards(), weights());
        let gradient = gradient(&boards, &[0, 1, 2], TARGET, &weights);
        let error = |change: f32, which: usize| {
            let mut weights = weights.clone();
            weights[which] += change;
            error(&boards, 0..3, TARGET, &weights)
        };
        let factor = f64::from(2.0 * TARGET.steepness * SCALE as f32);
        let some = (0..WEIGHTS).step_by(997).chain(FIRST_LAYER..WEIGHTS);
        let moved = some.map(|which| {
            let slope = (error(0.002, which) - error(-0.002, which)) / 0.004;
            let found = f64::from(gradient[which]) * factor;
            assert!((slope - found).abs() < 0.02 * slope.abs() + 2e-5, "{which}: {slope} {found}");
            usize::from(found != 0.0)
        });
        assert!(moved.sum::<usize>() > 300);
    }

    #[test]
    fn rounded_weights_predict_nearly_the_same() {
        let weights = weights();
        let file = Network::file(&weights).try_into().unwrap();
        let network: &Network = Box::leak(Box::new(Network::read(&file)));
        let boards = boards();
        for (index, line) in LINES.iter().enumerate() {
            let position: Chess =
                format!("{} 0 1", line.split(';').next().unwrap()).parse().unwrap();
            let exact = SCALE as f32 * Pass::of(&weights, boards.row(index).1).output;
            let rounded = correction(network, &position) as f32;
            assert!(exact.abs() > 100.0 && (exact - rounded).abs() < 40.0, "{exact} {rounded}");
        }
    }
}
