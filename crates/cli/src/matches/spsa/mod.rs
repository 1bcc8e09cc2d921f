//! `eldest spsa`: what a selective search counts with is tuned by games.

mod event;
mod walk;

use super::game::{Contest, Played};
use super::hall::Hall;
use super::opening::Opening;
use super::selecting::wanted;
use super::setting::Setting;
use super::side_by_side::in_order;
use super::{End, PlayedFrom, step, whole};
use crate::args::{SpsaArgs, refuse};
use anyhow::{Result, bail};
use clap::error::ErrorKind;
use eldest::selective::{Parameter, Selection};
use eldest_terminal::Interrupt;
use eldest_terminal::Output;
use eldest_terminal::Status;
use eldest_terminal::progress;
use event::{ResultRecord, StepRecord};
use indicatif::ProgressBar;
use std::sync::mpsc::{Receiver, Sender, channel};
use walk::{Trial, Walk};

/// So many pairs are tried before the first of them is learnt from, whatever the number of threads: what is found is
/// the same with any. More threads than that would be idle.
const AHEAD: usize = 32;
/// Programs are told of every so manieth pair.
const STEP: usize = 100;

/// Tunes what `args` name.
pub(crate) fn run(args: &SpsaArgs, interrupt: &Interrupt) -> Result<Status> {
    let setting = &args.setting;
    let hall = Hall::enter(&args.place, [setting, setting], interrupt)?;
    let selection = hall.selection;
    let numbers = numbers(args, selection)?;
    let openings = hall.openings(args.pairs)?;
    let contests = hall.contests(args.pairs.min(AHEAD))?;
    let bar = progress::bar(Some(args.pairs as u64));
    let output = Output::new(args.format, bar.clone());
    let from = hall.told(openings.len(), args.pairs);
    output.heading(&format!("tuned    {setting}\nfrom     {from}"))?;
    let (pairs, seed) = (args.pairs, args.place.seed);
    let walk = Walk::new(selection.parameters, &numbers, (pairs, args.rate), seed);
    Tuner { setting, selection, walk, openings, done: 0, pairs, bar, output }
        .tune(contests, interrupt)
}

/// Those that are to be tuned: all that anything counts with, unless some are named.
fn numbers(args: &SpsaArgs, selection: Selection) -> Result<Vec<Parameter>> {
    let SpsaArgs { setting, numbers, .. } = args;
    let counts = |number: &Parameter| selection.counts_with(*number);
    if let Some(at) = (1..numbers.len()).find(|at| numbers[..*at].contains(&numbers[*at])) {
        let reason = format!("--numbers: {} twice; expected each once", numbers[at]);
        refuse("spsa", ErrorKind::ValueValidation, reason);
    }
    if let Some(idle) = numbers.iter().find(|number| !counts(number)) {
        let wanted = wanted(*idle, selection);
        bail!("'{setting}': nothing counts with {idle} there; expected {wanted}=on");
    }
    let all: Vec<Parameter> = Parameter::all().filter(counts).collect();
    if all.is_empty() {
        bail!(
            "'{setting}': nothing there counts with numbers; expected selective=on, or some of it"
        );
    }
    Ok(if numbers.is_empty() { all } else { numbers.clone() })
}

/// A pair that is to be played.
type Job = (Opening, Trial);

/// Parameters on their way.
struct Tuner<'a> {
    setting: &'a Setting,
    selection: Selection,
    walk: Walk,
    openings: Vec<Opening>,
    /// So many pairs have been learnt from, of so many.
    done: usize,
    pairs: usize,
    bar: ProgressBar,
    output: Output,
}

impl Tuner<'_> {
    /// Plays on as many threads as there are `contests`.
    fn tune(mut self, contests: Vec<Contest>, interrupt: &Interrupt) -> Result<Status> {
        let (sender, jobs) = self.first_jobs();
        let workers = contests.into_iter().map(|contest| self.worker(contest)).collect();
        let (mut sender, tuner) = (Some(sender), &mut self);
        // Without the sender no worker waits for another pair. It goes when there is none, or with the closure.
        let end = in_order(jobs, workers, move |played| {
            let step = step(tuner.count(played), interrupt);
            let next = tuner.job(tuner.done + AHEAD - 1).filter(|_| step.is_continue());
            sender = sender.take().zip(next).map(|(sender, job)| {
                drop(sender.send(job));
                sender
            });
            step
        });
        let told = self.tell(end.is_some());
        match end {
            Some(End::Failed(error)) => Err(error),
            Some(End::Interrupted) => told.map(|()| Status::Interrupted),
            Some(End::Decided) | None => told.map(|()| Status::Done),
        }
    }

    /// Those that do not wait for what comes of others.
    fn first_jobs(&mut self) -> (Sender<Job>, Receiver<Job>) {
        let (sender, jobs) = channel();
        for job in (0..AHEAD).map_while(|pair| self.job(pair)) {
            sender.send(job).expect("the other end is here");
        }
        (sender, jobs)
    }

    /// The pair of this number, if there is one.
    fn job(&mut self, pair: usize) -> Option<Job> {
        let opening = &self.openings[pair % self.openings.len()];
        (pair < self.pairs).then(|| (opening.clone(), self.walk.trial(pair)))
    }

    fn worker(&self, mut contest: Contest) -> impl FnMut(Job) -> PlayedFrom<Trial> + Send + use<> {
        let selection = self.selection;
        move |(opening, trial)| {
            for (player, numbers) in [&mut contest.a, &mut contest.b].into_iter().zip(trial.numbers)
            {
                player.select(selection.with(|selection| selection.parameters = numbers));
            }
            contest.pair(&opening).map(|pair| (trial, pair))
        }
    }

    fn count(&mut self, played: PlayedFrom<Trial>) -> Result<(), End> {
        let (trial, pair) = whole(played)?;
        let halves: usize = pair.iter().map(Played::halves).sum();
        self.walk.learn(&trial, halves as f64 - 2.0);
        self.done += 1;
        self.bar.inc(1);
        if self.done.is_multiple_of(STEP) {
            self.output.detail(&StepRecord::new(&self.walk, self.done))?;
        }
        Ok(())
    }

    fn tell(&self, is_interrupted: bool) -> Result<()> {
        let moved = self.walk.tuned.iter().filter(|tuned| tuned.rounded() != tuned.first);
        let setting = self.setting.counting(moved.map(|tuned| (tuned.number, tuned.rounded())));
        let pairs = [self.done, self.pairs];
        self.output.put(&ResultRecord::new(&self.walk, pairs, setting, is_interrupted))
    }
}
