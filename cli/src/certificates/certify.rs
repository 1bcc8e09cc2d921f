//! `eldest certify`: a proof is written.

use super::codec::GameCodec;
use super::told::Told;
use crate::args::{CertifyArgs, refuse};
use crate::games::{Game, Visitor};
use crate::input;
use crate::output::Output;
use crate::progress::{self, Meter, short};
use crate::status::Status;
use crate::stop::Interrupt;
use crate::table::dense;
use crate::target::Target;
use anyhow::{Context, Result};
use clap::error::ErrorKind;
use eldest::{Engine, Limits, Position, Score, Table};
use eldest_certify::{Error, Options, Progress, Search};
use eldest_check::{Claim, Header, Written};
use indicatif::ProgressBar;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Writes the proof that `args` ask for.
pub(crate) fn run(args: &CertifyArgs, interrupt: &Interrupt) -> Result<Status> {
    args.game.visit(Certify { args, interrupt })
}

struct Certify<'a> {
    args: &'a CertifyArgs,
    interrupt: &'a Interrupt,
}

impl Visitor for Certify<'_> {
    type Output = Result<Status>;

    /// With the dense table, if the game's keys fit in it, as it is solved.
    fn visit<G: Game>(self, game: &G) -> Result<Status> {
        let args = self.args;
        if G::Position::PATH_DEPENDENT {
            refuse("certify", ErrorKind::InvalidValue, eldest_check::Error::PathDependent)
        }
        let position = input::position(game, args.position.as_deref())?;
        let bytes = args.common.table_bytes();
        let options = args.sharing.of(game.options());
        let builder = Engine::<G::Position>::builder().evaluator(game.evaluator()).options(options);
        if G::DENSE
            && let Some(table) = dense(bytes, &position)?
        {
            return self.certify(game, &position, builder.table(table).build()?);
        }
        self.certify(game, &position, builder.table_bytes(bytes).build()?)
    }
}

impl Certify<'_> {
    fn certify<G: Game, T: Table + 'static>(
        &self,
        game: &G,
        position: &G::Position,
        mut engine: Engine<G::Position, G::Evaluator, T>,
    ) -> Result<Status> {
        let Self { args, interrupt } = *self;
        let target = Target::new(&args.out, interrupt)?;
        let bar = progress::bar(Some(1));
        let output = Output::new(args.common.format, bar.clone());
        let claim = self.claim(position);
        let job = Job {
            claim,
            options: Options::new()
                .memory_bytes(args.memory.bytes())
                .trust_bounds(args.trust_bounds),
            limits: args.limits.limits(interrupt.token()),
            target: &target,
            interrupt,
            bar: &bar,
        };
        match job.run(game, position, &mut engine) {
            Ok((written, took)) => {
                let header = Header::new(&GameCodec(game), position, claim, args.trust_bounds);
                output.put(&Told::written(header, written, game.players(), took))?;
                Ok(Status::Done)
            }
            Err(_) if interrupt.is_raised() => Ok(Status::Interrupted),
            Err(error) => match error.downcast_ref() {
                Some(unfinished @ Error::Unfinished) => {
                    output.complain(unfinished);
                    Ok(Status::Unsolved)
                }
                _ => Err(error),
            },
        }
    }

    fn claim(&self, position: &impl Position) -> Claim {
        let claim = &self.args.claim;
        match (claim.least, claim.most) {
            (Some(least), _) => Claim::at_least(position, least),
            (None, most) => Claim::at_most(position, most.expect("one of both is required")),
        }
    }
}

/// A certificate that is to be written.
#[derive(Debug)]
pub(crate) struct Job<'a> {
    pub(crate) claim: Claim,
    pub(crate) options: Options,
    /// When a search gives up.
    pub(crate) limits: Limits,
    pub(crate) target: &'a Target,
    pub(crate) interrupt: &'a Interrupt,
    pub(crate) bar: &'a ProgressBar,
}

impl Job<'_> {
    /// Searches `position`, and writes the proof; how much was written, and how long both took. If it fails, the
    /// file stays what it was.
    pub(crate) fn run<G: Game, T: Table + 'static>(
        &self,
        game: &G,
        position: &G::Position,
        engine: &mut Engine<G::Position, G::Evaluator, T>,
    ) -> Result<(Written, Duration)> {
        let begun = Instant::now();
        self.search(position, engine)?;
        let mut written = None;
        self.target.replace(self.interrupt, |file| {
            let mut oracle = Search::new(engine, &self.limits);
            let codec = GameCodec(game);
            let watch = |progress: &Progress| self.watch(progress);
            let (claim, options) = (self.claim, &self.options);
            let done =
                eldest_certify::write(&codec, position, claim, &mut oracle, options, file, watch)?;
            written = Some(done);
            Ok(())
        })?;
        Ok((written.context("what was written")?, begun.elapsed()))
    }

    /// Fills the table: the proof is found in it.
    fn search<P, E, T>(&self, position: &P, engine: &mut Engine<P, E, T>) -> Result<()>
    where
        P: Position<Move: Send> + Send + 'static,
        E: eldest::Evaluator<P> + Send + Sync + 'static,
        T: Table + 'static,
    {
        if position.over().is_some() {
            return Ok(());
        }
        let Claim { prover, least } = self.claim;
        let least = if prover == position.side() { least } else { Score::new(1 - least.get()) };
        let query = engine.query(position).limits(&self.limits).observer(Meter::new(self.bar));
        query.decide(least)?;
        Ok(())
    }

    fn watch(&self, Progress { records, height, .. }: &Progress) -> ControlFlow<()> {
        if records % 1024 == 0 {
            let records = short(*records as f64);
            self.bar.set_message(format!("{records} positions written, {height} plies to go"));
        }
        if self.interrupt.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
