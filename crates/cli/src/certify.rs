//! `eldest certify`: writes a proof.

use crate::certificate_args::CertifyArgs;
use anyhow::Result;
use eldest::{Engine, Position};
use eldest_catalog::codec::GameCodec;
use eldest_catalog::games::{Catalog, Game, Visitor};
use eldest_certify::CheckOptions;
use eldest_check::{Header, Written};
use eldest_jobs::CertificateRecord;
use eldest_jobs::certificate::{CertificateWriter, target, unwritten};
use eldest_terminal::{Interrupt, Output, Status, input, progress};
use std::time::Instant;

/// Writes the proof that `args` describe.
pub(crate) fn run<C: Catalog>(args: &CertifyArgs, interrupt: &Interrupt) -> Result<Status> {
    let begun = Instant::now();
    let target = target(&args.out, interrupt)?;
    let bar = progress::bar(Some(1));
    let output = Output::new(args.common.format, bar.clone());
    let options =
        CheckOptions::new().memory_bytes(args.memory.bytes()).trust_bounds(args.trust_bounds);
    let limits = args.limits.limits(interrupt.token());
    let job = CertificateWriter { options, limits, target: &target, interrupt, bar: &bar };
    match args.game.of::<C>().visit(Certify { args, job: &job }) {
        Ok((written, header, players)) => {
            output.put(&CertificateRecord::written(header, written, players, begun.elapsed()))?;
            Ok(Status::Done)
        }
        Err(error) => unwritten(error, interrupt, &output),
    }
}

struct Certify<'a> {
    args: &'a CertifyArgs,
    job: &'a CertificateWriter<'a>,
}

/// A summary of the written proof, its header, and the names of the players.
type CertifyOutput = (Written, Header, [&'static str; 2]);

impl Visitor for Certify<'_> {
    type Output = Result<CertifyOutput>;

    /// Always uses the shared table: searches of one position are compiled for it anyway.
    fn visit<G: Game>(self, game: &G) -> Result<CertifyOutput> {
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
