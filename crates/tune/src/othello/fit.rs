//! `eldest-tune patterns`: fits the weights of the patterns of Othello.
//!
//! Least mean squares (Widrow and Hoff 1960): each sample moves its weights by a part of its error.

use super::excluded::Excluded;
use super::{Sample, empties};
use crate::args::PatternArgs;
use crate::samples;
use anyhow::Result;
use eldest_games::othello::Othello;
use eldest_games::othello::trained::{Classes, DISC, STAGES, stage, terms, weights};
use fastrand::Rng;

/// The last positions of the files, one in `VALIDATION`, are the validation set.
const VALIDATION: usize = 20;

/// A position with its value for the mover.
type Labelled = (Othello, f32);

/// Values beyond this, for either side, are decided, and not learnt.
const DECIDED: f32 = 50.0;

/// Fits the weights to the files named in `args`, and writes them.
pub(crate) fn run(args: &PatternArgs) -> Result<()> {
    let (excluded, mut samples) = (Excluded::read(&args.exclude)?, Vec::new());
    for path in &args.data {
        samples::read(path, |sample: &Sample| {
            let value = sample.target(args.lambda);
            if value.abs() <= DECIDED && !excluded.contains(&sample.position) {
                samples.push((sample.position, value));
            }
        })?;
    }
    let classes = Classes::new();
    let fitted = fit(&samples, &classes, args);
    let byte = |weight: &f32| ((weight * DISC as f32).round() as i8).cast_unsigned();
    Ok(std::fs::write(&args.out, fitted.iter().map(byte).collect::<Vec<_>>())?)
}

fn fit(samples: &[Labelled], classes: &Classes, args: &PatternArgs) -> Vec<f32> {
    let (training, validation) = samples.split_at(samples.len() - samples.len() / VALIDATION);
    let mut order: Vec<u32> = (0..training.len() as u32).collect();
    let (mut fitted, mut chance) = (vec![0.0; weights(classes)], Rng::with_seed(1));
    for epoch in 0..args.epochs {
        chance.shuffle(&mut order);
        let rate = args.rate * (1.0 - epoch as f32 / args.epochs as f32);
        for &index in &order {
            let error = error(&training[index as usize], classes, &fitted);
            terms(&training[index as usize].0, classes, |weight, sign| {
                fitted[weight] += rate * error * sign as f32;
            });
        }
        let errors = [training, validation].map(|samples| errors(samples, classes, &fitted));
        eprintln!("epoch {}: training {:.2?}, validation {:.2?}", epoch + 1, errors[0], errors[1]);
    }
    fitted
}

/// Returns how much the value of a sample exceeds its score.
fn error((position, value): &Labelled, classes: &Classes, weights: &[f32]) -> f32 {
    let mut score = 0.0;
    terms(position, classes, |weight, sign| score += weights[weight] * sign as f32);
    value - score
}

/// Returns the root of the mean squared error of each stage, in discs.
fn errors(samples: &[Labelled], classes: &Classes, weights: &[f32]) -> [f32; STAGES.len()] {
    let mut sums = [(0.0, 0.0); STAGES.len()];
    for sample in samples {
        let sum = &mut sums[stage(empties(&sample.0))];
        *sum = (sum.0 + error(sample, classes, weights).powi(2), sum.1 + 1.0);
    }
    sums.map(|(squares, count): (f32, f32)| (squares / count).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use eldest::{Moves, Position};

    /// Values are sums of random weights: a fit to them must halve the error.
    #[test]
    fn a_fit_approaches_values_that_weights_made() {
        let (classes, mut chance) = (Classes::new(), Rng::with_seed(3));
        let made: Vec<f32> = (0..weights(&classes)).map(|_| chance.f32() - 0.5).collect();
        let mut samples = Vec::new();
        while samples.len() < 2_000 {
            let mut position = Othello::default();
            while position.over().is_none() {
                samples.push((position, -error(&(position, 0.0), &classes, &made)));
                let moves = Moves::collect(|out| position.moves(out));
                position.play(moves[chance.usize(..moves.len())]);
            }
        }
        let args = PatternArgs { epochs: 20, rate: 0.01, ..PatternArgs::default() };
        let fitted = fit(&samples, &classes, &args);
        let before = errors(&samples, &classes, &vec![0.0; made.len()]);
        for (before, after) in before.into_iter().zip(errors(&samples, &classes, &fitted)) {
            assert!(after < before / 2.0, "{before} {after}");
        }
    }
}
