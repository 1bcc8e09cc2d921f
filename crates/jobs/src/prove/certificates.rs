//! Writes the certificates of a proof.

use super::args::{ProveArgs, paths};
use crate::certificate::{CertificateWriter, target, unwritten};
use crate::certificate_record::CertificateRecord;
use anyhow::{Result, anyhow};
use eldest::{Engine, Limits, Position, Score, Table};
use eldest_catalog::codec::GameCodec;
use eldest_catalog::games::Game;
use eldest_certify::{CheckOptions, KnownBounds, SearchOracle};
use eldest_check::{Claim, Header};
use eldest_prove::ProofManager;
use eldest_terminal::Format;
use eldest_terminal::Interrupt;
use eldest_terminal::Output;
use eldest_terminal::Status;
use eldest_terminal::Target;
use eldest_terminal::progress;
use std::time::Instant;

/// The requested certificates: one for an answer, two for a value.
pub(super) struct Certificates<'a> {
    targets: Vec<Target>,
    /// The only question.
    least: Option<Score>,
    options: CheckOptions,
    format: Format,
    interrupt: &'a Interrupt,
}

impl<'a> Certificates<'a> {
    /// Prepares the certificates that `args` request, if their files can be written.
    pub(super) fn new(args: &ProveArgs, interrupt: &'a Interrupt) -> Result<Self> {
        let (least, format) = (args.least, args.common.format);
        let paths = args.certificate.iter().flat_map(|path| paths(path, least));
        let targets = paths.map(|path| target(&path, interrupt)).collect::<Result<_>>()?;
        let memory = args.memory.bytes();
        let options = CheckOptions::new().memory_bytes(memory).trust_bounds(args.trust_bounds);
        Ok(Self { targets, least, options, format, interrupt })
    }

    /// Returns whether no certificates are requested.
    pub(super) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Writes the proof of `manager`: from its graph, and below that with searches of `engine`.
    #[inline(never)]
    pub(super) fn write<G: Game, T: Table + 'static>(
        &self,
        game: &G,
        manager: &ProofManager<'_>,
        engine: &mut Engine<G::Position, G::Evaluator, T>,
    ) -> Result<Status> {
        let limits = Limits::new().stop(self.interrupt.token());
        let mut search = SearchOracle::new(engine, &limits);
        let mut oracle = KnownBounds::new(&mut search);
        let read = |text: &str| game.parse(text).map_err(|error| anyhow!("{text}: {error}"));
        for (text, bounds) in manager.positions() {
            oracle.learn(&read(text)?, bounds);
        }
        let position = read(manager.position())?;
        let claims = self.claims(manager, &position);
        for (claim, target) in claims.into_iter().zip(&self.targets) {
            let (begun, bar) = (Instant::now(), progress::bar(Some(1)));
            let output = Output::new(self.format, bar.clone());
            let (options, limits, interrupt) =
                (self.options.clone(), limits.clone(), self.interrupt);
            let job = CertificateWriter { options, limits, target, interrupt, bar: &bar };
            let written = match job.write(game, &position, claim, &mut oracle) {
                Ok(written) => written,
                Err(error) => return unwritten(error, self.interrupt, &output),
            };
            let header =
                Header::new(&GameCodec(game), &position, claim, self.options.trusts_bounds());
            output.put(&CertificateRecord::written(
                header,
                written,
                game.players(),
                begun.elapsed(),
            ))?;
        }
        Ok(Status::Done)
    }

    /// Returns the proved claims about the root, in the order of the files.
    fn claims<P: Position>(&self, manager: &ProofManager<'_>, position: &P) -> Vec<Claim> {
        let known = manager.known();
        match self.least {
            Some(least) if known.lower() >= least => vec![Claim::at_least(position, least)],
            Some(least) => vec![Claim::at_most(position, Score::new(least.get() - 1))],
            None => {
                let (least, most) = (known.lower(), known.upper());
                vec![Claim::at_least(position, least), Claim::at_most(position, most)]
            }
        }
    }
}
