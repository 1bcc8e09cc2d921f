//! `eldest certify`: a proof is written.

use super::file;
use super::told::Told;
use crate::args::CertifyArgs;
use anyhow::{Context, Result};
use eldest::{Engine, Limits, Position, Score, Table};
use eldest_catalog::codec::GameCodec;
use eldest_catalog::games::{Game, Visitor};
use eldest_certify::{Error, Options, Oracle, Progress, Search};
use eldest_check::{Claim, Header, Written};
use eldest_terminal::Interrupt;
use eldest_terminal::Output;
use eldest_terminal::Status;
use eldest_terminal::Target;
use eldest_terminal::input;
use eldest_terminal::progress::{self, Meter, short};
use indicatif::ProgressBar;
use std::fs::File;
use std::io::BufWriter;
use std::ops::ControlFlow;
use std::time::Instant;

/// Writes the proof that `args` ask for.
pub(crate) fn run(args: &CertifyArgs, interrupt: &Interrupt) -> Result<Status> {
    let begun = Instant::now();
    let target = file::target(&args.out, interrupt)?;
    let bar = progress::bar(Some(1));
    let output = Output::new(args.common.format, bar.clone());
    let options = Options::new().memory_bytes(args.memory.bytes()).trust_bounds(args.trust_bounds);
    let limits = args.limits.limits(interrupt.token());
    let job = Job { options, limits, target: &target, interrupt, bar: &bar };
    match args.game.visit(Certify { args, job: &job }) {
        Ok((written, header, players)) => {
            output.put(&Told::written(header, written, players, begun.elapsed()))?;
            Ok(Status::Done)
        }
        Err(error) => unwritten(error, interrupt, &output),
    }
}

/// How the program ends if `error` has kept a proof from being written.
pub(crate) fn unwritten(
    error: anyhow::Error,
    interrupt: &Interrupt,
    output: &Output,
) -> Result<Status> {
    match error.downcast_ref() {
        _ if interrupt.is_raised() => Ok(Status::Interrupted),
        Some(unfinished @ Error::Unfinished) => {
            output.complain(unfinished);
            Ok(Status::Unsolved)
        }
        _ => Err(error),
    }
}

struct Certify<'a> {
    args: &'a CertifyArgs,
    job: &'a Job<'a>,
}

/// What was written, its header, and what people call the players.
type Done = (Written, Header, [&'static str; 2]);

impl Visitor for Certify<'_> {
    type Output = Result<Done>;

    /// Never with the dense table: searches of one position are compiled for the shared table anyway.
    fn visit<G: Game>(self, game: &G) -> Result<Done> {
        let Self { args, job } = self;
        if G::Position::PATH_DEPENDENT {
            return Err(eldest_check::Error::PathDependent.into());
        }
        let read = || input::one(game, args.position.as_deref());
        let position = job.interrupt.while_waiting(read)?.parse(game)?;
        let options = args.sharing.of(game.options());
        let builder = Engine::<G::Position>::builder().evaluator(game.evaluator()).options(options);
        let mut engine = builder.table_bytes(args.common.table_bytes()).build()?;
        let claim = args.claim.of(position.side());
        let written = job.run(game, &position, claim, &mut engine)?;
        let header = Header::new(&GameCodec(game), &position, claim, args.trust_bounds);
        Ok((written, header, game.players()))
    }
}

/// A certificate that is to be written.
#[derive(Debug)]
pub(crate) struct Job<'a> {
    pub(crate) options: Options,
    /// When a search gives up.
    pub(crate) limits: Limits,
    pub(crate) target: &'a Target,
    pub(crate) interrupt: &'a Interrupt,
    pub(crate) bar: &'a ProgressBar,
}

impl Job<'_> {
    /// Searches `position`, unless the table knows it, and writes the proof of `claim`. If it fails, the file
    /// stays what it was.
    pub(crate) fn run<G: Game, T: Table + 'static>(
        &self,
        game: &G,
        position: &G::Position,
        claim: Claim,
        engine: &mut Engine<G::Position, G::Evaluator, T>,
    ) -> Result<Written> {
        if position.over().is_none() {
            let is_prover = claim.prover == position.side();
            let least = if is_prover { claim.least.get() } else { 1 - claim.least.get() };
            let query = engine.query(position).limits(&self.limits).observer(Meter::new(self.bar));
            let report = query.decide(Score::new(least)).run()?;
            let is_true = (report.bounds.lower().get() >= least) == is_prover;
            if report.depth.is_some() && !is_true {
                let (position, claim) = (game.write(position, "-", None), claim.to_string());
                return Err(Error::False { position, claim }.into());
            }
        }
        self.write(game, position, claim, &mut Search::new(engine, &self.limits))
    }

    /// Writes the proof of `claim` by the moves that `oracle` names. If it fails, the file stays what it was.
    pub(crate) fn write<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        claim: Claim,
        oracle: &mut dyn Oracle<G::Position>,
    ) -> Result<Written> {
        self.replace(&mut |file| {
            let watch = &mut |progress: &Progress| self.watch(progress);
            let (codec, options) = (GameCodec(game), &self.options);
            eldest_certify::write(&codec, position, claim, oracle, options, file, watch)
        })
    }

    fn replace(&self, write: &mut Writes<'_>) -> Result<Written> {
        let mut written = None;
        // Another program may have put a file there during the search.
        file::refuse_others(self.target)?;
        self.target.replace(self.interrupt, |file| {
            written = Some(write(file)?);
            Ok(())
        })?;
        written.context("nothing was written")
    }

    fn watch(&self, Progress { records, height, .. }: &Progress) -> ControlFlow<()> {
        if records % 1024 == 0 {
            let records = short(*records as f64);
            self.bar.set_message(format!("{records} positions written, {height} plies to go"));
        }
        if self.interrupt.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Whoever fills a file.
type Writes<'a> = dyn FnMut(&mut BufWriter<&File>) -> Result<Written, Error> + 'a;
