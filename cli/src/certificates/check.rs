//! `eldest check`: proofs are checked, and played against.

use super::codec::GameCodec;
use super::told::{Together, Told};
use crate::args::{CheckArgs, refuse};
use crate::games::{Game, GameArg, Visitor};
use crate::output::Output;
use crate::play;
use crate::progress;
use crate::status::Status;
use crate::stop::Interrupt;
use anyhow::{Context, Result};
use clap::error::ErrorKind;
use eldest_check::{Error, Meeting, Options, Progress, Proof, Reader, meet};
use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// Checks what `args` name.
pub(crate) fn run(args: &CheckArgs, interrupt: &Interrupt) -> Result<Status> {
    if args.play && args.files.len() > 1 {
        refuse(
            "check",
            ErrorKind::ArgumentConflict,
            "--play plays against one proof; expected one file",
        )
    }
    let mut proofs = Vec::new();
    for file in &args.files {
        let check = Check { args, interrupt, file };
        match check.run()? {
            Ok(proof) => proofs.push(proof),
            Err(status) => return Ok(status),
        }
    }
    match &proofs[..] {
        [(one, players), (other, _)] => together(args, [one, other], players[0]),
        _ => Ok(Status::Done),
    }
}

/// What two proofs say together.
fn together(args: &CheckArgs, [one, other]: [&Proof; 2], player: &'static str) -> Result<Status> {
    let output = Output::new(args.format, progress::bar(Some(1)));
    let reason = match meet(one, other) {
        Meeting::Within(bounds) => {
            output.put(&Together::new(bounds, player))?;
            return Ok(Status::Done);
        }
        Meeting::Contradiction => {
            "both proofs are accepted, and they contradict each other: the rules or the checker are wrong"
        }
        _ => "the proofs are about different positions, or different rules",
    };
    output.complain(reason);
    Ok(Status::Failed)
}

struct Check<'a> {
    args: &'a CheckArgs,
    interrupt: &'a Interrupt,
    file: &'a Path,
}

/// A proof, and what people call the players; or how it was refused.
type Checked = Result<(Proof, [&'static str; 2]), Status>;

impl Check<'_> {
    fn run(self) -> Result<Checked> {
        let name = self.file.display().to_string();
        let reader = Reader::new(self.open()?);
        let game = reader.map(|reader| reader.header().game.clone());
        match game {
            Err(error) => self.refused(&error),
            Ok(game) => match game.parse::<GameArg>() {
                Ok(game) => game.visit(self),
                Err(error) => {
                    crate::output::complain(format!("{name}: {error}"));
                    Ok(Err(Status::Unreadable))
                }
            },
        }
    }

    fn open(&self) -> Result<File> {
        File::open(self.file).with_context(|| self.file.display().to_string())
    }

    /// Says why nothing is proved.
    fn refused(&self, error: &Error) -> Result<Checked> {
        let status = match error {
            Error::Stopped => return Ok(Err(Status::Interrupted)),
            error if error.is_refusal() => Status::Failed,
            _ => Status::Unreadable,
        };
        crate::output::complain(format!("{}: {error}", self.file.display()));
        Ok(Err(status))
    }
}

impl Visitor for Check<'_> {
    type Output = Result<Checked>;

    fn visit<G: Game>(self, game: &G) -> Result<Checked> {
        let (begun, file) = (Instant::now(), self.open()?);
        let length = file.metadata().map_or(0, |about| about.len());
        let bar = progress::bar(Some(length.max(2)));
        let output = Output::new(self.args.format, bar.clone());
        let options = Options::new()
            .memory_bytes(self.args.memory.bytes())
            .trust_bounds(self.args.trust_bounds);
        let watch = |progress: &Progress| {
            bar.set_position(progress.bytes);
            let is_raised = self.interrupt.is_raised();
            if is_raised { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let proof = match eldest_check::check(&GameCodec(game), file, &options, watch) {
            Ok(proof) => proof,
            Err(error) => {
                drop(output);
                return self.refused(&error);
            }
        };
        output.put(&Told::proof(&proof, game.players(), begun.elapsed()))?;
        drop(output);
        if self.args.play {
            let reader = Reader::new(self.open()?)?;
            let status = play::play_against(game, reader, self.args.format, self.interrupt)?;
            return Ok(Err(status));
        }
        Ok(Ok((proof, game.players())))
    }
}
