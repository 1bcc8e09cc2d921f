//! `eldest-tune fit`: Texel's method (Österlund 2014).

use crate::args::FitArgs;
use crate::data::{self, Data};
use crate::model::{Adam, FitTarget, Fitted, Weights, steepness};
use crate::source;
use anyhow::{Result, ensure};
use eldest_games::chess::evaluation::{SCALES, Term, WHOLE};
use fastrand::Rng;

/// The last positions of the files, one in `VALIDATION`, are the validation set.
const VALIDATION: usize = 20;
/// The number of samples in a batch.
const BATCH: usize = 8_192;
/// The fit ends after this many epochs without a lower validation error.
const PATIENCE: usize = 8;
/// The initial values of the pieces (Shannon 1950). All other weights start at 0.
const START: [f32; 6] = [100.0, 300.0, 300.0, 500.0, 900.0, 0.0];

/// Fits the weights to the files named in `args`, and writes them.
pub(crate) fn run(args: &FitArgs) -> Result<()> {
    let data = data::read(&args.data)?;
    ensure!(data.len() >= VALIDATION, "expected at least {VALIDATION} positions");
    let target = FitTarget { steepness: steepness(data.pairs()), lambda: args.lambda as f32 };
    eprintln!("{} positions, steepness {:.6}", data.len(), target.steepness);
    let fitted = fit(&data, target, start(), args);
    source::write(&fitted, args)
}

/// The initial weights: plain material, with all endgame scales at 1.
fn start() -> Weights {
    let worth = |weight: usize| START.get(weight / 64).map_or(0.0, |worth| *worth);
    let pairs = (0..Term::COUNT).map(|weight| [worth(weight); 2]).collect();
    Weights { pairs, scales: vec![WHOLE as f32; SCALES] }
}

/// Returns the weights of the epoch with the lowest validation error.
pub(crate) fn fit(data: &Data, target: FitTarget, start: Weights, args: &FitArgs) -> Fitted {
    let training = data.len() - data.len() / VALIDATION;
    let errors = |weights: &Weights| {
        [0..training, training..data.len()].map(|rows| target.error(data, rows, weights))
    };
    let mut order: Vec<u32> = (0..training as u32).collect();
    let (mut chance, mut adam) = (Rng::with_seed(1), Adam::new(start.iter().count()));
    let (mut weights, mut best) = (start.clone(), (0, errors(&start), start.clone()));
    for epoch in 1..=args.epochs {
        chance.shuffle(&mut order);
        let rate = (args.step * (1.0 - (epoch - 1) as f64 / args.epochs as f64)) as f32;
        for batch in order.chunks(BATCH) {
            let gradient = target.gradient(data, batch, &weights);
            let slopes = slopes(&gradient, &weights, &start, args.ridge as f32);
            adam.step(rate, weights.iter_mut(), slopes.into_iter());
        }
        let found = errors(&weights);
        eprintln!("epoch {epoch:3}: training {:.6}, validation {:.6}", found[0], found[1]);
        if found[1] < best.1[1] {
            best = (epoch, found, weights.clone());
        } else if epoch >= best.0 + PATIENCE {
            break;
        }
    }
    Fitted { weights: best.2, target, positions: data.len(), errors: best.1 }
}

/// Adds the ridge penalty, which pulls each weight towards its initial value, to the gradient.
fn slopes(gradient: &Weights, weights: &Weights, start: &Weights, ridge: f32) -> Vec<f32> {
    let away = weights.iter().zip(start.iter()).map(|(weight, start)| weight - start);
    gradient.iter().zip(away).map(|(slope, away)| slope + ridge * away).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::{Count, Taper};
    use crate::model::{WeightPair, expected};
    use std::path::PathBuf;

    const TRUE: [WeightPair; 4] = [[40.0, 10.0], [-25.0, 30.0], [5.0, -15.0], [0.0, 20.0]];

    /// Samples whose results are exactly those that the true weights predict.
    fn samples(count: usize, target: FitTarget) -> Data {
        let (mut data, mut chance) = (Data::default(), Rng::with_seed(3));
        for _ in 0..count {
            let counts = [0, 1, 2, 3].map(|weight| Count { weight, times: chance.i16(-3..=3) });
            let phase = chance.f32();
            let sum = |which: usize| -> f32 {
                counts.iter().map(|c| f32::from(c.times) * TRUE[usize::from(c.weight)][which]).sum()
            };
            let score = sum(0) * phase + sum(1) * (1.0 - phase);
            let taper = Taper { phase, scales: [0; 2] };
            data.add(counts.into_iter(), taper, 0.0, expected(score, target.steepness));
        }
        data
    }

    #[test]
    fn weights_that_made_the_results_are_found_again() {
        let target = FitTarget { steepness: 0.005, lambda: 1.0 };
        let data = samples(4_000, target);
        let (epochs, step, ridge) = (300, 1.0, 0.0);
        let (data_files, out) = (Vec::new(), PathBuf::new());
        let args = FitArgs { data: data_files, out, lambda: 1.0, epochs, step, ridge };
        let start = Weights { pairs: vec![[0.0; 2]; 4], scales: vec![WHOLE as f32] };
        let fitted = fit(&data, target, start, &args);
        // Only the product of an endgame weight and the scale is determined.
        let scale = fitted.weights.scales[0] / WHOLE as f32;
        for ([m, e], [true_m, true_e]) in fitted.weights.pairs.iter().zip(TRUE) {
            let is_found = (m - true_m).abs() < 1.0 && (e * scale - true_e).abs() < 1.0;
            assert!(is_found, "{:?}", fitted.weights);
        }
        assert!(fitted.errors[1] < 1e-6);
    }
}
