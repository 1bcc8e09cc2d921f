//! [`Spsa`]: simultaneous perturbation stochastic approximation.
//!
//! James Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient
//! Approximation", IEEE Transactions on Automatic Control 37, 1992. The exponents and the stability
//! constant, a tenth of all steps, are from "Implementation of the Simultaneous Perturbation
//! Algorithm for Stochastic Optimization", IEEE Transactions on Aerospace and Electronic Systems
//! 34, 1998.

use crate::game::Opening;
use crate::in_order::in_order;
use crate::play::{EarlyEnd, MatchEnd, finished, go_on, reason};
use crate::player::TunablePlayer;
use crate::rules::MatchRules;
use eldest::selective::{Parameter, Parameters};
use eldest::{Error, Position, StopToken};
use fastrand::Rng;
use std::sync::mpsc::channel;

/// The exponent by which steps become smaller (Spall 1998).
const ALPHA: f64 = 0.602;
/// The exponent by which perturbations become smaller (Spall 1998).
const GAMMA: f64 = 0.101;
/// The stability constant, which shortens the first steps, as a share of all pairs (Spall 1998).
const STABILITY: f64 = 0.1;
/// The number of pairs that are started before the result of the first one is used. It does not
/// depend on the number of threads, so that results do not either. More threads than this would be
/// idle.
const AHEAD: usize = 32;

/// How parameters are tuned.
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub struct SpsaOptions {
    /// The number of pairs of games.
    pub pairs: usize,
    /// The step of a parameter per point gained, at the end of the tuning, as a share of its
    /// [change](TunedParameter::change).
    pub rate: f64,
    /// The seed of the perturbations.
    pub seed: u64,
}

impl Default for SpsaOptions {
    fn default() -> Self {
        Self { pairs: 2_000, rate: 0.01, seed: 1 }
    }
}

impl SpsaOptions {
    /// Returns these options with `change` applied.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// The state of a tuning by SPSA.
#[derive(Clone, Debug)]
pub struct Spsa {
    tuned: Vec<TunedParameter>,
    /// The initial values of all parameters, also of those that are not tuned.
    parameters: Parameters,
    options: SpsaOptions,
    /// The number of pairs whose results were used.
    done: usize,
    chance: Rng,
}

/// A tuned parameter.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TunedParameter {
    /// The parameter.
    pub parameter: Parameter,
    /// Its initial value.
    pub first: i32,
    /// Its current value.
    pub value: f64,
    /// Its perturbation, up or down, at the end of the tuning.
    pub change: f64,
}

impl TunedParameter {
    /// Sets the change to an eighth of `first` or of the parameter's default, whichever is larger,
    /// but at least to ½.
    fn new(parameter: Parameter, first: i32) -> Self {
        let usual = Parameters::default().get(parameter);
        let change = (f64::from(first.max(usual)) / 8.0).max(0.5);
        Self { parameter, first, value: first.into(), change }
    }

    /// Returns the value, rounded to the nearest whole number.
    #[must_use]
    pub fn rounded(&self) -> i32 {
        self.value.round() as i32
    }
}

/// The parameters that a pair of games tries.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Perturbation {
    /// The number of the pair, from 0.
    pair: usize,
    /// Whether A tries a larger value of each parameter, and B a smaller one.
    up: Vec<bool>,
    /// The parameters of A and of B.
    pub parameters: [Parameters; 2],
}

impl Spsa {
    /// Starts from `parameters`. Only those in `tuned` change.
    pub fn new(parameters: Parameters, tuned: &[Parameter], options: SpsaOptions) -> Self {
        let tuned = tuned
            .iter()
            .map(|parameter| TunedParameter::new(*parameter, parameters.get(*parameter)));
        // Callers draw the openings with the seed itself.
        let chance = Rng::with_seed(!options.seed);
        Self { tuned: tuned.collect(), parameters, options, done: 0, chance }
    }

    /// Returns the tuned parameters.
    pub fn tuned(&self) -> &[TunedParameter] {
        &self.tuned
    }

    /// Returns the number of pairs whose results were used.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Plays all pairs and calls `each` after every pair, in order. Pairs take `openings` in turn.
    /// Every element of `players` gets a thread of its own. A tuning that ends early triggers
    /// `stop`, as [`play_match`](crate::play_match) does.
    ///
    /// # Errors
    /// The error of a player or of `each`.
    ///
    /// # Panics
    /// If there are no `openings`.
    pub fn tune<P, T, E>(
        &mut self,
        rules: &MatchRules<P>,
        openings: &[Opening<P>],
        players: Vec<[T; 2]>,
        stop: &StopToken,
        mut each: impl FnMut(&Self) -> Result<(), E>,
    ) -> Result<MatchEnd, E>
    where
        P: Position<Move: Send> + Send,
        T: TunablePlayer<P>,
        E: From<Error>,
    {
        let worker = |mut players: [T; 2]| {
            let rules = rules.clone();
            move |(opening, tried): (Opening<P>, Perturbation)| {
                for (player, parameters) in players.iter_mut().zip(tried.parameters) {
                    player.set_parameters(parameters);
                }
                let played = rules.play_pair(&mut players, opening, stop)?;
                Ok::<_, Error>(played.map(|pair| (pair, tried)))
            }
        };
        let workers = players.into_iter().map(worker).collect();
        let (sender, jobs) = channel();
        for job in (0..AHEAD).map_while(|pair| self.job(pair, openings)) {
            sender.send(job).expect("the other end is here");
        }
        // Workers wait for another pair as long as the sender exists. It is dropped when no pair is
        // left, or with the closure.
        let mut sender = Some(sender);
        let end = in_order(jobs, workers, move |played| {
            let counted = finished(played).and_then(|(pair, tried)| {
                self.learn(&tried, pair.half_points() as f64 - 2.0);
                each(self).map_err(EarlyEnd::Failed)
            });
            let step = go_on(counted, stop);
            let next = self.job(self.done + AHEAD - 1, openings).filter(|_| step.is_continue());
            sender = sender.take().zip(next).map(|(sender, job)| {
                drop(sender.send(job));
                sender
            });
            step
        });
        reason(end)
    }

    /// Returns the job of this pair, unless its number is too large.
    fn job<P: Position>(
        &mut self,
        pair: usize,
        openings: &[Opening<P>],
    ) -> Option<(Opening<P>, Perturbation)> {
        let opening = &openings[pair % openings.len()];
        (pair < self.options.pairs).then(|| (opening.clone(), self.perturbation(pair)))
    }

    /// Returns the parameters for the pair of this number: each one is moved up or down at random.
    pub fn perturbation(&mut self, pair: usize) -> Perturbation {
        let wide = self.wide(pair);
        let mut parameters = [self.parameters; 2];
        let up: Vec<bool> = self.tuned.iter().map(|_| self.chance.bool()).collect();
        for (tuned, up) in self.tuned.iter().zip(&up) {
            let change = wide * if *up { tuned.change } else { -tuned.change };
            for (parameters, change) in parameters.iter_mut().zip([change, -change]) {
                // Stochastic rounding, so that fractions have an effect.
                let value = (tuned.value + change + self.chance.f64()).floor();
                parameters.set(tuned.parameter, value as i32);
            }
        }
        Perturbation { pair, up, parameters }
    }

    /// Returns the perturbation of this pair, as a multiple of that of the last pair.
    fn wide(&self, pair: usize) -> f64 {
        (self.options.pairs as f64 / (pair + 1) as f64).powf(GAMMA)
    }

    /// Moves every parameter towards its value on the side that gained more. `gain` is the points
    /// of A minus those of B, −2 to 2.
    pub fn learn(&mut self, tried: &Perturbation, gain: f64) {
        let (pairs, done) = (self.options.pairs as f64, (tried.pair + 1) as f64);
        let stability = STABILITY * pairs;
        let long = ((stability + pairs) / (stability + done)).powf(ALPHA);
        let step = self.options.rate * long / self.wide(tried.pair) * gain;
        for (tuned, up) in self.tuned.iter_mut().zip(&tried.up) {
            let range = tuned.parameter.range();
            let value = tuned.value + step * if *up { tuned.change } else { -tuned.change };
            tuned.value = value.clamp((*range.start()).into(), (*range.end()).into());
        }
        self.done += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SelectivePlayer;
    use eldest::selective::Selective;
    use eldest::{Engine, Limits};
    use eldest_games::notation::Notation;
    use eldest_games::othello::{self, Iago, Othello};

    const TUNED: [Parameter; 3] = [Parameter::NullBase, Parameter::LateBase, Parameter::ReduceFrom];

    fn spsa(pairs: usize, rate: f64, seed: u64) -> Spsa {
        let options = SpsaOptions { pairs, rate, seed };
        Spsa::new(Parameters::default(), &TUNED, options)
    }

    /// Tunes by simulated games: the closer a side is to the best numbers, the more often it wins.
    fn climbed(pairs: usize, best: [f64; 3]) -> Vec<f64> {
        let mut tuning = spsa(pairs, 0.02, 3);
        let mut luck = Rng::with_seed(5);
        for pair in 0..pairs {
            let tried = tuning.perturbation(pair);
            let far = tried.parameters.map(|numbers| {
                let off = |(number, best): (&Parameter, f64)| {
                    (f64::from(numbers.get(*number)) - best).abs() / best
                };
                TUNED.iter().zip(best).map(off).sum::<f64>()
            });
            let likely = 0.5 + (far[1] - far[0]).clamp(-0.5, 0.5);
            let gain = (0..2).map(|_| if luck.f64() < likely { 1.0 } else { -1.0 }).sum();
            tuning.learn(&tried, gain);
        }
        tuning.tuned.iter().map(|tuned| tuned.value).collect()
    }

    #[test]
    fn numbers_climb_to_where_games_are_won() {
        for best in [[240.0, 8.0, 3.0], [150.0, 14.0, 5.0]] {
            let found = climbed(4_000, best);
            let near = |(found, best): (&f64, f64)| (found - best).abs() / best < 0.12;
            assert!(found.iter().zip(best).all(near), "{found:?} for {best:?}");
        }
    }

    /// The mean of the numbers tried is the value, even if it lies between whole numbers.
    #[test]
    fn the_numbers_tried_lie_evenly_about_the_value() {
        let mut tuning = spsa(1, 0.0, 7);
        tuning.tuned[2].value = 2.3;
        let tried = (0..4_000).flat_map(|_| tuning.perturbation(0).parameters);
        let tried: Vec<i32> = tried.map(|numbers| numbers.get(Parameter::ReduceFrom)).collect();
        let mean = tried.iter().map(|n| f64::from(*n)).sum::<f64>() / tried.len() as f64;
        assert!((mean - 2.3).abs() < 0.05, "{mean}");
        assert!(tried.iter().all(|n| (1..=3).contains(n)), "a half up or down, and rounded");
    }

    #[test]
    fn the_change_is_an_eighth_of_the_value_or_the_default() {
        assert_eq!(TunedParameter::new(Parameter::ReducePv, 0).change, 12.5);
        assert_eq!(TunedParameter::new(Parameter::ReducePv, 200).change, 25.0);
        assert_eq!(TunedParameter::new(Parameter::ReduceFrom, 1).change, 0.5);
    }

    #[test]
    fn a_pair_without_gain_moves_nothing() {
        let mut tuning = spsa(10, 0.5, 1);
        let before = tuning.tuned.clone();
        let tried = tuning.perturbation(0);
        tuning.learn(&tried, 0.0);
        assert_eq!(tuning.tuned, before);
        (0..1_000).for_each(|_| tuning.learn(&tried, 2.0));
        let in_range = |tuned: &TunedParameter| tuned.parameter.range().contains(&tuned.rounded());
        assert!(tuning.tuned.iter().all(in_range), "{:?}", tuning.tuned);
    }

    /// Openings, perturbations and games do not depend on the number of threads.
    #[test]
    fn tuning_does_not_depend_on_the_number_of_threads() {
        let tuned = |threads: usize| {
            let rules = MatchRules::new(Othello::start("4x4".parse().unwrap()));
            let (start, selection) = (rules.start(), othello::selection());
            let player = || {
                let evaluator = Iago::new(start.rules());
                let engine = Engine::<Othello>::builder()
                    .evaluator(Selective::new(evaluator.clone(), selection))
                    .table_bytes(1 << 16);
                let limits = Limits::new().depth(4);
                SelectivePlayer::new(engine.build().unwrap(), limits, evaluator, selection)
            };
            let players = (0..threads).map(|_| [player(), player()]).collect();
            let options = SpsaOptions { pairs: 40, rate: 0.5, seed: 3 };
            let parameters = [Parameter::LateBase, Parameter::NullBase];
            let mut tuning = Spsa::new(selection.parameters, &parameters, options);
            let openings = rules.openings(2, 9, 1);
            let end =
                tuning.tune(&rules, &openings, players, &StopToken::new(), |_| Ok::<_, Error>(()));
            assert_eq!((end.unwrap(), tuning.done()), (MatchEnd::Complete, 40));
            tuning.tuned
        };
        assert_eq!(tuned(1), tuned(3));
    }
}
