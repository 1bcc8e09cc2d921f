//! [`Walk`]: simultaneous perturbation stochastic approximation.
//!
//! James Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation", IEEE
//! Transactions on Automatic Control 37, 1992; "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
//! Optimization", IEEE Transactions on Aerospace and Electronic Systems 34, 1998, for the exponents and the tenth of
//! all steps that the first ones are held back by.

use eldest::selective::{Parameter, Parameters};
use fastrand::Rng;

/// How steps become smaller, and how changes that are tried do (Spall 1998).
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// So large a part of all pairs holds the first steps back (Spall 1998).
const HELD_BACK: f64 = 0.1;

/// Parameters on their way.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    pub(super) tuned: Vec<Tuned>,
    /// What all numbers are, those that are not tuned too.
    numbers: Parameters,
    /// So many pairs there will be.
    pairs: usize,
    /// How far a point that is won moves a number in the end, in parts of its change.
    rate: f64,
    chance: Rng,
}

/// A number on its way.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct Tuned {
    pub(super) number: Parameter,
    /// Where it began.
    pub(super) first: i32,
    pub(super) value: f64,
    /// How far up and down it is tried in the end.
    pub(super) change: f64,
}

impl Tuned {
    /// One that is small, or nothing, is tried as far up and down as what is usual.
    fn new(number: Parameter, first: i32) -> Self {
        let usual = Parameters::default().get(number);
        let change = (f64::from(first.max(usual)) / 8.0).max(0.5);
        Self { number, first, value: first.into(), change }
    }

    /// What can be set that is nearest to it.
    pub(super) fn rounded(&self) -> i32 {
        self.value.round() as i32
    }
}

/// What is tried in a pair of games.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    /// Which pair it is, from 0 on.
    pair: usize,
    /// Whether A tries more of each number, and B less.
    up: Vec<bool>,
    /// What A counts with, and B.
    pub(super) numbers: [Parameters; 2],
}

impl Walk {
    /// Those of `numbers` that are to be `tuned`, in so many `pairs`.
    pub(super) fn new(
        numbers: Parameters,
        tuned: &[Parameter],
        (pairs, rate): (usize, f64),
        seed: u64,
    ) -> Self {
        let tuned = tuned.iter().map(|number| Tuned::new(*number, numbers.get(*number))).collect();
        // Openings are drawn by the seed itself.
        Self { tuned, numbers, pairs, rate, chance: Rng::with_seed(!seed) }
    }

    /// What the pair of this number tries: every number at once, each up or down by chance.
    pub(super) fn trial(&mut self, pair: usize) -> Trial {
        let wide = self.wide(pair);
        let mut numbers = [self.numbers; 2];
        let up: Vec<bool> = self.tuned.iter().map(|_| self.chance.bool()).collect();
        for (tuned, up) in self.tuned.iter().zip(&up) {
            let change = wide * if *up { tuned.change } else { -tuned.change };
            for (numbers, change) in numbers.iter_mut().zip([change, -change]) {
                // Rounded by chance: what lies between whole numbers counts.
                let value = (tuned.value + change + self.chance.f64()).floor();
                numbers.set(tuned.number, value as i32);
            }
        }
        Trial { pair, up, numbers }
    }

    /// How far up and down the pair of this number tries, by how far the last one does.
    fn wide(&self, pair: usize) -> f64 {
        (self.pairs as f64 / (pair + 1) as f64).powf(GAMMA)
    }

    /// Moves every number to where it was with who has gained more. `gain` is the points of A less those of B, −2 to 2.
    pub(super) fn learn(&mut self, trial: &Trial, gain: f64) {
        let (pairs, done) = (self.pairs as f64, (trial.pair + 1) as f64);
        let held_back = HELD_BACK * pairs;
        let long = ((held_back + pairs) / (held_back + done)).powf(ALPHA);
        let step = self.rate * long / self.wide(trial.pair) * gain;
        for (tuned, up) in self.tuned.iter_mut().zip(&trial.up) {
            let range = tuned.number.range();
            let value = tuned.value + step * if *up { tuned.change } else { -tuned.change };
            tuned.value = value.clamp((*range.start()).into(), (*range.end()).into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TUNED: [Parameter; 3] = [Parameter::NullBase, Parameter::LateBase, Parameter::ReduceFrom];

    /// Whoever is nearer to the best numbers wins a game of two the more often the nearer.
    fn climbed(pairs: usize, best: [f64; 3]) -> Vec<f64> {
        let mut walk = Walk::new(Parameters::default(), &TUNED, (pairs, 0.02), 3);
        let mut luck = Rng::with_seed(5);
        for pair in 0..pairs {
            let trial = walk.trial(pair);
            let far = trial.numbers.map(|numbers| {
                let off = |(number, best): (&Parameter, f64)| {
                    (f64::from(numbers.get(*number)) - best).abs() / best
                };
                TUNED.iter().zip(best).map(off).sum::<f64>()
            });
            let likely = 0.5 + (far[1] - far[0]).clamp(-0.5, 0.5);
            let gain = (0..2).map(|_| if luck.f64() < likely { 1.0 } else { -1.0 }).sum();
            walk.learn(&trial, gain);
        }
        walk.tuned.iter().map(|tuned| tuned.value).collect()
    }

    #[test]
    fn numbers_climb_to_where_games_are_won() {
        for best in [[240.0, 8.0, 3.0], [150.0, 14.0, 5.0]] {
            let found = climbed(4_000, best);
            let near = |(found, best): (&f64, f64)| (found - best).abs() / best < 0.12;
            assert!(found.iter().zip(best).all(near), "{found:?} for {best:?}");
        }
    }

    /// The mean of what is tried is where the number is, though it lies between whole numbers.
    #[test]
    fn what_is_tried_lies_evenly_about_the_value() {
        let mut walk = Walk::new(Parameters::default(), &TUNED, (1, 0.0), 7);
        walk.tuned[2].value = 2.3;
        let trials = (0..4_000).flat_map(|_| walk.trial(0).numbers);
        let tried: Vec<i32> = trials.map(|numbers| numbers.get(Parameter::ReduceFrom)).collect();
        let mean = tried.iter().map(|n| f64::from(*n)).sum::<f64>() / tried.len() as f64;
        assert!((mean - 2.3).abs() < 0.05, "{mean}");
        assert!(tried.iter().all(|n| (1..=3).contains(n)), "a half up or down, and rounded");
    }

    /// Nothing is no end of the way.
    #[test]
    fn what_is_nothing_is_tried_as_far_as_what_is_usual() {
        assert_eq!(Tuned::new(Parameter::ReducePv, 0).change, 12.5);
        assert_eq!(Tuned::new(Parameter::ReducePv, 200).change, 25.0);
        assert_eq!(Tuned::new(Parameter::ReduceFrom, 1).change, 0.5);
    }

    #[test]
    fn who_gains_nothing_moves_nothing() {
        let mut walk = Walk::new(Parameters::default(), &TUNED, (10, 0.5), 1);
        let before = walk.tuned.clone();
        let trial = walk.trial(0);
        walk.learn(&trial, 0.0);
        assert_eq!(walk.tuned, before);
        (0..1_000).for_each(|_| walk.learn(&trial, 2.0));
        let in_range = |tuned: &Tuned| tuned.number.range().contains(&tuned.rounded());
        assert!(walk.tuned.iter().all(in_range), "{:?}", walk.tuned);
    }
}
