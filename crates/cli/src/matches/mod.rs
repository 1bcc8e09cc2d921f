//! `eldest match`: two settings against each other; and `eldest spsa`, whose games are such pairs too.

mod change;
mod event;
mod game;
mod hall;
mod opening;
mod player;
mod selecting;
mod setting;
mod side_by_side;
mod sprt;
pub(crate) mod spsa;
mod statistics;
mod tally;

pub(crate) use setting::Setting;

use crate::args::{MatchArgs, refuse};
use anyhow::Result;
use clap::error::ErrorKind;
use eldest::Error;
use eldest_catalog::games::Board;
use eldest_terminal::Interrupt;
use eldest_terminal::Output;
use eldest_terminal::Status;
use eldest_terminal::progress;
use event::{PairRecord, ResultRecord};
use game::{Contest, Pair};
use hall::Hall;
use indicatif::ProgressBar;
use opening::Opening;
use sprt::{Sprt, Verdict};
use std::ops::ControlFlow;
use tally::Tally;

/// Plays what `args` name.
pub(crate) fn run(args: &MatchArgs, interrupt: &Interrupt) -> Result<Status> {
    let hall = Hall::enter(&args.place, [&args.a, &args.b], interrupt)?;
    Match { args, interrupt }.hold(hall)
}

struct Match<'a> {
    args: &'a MatchArgs,
    interrupt: &'a Interrupt,
}

impl Match<'_> {
    fn hold(&self, hall: Hall<'_>) -> Result<Status> {
        let test = self.test();
        let openings = hall.openings(self.args.pairs())?;
        let contests = hall.contests(openings.len())?;
        let bar = progress::bar(Some(openings.len() as u64));
        let output = Output::new(self.args.format, bar.clone());
        let MatchArgs { a, b, .. } = self.args;
        output.heading(&format!("A       {a}\nB       {b}"))?;
        let from = hall.told(openings.len(), self.args.pairs());
        output.heading(&format!("from    {from}, each played twice"))?;
        let scorer = Scorer { start: hall.start, test, bar, output, tally: Tally::default() };
        scorer.play(openings, contests, self.interrupt)
    }

    /// The sequential test, if there is one.
    fn test(&self) -> Option<Sprt> {
        let MatchArgs { elo0, elo1, alpha, beta, .. } = *self.args;
        let (elo0, elo1) = elo0.zip(elo1)?;
        if elo0 >= elo1 {
            let expected = "expected --elo0 to be less than --elo1";
            let reason = format!("--elo0 {elo0} and --elo1 {elo1}; {expected}");
            refuse("match", ErrorKind::ValueValidation, reason);
        }
        Some(Sprt { elo0, elo1, alpha, beta })
    }
}

/// Why games ended before all of them were played.
enum End {
    /// The test has its answer.
    Decided,
    Interrupted,
    Failed(anyhow::Error),
}

impl From<anyhow::Error> for End {
    fn from(error: anyhow::Error) -> Self {
        Self::Failed(error)
    }
}

/// What was asked, and the pair that was played for it; none if it was stopped.
type PlayedFrom<T> = Result<(T, Option<Pair>), Error>;

/// The same, where the pair was played to its end.
fn whole<T>(played: PlayedFrom<T>) -> Result<(T, Pair), End> {
    let (asked, pair) = played.map_err(anyhow::Error::from)?;
    pair.map(|pair| (asked, pair)).ok_or(End::Interrupted)
}

/// Goes on where a pair was `counted`. Nobody wants to know how the others end if none is counted any more.
fn step(counted: Result<(), End>, interrupt: &Interrupt) -> ControlFlow<End> {
    counted.map_or_else(
        |end| {
            interrupt.token().stop();
            ControlFlow::Break(end)
        },
        ControlFlow::Continue,
    )
}

/// Keeps the score.
struct Scorer {
    start: Box<dyn Board>,
    test: Option<Sprt>,
    bar: ProgressBar,
    output: Output,
    tally: Tally,
}

impl Scorer {
    /// Plays on as many threads as there are `contests`.
    fn play(
        mut self,
        openings: Vec<Opening>,
        contests: Vec<Contest>,
        interrupt: &Interrupt,
    ) -> Result<Status> {
        let worker = |mut contest: Contest| {
            move |opening: Opening| contest.pair(&opening).map(|pair| (opening, pair))
        };
        let workers = contests.into_iter().map(worker).collect();
        let end =
            side_by_side::in_order(openings, workers, |played| step(self.count(played), interrupt));
        match end {
            Some(End::Failed(error)) => Err(error),
            Some(End::Interrupted) => self.end(Status::Interrupted),
            Some(End::Decided) | None => self.end(Status::Done),
        }
    }

    fn count(&mut self, played: PlayedFrom<Opening>) -> Result<(), End> {
        let (opening, pair) = whole(played)?;
        self.tally.add(&pair, !self.start.counts_distance());
        self.show();
        self.output.detail(&PairRecord::new(&*self.start, &opening, &pair))?;
        match self.test.map(|test| test.verdict(&self.tally.pairs)) {
            None | Some(Verdict::Open) => Ok(()),
            Some(Verdict::H0 | Verdict::H1) => Err(End::Decided),
        }
    }

    fn show(&self) {
        let score = self.tally.pairs.score().map_or(0.0, |score| 100.0 * score.value);
        self.bar.inc(1);
        self.bar.set_message(format!("pairs, A scores {score:.1}%"));
    }

    fn end(&self, status: Status) -> Result<Status> {
        let interrupted = status == Status::Interrupted;
        self.output.put(&ResultRecord::new(&self.tally, self.test, interrupted))?;
        Ok(status)
    }
}
