//! `eldest match`: two settings against each other.

mod game;
mod opening;
mod player;
mod setting;
mod side_by_side;
mod sprt;
mod statistics;
mod tally;
mod told;

pub(crate) use setting::Setting;

use crate::args::{MatchArgs, refuse};
use crate::count::several;
use crate::games::{Advance, Game, Move, Visitor};
use crate::input;
use crate::output::Output;
use crate::progress;
use crate::status::Status;
use crate::stop::Interrupt;
use anyhow::{Result, bail};
use clap::error::ErrorKind;
use eldest::{Error, Position};
use game::{Contest, Pair};
use indicatif::ProgressBar;
use opening::{Opening, openings};
use player::player;
use sprt::{Sprt, Verdict};
use std::ops::ControlFlow;
use tally::Tally;
use told::{PairRecord, ResultRecord};

/// Plays what `args` name.
pub(crate) fn run(args: &MatchArgs, interrupt: &Interrupt) -> Result<Status> {
    args.game.for_play().visit(Match { args, interrupt })
}

struct Match<'a> {
    args: &'a MatchArgs,
    interrupt: &'a Interrupt,
}

impl Visitor for Match<'_> {
    type Output = Result<Status>;

    fn visit<G: Game>(self, game: &G) -> Result<Status> {
        let start = input::position(game, self.args.position.as_deref())?;
        let test = self.test();
        let openings = self.openings(&start, G::advance)?;
        let contests = self.contests(game, openings.len())?;
        let bar = progress::bar(Some(openings.len() as u64));
        let output = Output::new(self.args.format, bar.clone());
        self.announce(&output, openings.len())?;
        Scorer { game, start, test, bar, output, tally: Tally::default() }.play(
            openings,
            contests,
            self.interrupt,
        )
    }
}

impl Match<'_> {
    /// As many as there are, if they are not enough.
    fn openings<P: Position>(&self, start: &P, advance: Advance<P>) -> Result<Vec<Opening<P>>> {
        let MatchArgs { opening_plies, seed, .. } = *self.args;
        let found = openings(start, advance, opening_plies, self.args.pairs(), seed);
        if found.is_empty() {
            let plies = several(opening_plies.into(), "ply", "plies");
            bail!("every opening of {plies} decides the game; expected fewer --opening-plies");
        }
        Ok(found)
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

    /// One for each thread, but no more than there are `pairs` to play.
    fn contests<G: Game>(
        &self,
        game: &G,
        pairs: usize,
    ) -> Result<Vec<Contest<G::Position>>, Error> {
        let contest = |_| {
            Ok(Contest {
                a: player(game, &self.args.a)?,
                b: player(game, &self.args.b)?,
                advance: G::advance,
                most_plies: self.args.max_plies,
                stop: self.interrupt.token().clone(),
            })
        };
        (0..self.args.concurrency.min(pairs)).map(contest).collect()
    }

    fn announce(&self, output: &Output, found: usize) -> Result<()> {
        let MatchArgs { a, b, opening_plies, seed, .. } = self.args;
        output.heading(&format!("A       {a}\nB       {b}"))?;
        let openings = several(found, "opening", "openings");
        let plies = several((*opening_plies).into(), "random ply", "random plies");
        let enough = if found < self.args.pairs() { ", all that were found" } else { "" };
        output.heading(&format!(
            "from    {openings} of {plies}{enough} (seed {seed}), each played twice"
        ))
    }
}

/// Why a match ended before all its games were played.
enum End {
    /// The test has its answer.
    Decided,
    Interrupted,
    Failed(anyhow::Error),
}

/// Keeps the score.
struct Scorer<'a, G: Game> {
    game: &'a G,
    start: G::Position,
    test: Option<Sprt>,
    bar: ProgressBar,
    output: Output,
    tally: Tally,
}

impl<G: Game> Scorer<'_, G> {
    /// Plays on as many threads as there are `contests`.
    fn play(
        mut self,
        openings: Vec<Opening<G::Position>>,
        contests: Vec<Contest<G::Position>>,
        interrupt: &Interrupt,
    ) -> Result<Status> {
        let worker = |mut contest: Contest<_>| {
            move |opening: Opening<_>| contest.pair(&opening).map(|pair| (opening, pair))
        };
        let workers = contests.into_iter().map(worker).collect();
        let end = side_by_side::in_order(openings, workers, |played| {
            let step = self.count(played);
            if step.is_break() {
                interrupt.token().stop(); // Nobody wants to know how the other games end.
            }
            step
        });
        match end {
            Some(End::Failed(error)) => Err(error),
            Some(End::Interrupted) => self.end(Status::Interrupted),
            Some(End::Decided) | None => self.end(Status::Done),
        }
    }

    fn count(&mut self, played: PlayedFrom<G>) -> ControlFlow<End> {
        match played {
            Ok((opening, Some(pair))) => self.count_pair(&opening, &pair),
            Ok((_, None)) => ControlFlow::Break(End::Interrupted),
            Err(error) => ControlFlow::Break(End::Failed(error.into())),
        }
    }

    fn count_pair(
        &mut self,
        opening: &Opening<G::Position>,
        pair: &Pair<Move<G>>,
    ) -> ControlFlow<End> {
        self.tally.add(pair, !G::Position::WIN_DISTANCE);
        self.show();
        if let Err(error) =
            self.output.detail(&PairRecord::new(self.game, &self.start, opening, pair))
        {
            return ControlFlow::Break(End::Failed(error));
        }
        match self.test.map(|test| test.verdict(&self.tally.pairs)) {
            None | Some(Verdict::Open) => ControlFlow::Continue(()),
            Some(Verdict::H0 | Verdict::H1) => ControlFlow::Break(End::Decided),
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

/// An opening and what was played from it; no pair if it was stopped.
type PlayedFrom<G> = Result<PairFrom<<G as Game>::Position>, Error>;
type PairFrom<P> = (Opening<P>, Option<Pair<<P as Position>::Move>>);
