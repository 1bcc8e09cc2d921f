//! What is done by jobs, whoever does them: for `eldest-cluster`, which knows who that is.
//!
//! It is meant for that program, and changes with it.

mod args;
#[cfg(feature = "serve")]
mod serve;
mod solve;

pub use crate::args::ProveArgs;
pub use crate::prove::{Elsewhere, Reached};
pub use args::SolveArgs;
pub use eldest_catalog::files::refuse_others;
pub use eldest_terminal::typed::{print, words as typed};
#[cfg(feature = "serve")]
pub use serve::{knows, serve};

use eldest::StopToken;
use eldest_terminal::Interrupt;
use eldest_terminal::Status;
use eldest_terminal::complain;
use std::fmt::Display;
use std::process::ExitCode;

/// `eldest prove`, by those who are `elsewhere`: its exit status.
pub fn prove(args: &ProveArgs, elsewhere: &dyn Elsewhere) -> ExitCode {
    let proved = Interrupt::install();
    let proved = proved.and_then(|stop| crate::prove::run_by(args, &stop, Some(elsewhere)));
    eldest_terminal::ended(proved)
}

/// Many positions are solved by those who are `elsewhere`: its exit status.
pub fn solve(args: &SolveArgs, elsewhere: &dyn Elsewhere) -> ExitCode {
    eldest_terminal::ended(Interrupt::install().and_then(|stop| solve::run(args, &stop, elsewhere)))
}

/// Lets `work` work until Ctrl-C, SIGTERM or SIGHUP throws the token that it gets: its exit status.
pub fn until_stopped(work: impl FnOnce(&StopToken) -> anyhow::Result<()>) -> ExitCode {
    let worked = Interrupt::install().and_then(|stop| {
        work(stop.token())?;
        Ok(if stop.is_raised() { Status::Interrupted } else { Status::Done })
    });
    eldest_terminal::ended(worked)
}

/// Says on stderr what somebody may want to know.
pub fn say(message: impl Display) {
    complain(message);
}
