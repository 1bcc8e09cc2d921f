//! [`Spsa`]: simultaneous perturbation stochastic approximation.
//!
//! James Spall, "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient Approximation", IEEE
//! Transactions on Automatic Control 37, 1992; "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
//! Optimization", IEEE Transactions on Aerospace and Electronic Systems 34, 1998, for the exponents and the tenth of
//! all steps that the first ones are held back by.

use crate::game::Opening;
use crate::in_order::in_order;
use crate::play::{EarlyEnd, MatchEnd, finished, go_on, reason};
use crate::player::TunablePlayer;
use crate::rules::MatchRules;
use eldest::selective::{Parameter, Parameters};
use eldest::{Error, Position, StopToken};
use fastrand::Rng;
use std::sync::mpsc::channel;

/// How steps become smaller, and how changes that are tried do (Spall 1998).
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The share of all pairs that holds the first steps back (Spall 1998).
const HELD_BACK: f64 = 0.1;
/// The number of pairs that are tried before the first of them is learnt from, whatever the number of threads, so
/// that results do not depend on it. More threads than that would be idle.
const AHEAD: usize = 32;

/// How parameters are tuned.
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub struct SpsaOptions {
    /// The number of pairs of games.
    pub pairs: usize,
    /// How far a point that is won moves a parameter in the end, as a share of its [change](TunedParameter::change).
    pub rate: f64,
    /// The seed of the changes.
    pub seed: u64,
}

impl Default for SpsaOptions {
    fn default() -> Self {
        Self { pairs: 2_000, rate: 0.01, seed: 1 }
    }
}

impl SpsaOptions {
    /// The same options with a `change`.
    #[must_use]
    pub fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }
}

/// Parameters that are being tuned.
#[derive(Clone, Debug)]
pub struct Spsa {
    tuned: Vec<TunedParameter>,
    /// The values of all parameters, those that are not tuned included.
    parameters: Parameters,
    options: SpsaOptions,
    /// The number of pairs that were learnt from.
    done: usize,
    chance: Rng,
}

/// A parameter that is being tuned.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TunedParameter {
    /// Which parameter it is.
    pub parameter: Parameter,
    /// Its value at the beginning.
    pub first: i32,
    /// Its value now.
    pub value: f64,
    /// How far up and down it is tried in the end.
    pub change: f64,
}

impl TunedParameter {
    /// A parameter that is small or zero is tried as far up and down as its usual value.
    fn new(parameter: Parameter, first: i32) -> Self {
        let usual = Parameters::default().get(parameter);
        let change = (f64::from(first.max(usual)) / 8.0).max(0.5);
        Self { parameter, first, value: first.into(), change }
    }

    /// Returns the nearest whole number.
    #[must_use]
    pub fn rounded(&self) -> i32 {
        self.value.round() as i32
    }
}

/// The parameters that a pair of games tries.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Perturbation {
    /// Which pair it is, from 0 on.
    pair: usize,
    /// Whether A tries more of each parameter, and B less.
    up: Vec<bool>,
    /// The parameters of A, and of B.
    pub parameters: [Parameters; 2],
}

impl Spsa {
    /// Starts at `parameters`, of which only those in `tuned` change.
    pub fn new(parameters: Parameters, tuned: &[Parameter], options: SpsaOptions) -> Self {
        let tuned = tuned
            .iter()
            .map(|parameter| TunedParameter::new(*parameter, parameters.get(*parameter)));
        // Openings are drawn by the seed itself.
        let chance = Rng::with_seed(!options.seed);
        Self { tuned: tuned.collect(), parameters, options, done: 0, chance }
    }

    /// Returns the parameters that are tuned.
    pub fn tuned(&self) -> &[TunedParameter] {
        &self.tuned
    }

    /// Returns the number of pairs that were learnt from.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Plays all pairs on as many threads as there are `players`, and calls `each` after every pair, in order. Pairs
    /// take `openings` in turn. When it ends early, it throws `stop`, as does [`play_match`](crate::play_match).
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
        // Without the sender no worker waits for another pair. It goes when there is none, or with the closure.
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

    /// The pair of this number, if there is one.
    fn job<P: Position>(
        &mut self,
        pair: usize,
        openings: &[Opening<P>],
    ) -> Option<(Opening<P>, Perturbation)> {
        let opening = &openings[pair % openings.len()];
        (pair < self.options.pairs).then(|| (opening.clone(), self.perturbation(pair)))
    }

    /// Returns the parameters that the pair of this number tries: every parameter at once, each up or down by chance.
    pub fn perturbation(&mut self, pair: usize) -> Perturbation {
        let wide = self.wide(pair);
        let mut parameters = [self.parameters; 2];
        let up: Vec<bool> = self.tuned.iter().map(|_| self.chance.bool()).collect();
        for (tuned, up) in self.tuned.iter().zip(&up) {
            let change = wide * if *up { tuned.change } else { -tuned.change };
            for (parameters, change) in parameters.iter_mut().zip([change, -change]) {
                // Rounded by chance: a fraction counts.
                let value = (tuned.value + change + self.chance.f64()).floor();
                parameters.set(tuned.parameter, value as i32);
            }
        }
        Perturbation { pair, up, parameters }
    }

    /// How far up and down the pair of this number tries, as a multiple of the last one.
    fn wide(&self, pair: usize) -> f64 {
        (self.options.pairs as f64 / (pair + 1) as f64).powf(GAMMA)
    }

    /// Moves every parameter towards that of the side that gained more. `gain` is the points of A minus those of B,
    /// −2 to 2.
    pub fn learn(&mut self, tried: &Perturbation, gain: f64) {
        let (pairs, done) = (self.options.pairs as f64, (tried.pair + 1) as f64);
        let held_back = HELD_BACK * pairs;
        let long = ((held_back + pairs) / (held_back + done)).powf(ALPHA);
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

    /// The nearer a side is to the best numbers, the more often it wins a game of two.
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

    /// The mean of the numbers tried is the value, though it lies between whole numbers.
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
    fn a_number_of_zero_is_tried_as_far_as_its_usual_value() {
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

    /// Openings, changes and games are the same with any number of threads.
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
