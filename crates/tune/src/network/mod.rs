//! `eldest-tune train`: the network that corrects the terms (`eldest_games::chess::nnue`).

mod model;

use crate::args::TrainArgs;
use crate::model::{Adam, FitTarget, steepness};
use anyhow::{Context, Result, bail, ensure};
use eldest_games::chess::nnue::{FIRST_LAYER, INPUTS, Network, RANGE, UNITS, WEIGHTS};
use fastrand::Rng;
use model::Boards;
use std::f32::consts::PI;
use std::path::Path;

/// The last positions of the files, one in `VALIDATION`, are the validation set.
const VALIDATION: usize = 200;

/// Trains the network on the files named in `args`, and writes it.
pub(crate) fn run(args: &TrainArgs) -> Result<()> {
    let mut chance = Rng::with_seed(1);
    let weights = match &args.from {
        Some(path) => read(path)?,
        None => start(&mut chance),
    };
    let boards = Boards::read(&args.data, model::push)?;
    ensure!(boards.len() >= VALIDATION, "expected at least {VALIDATION} positions");
    let target = FitTarget { steepness: steepness(boards.pairs()), lambda: args.lambda };
    eprintln!("{} positions, steepness {:.6}", boards.len(), target.steepness);
    let weights = train(&boards, target, args, weights, chance);
    Ok(std::fs::write(&args.out, Network::file(&weights))?)
}

/// Reads the weights of a network.
fn read(path: &Path) -> Result<Vec<f32>> {
    let file = std::fs::read(path).with_context(|| format!("reading {}", path.display()))?;
    let (found, expected) = (file.len(), Network::BYTES);
    match file.first_chunk() {
        Some(file) if found == expected => Ok(Network::weights(file)),
        _ => bail!("{}: found {found} bytes, expected {expected}", path.display()),
    }
}

/// Returns the weights after all epochs.
fn train(
    boards: &Boards,
    target: FitTarget,
    args: &TrainArgs,
    mut weights: Vec<f32>,
    mut chance: Rng,
) -> Vec<f32> {
    let training = boards.len() - boards.len() / VALIDATION;
    let mut order: Vec<u32> = (0..training as u32).collect();
    let (mut adam, size) = (Adam::new(WEIGHTS), args.batch as usize);
    let (mut steps, all) = (0, args.epochs * training.div_ceil(size));
    for epoch in 1..=args.epochs {
        chance.shuffle(&mut order);
        for batch in order.chunks(size) {
            let gradient = model::gradient(boards, batch, target, &weights);
            let rate = args.rate * cosine(steps as f32 / all as f32);
            weights.iter_mut().for_each(|weight| *weight -= rate * args.decay * *weight);
            adam.step(rate, weights.iter_mut(), gradient.into_iter());
            weights.iter_mut().for_each(|weight| *weight = weight.clamp(-RANGE, RANGE));
            steps += 1;
        }
        let error = model::error(boards, training..boards.len(), target, &weights);
        eprintln!("epoch {epoch:3}: validation {error:.6}");
    }
    weights
}

/// The cosine schedule of the learning rate, from 1 to 0 (Loshchilov and Hutter 2017). Weight decay
/// is decoupled from the gradient (Loshchilov and Hutter 2019).
fn cosine(part: f32) -> f32 {
    (1.0 + (PI * part).cos()) / 2.0
}

/// Returns small random weights, with positive biases that activate the units a little. The output
/// is near 0, so that training starts from the evaluation of the terms.
fn start(chance: &mut Rng) -> Vec<f32> {
    let number = |index: usize| match index {
        _ if index < INPUTS * UNITS => (chance.f32() - 0.5) * 0.2,
        _ if index < FIRST_LAYER => 0.1,
        _ => (chance.f32() - 0.5) * 0.02,
    };
    (0..WEIGHTS).map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;

    /// One position is won for White and one lost, by the score and by the result.
    #[test]
    fn training_lowers_the_error() {
        let mut boards = Boards::default();
        let (won, lost) =
            ("8/8/4k3/8/3KP3/8/8/8 w - -;300;2", "8/4k3/8/4P3/4K3/8/8/8 w - -;-300;0");
        for _ in 0..VALIDATION {
            [won, lost].iter().for_each(|line| model::push(&mut boards, &line.parse().unwrap()));
        }
        let target = FitTarget { steepness: 0.004, lambda: 0.5 };
        let error = |weights: &[f32]| model::error(&boards, 0..boards.len(), target, weights);
        let (data, out) = (Vec::new(), PathBuf::new());
        let args = TrainArgs {
            data,
            out,
            from: None,
            lambda: 0.5,
            epochs: 60,
            batch: 16_384,
            rate: 0.01,
            decay: 0.01,
        };
        let mut chance = Rng::with_seed(1);
        let weights = start(&mut chance);
        let before = error(&weights);
        let after = error(&train(&boards, target, &args, weights, chance));
        assert!(before > 0.1 && after < before / 10.0, "{before} {after}");
    }

    #[test]
    fn only_files_of_networks_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("network.bin");
        let weights = start(&mut Rng::with_seed(1));
        std::fs::write(&path, Network::file(&weights)).unwrap();
        let furthest = weights.iter().zip(read(&path).unwrap()).map(|(a, b)| (a - b).abs());
        assert!(furthest.fold(0.0, f32::max) < 0.008);
        std::fs::write(&path, [0; Network::BYTES + 1]).unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("expected"));
        assert!(read(&folder.path().join("none")).is_err());
    }

    #[test]
    fn steps_become_shorter() {
        assert_eq!(cosine(0.0), 1.0);
        assert!((cosine(0.5) - 0.5).abs() < 1e-6 && cosine(1.0).abs() < 1e-6);
    }
}
