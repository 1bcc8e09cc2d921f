//! Writes certificates into a file that is replaced atomically, with a search as the oracle.

use anyhow::{Context, Result, ensure};
use eldest::{Engine, Limits, Position, Score, Table};
use eldest_catalog::codec::GameCodec;
use eldest_catalog::games::Game;
use eldest_certify::{CheckOptions, Error, Oracle, SearchOracle, WriteProgress};
use eldest_check::{Claim, Written, may_replace};
use eldest_terminal::progress::{Meter, short};
use eldest_terminal::{Interrupt, Output, Status, Target};
use indicatif::ProgressBar;
use std::fs::File;
use std::io::BufWriter;
use std::ops::ControlFlow;
use std::path::Path;

/// Returns the status of the program after `error` prevented a proof from being written.
pub fn unwritten(error: anyhow::Error, interrupt: &Interrupt, output: &Output) -> Result<Status> {
    match error.downcast_ref() {
        _ if interrupt.is_raised() => Ok(Status::Interrupted),
        Some(unfinished @ Error::Unfinished) => {
            output.complain(unfinished);
            Ok(Status::Unsolved)
        }
        _ => Err(error),
    }
}

/// Returns the target for a certificate at `path`.
///
/// # Errors
/// The file cannot be written, or exists and is not a certificate.
pub fn target(path: &Path, interrupt: &Interrupt) -> Result<Target> {
    let target = Target::new(path, interrupt)?;
    refuse_others(&target)?;
    Ok(target)
}

/// Refuses an existing file that is neither a certificate nor empty.
///
/// # Errors
/// It is not a certificate, or cannot be read.
fn refuse_others(target: &Target) -> Result<()> {
    ensure!(
        may_replace(target.path())?,
        "{} exists and is not a certificate; it was left unchanged: remove it, or name another file",
        target.named()
    );
    Ok(())
}

/// Writes a certificate.
#[derive(Debug)]
pub struct CertificateWriter<'a> {
    /// What the certificate may rely on, and the memory for sorting.
    pub options: CheckOptions,
    /// The limits of each search.
    pub limits: Limits,
    /// The file.
    pub target: &'a Target,
    /// Stops it.
    pub interrupt: &'a Interrupt,
    /// Shows its progress.
    pub bar: &'a ProgressBar,
}

impl CertificateWriter<'_> {
    /// Searches `position`, unless the game is over there, and writes the proof of `claim`. If it
    /// fails, the file is unchanged.
    pub fn run<G: Game, T: Table + 'static>(
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
        self.write(game, position, claim, &mut SearchOracle::new(engine, &self.limits))
    }

    /// Writes the proof of `claim`, with the moves of `oracle`. If it fails, the file is unchanged.
    pub fn write<G: Game>(
        &self,
        game: &G,
        position: &G::Position,
        claim: Claim,
        oracle: &mut dyn Oracle<G::Position>,
    ) -> Result<Written> {
        self.replace(&mut |file| {
            let watch = &mut |progress: &WriteProgress| self.watch(progress);
            let (codec, options) = (GameCodec(game), &self.options);
            eldest_certify::write(&codec, position, claim, oracle, options, file, watch)
        })
    }

    fn replace(&self, write: &mut Writes<'_>) -> Result<Written> {
        let mut written = None;
        // Another program may have created a file there during the search.
        refuse_others(self.target)?;
        self.target.replace(self.interrupt, |file| {
            written = Some(write(file)?);
            Ok(())
        })?;
        written.context("nothing was written")
    }

    fn watch(&self, WriteProgress { records, height, .. }: &WriteProgress) -> ControlFlow<()> {
        if records % 1024 == 0 {
            let records = short(*records as f64);
            self.bar.set_message(format!("{records} positions written, {height} plies to go"));
        }
        if self.interrupt.is_raised() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// A function that fills a file.
type Writes<'a> = dyn FnMut(&mut BufWriter<&File>) -> Result<Written, Error> + 'a;
