//! The `eldest-cluster` program: proves and solves positions on many machines over NATS.
#![forbid(unsafe_code)]

mod args;
mod solve;
mod worker;

use args::{Args, ClusterArgs, ClusterCommand};
use clap::error::ErrorKind;
use eldest::StopToken;
use eldest_catalog::games::GameArg;
use eldest_jobs::prove::{self, Elsewhere, ProveArgs, Reached};
use eldest_nats::{Cluster, Notice};
use eldest_terminal::{Interrupt, Status, complain, ended, typed};
use std::process::ExitCode;

fn main() -> ExitCode {
    match Args::of(typed::words()) {
        Ok(args) => ended(Interrupt::install().and_then(|stop| run(args.command, &stop))),
        Err(error) => typed::print(&error),
    }
}

fn run(command: ClusterCommand, interrupt: &Interrupt) -> anyhow::Result<Status> {
    match command {
        ClusterCommand::Prove { args, cluster } => {
            refuse(&args);
            prove::run::<GameArg>(&args, interrupt, Some(&cluster))
        }
        ClusterCommand::Solve { args, cluster } => solve::run(&args, &cluster, interrupt),
        ClusterCommand::Worker(args) => {
            worker::run(&args, interrupt.token())?;
            Ok(if interrupt.is_raised() { Status::Interrupted } else { Status::Done })
        }
    }
}

/// Ends the program if the arguments of `prove` conflict, or belong to `eldest` only.
fn refuse(args: &ProveArgs) {
    let played = "--play needs no workers; expected eldest check --play CERTIFICATE".to_owned();
    if let Some(reason) = args.play.is_some().then_some(played).or_else(|| args.conflict()) {
        Args::refuse("prove", ErrorKind::ArgumentConflict, &reason)
    }
}

/// Reaches the workers at a server.
impl Elsewhere for ClusterArgs {
    fn reach(
        &self,
        stop: &StopToken,
        ahead: usize,
        wake: Box<dyn Fn() + Send + Sync>,
    ) -> anyhow::Result<Reached> {
        let cluster = Cluster::at(&self.server()?).ahead(ahead).lease(self.lease());
        // Reports problems only: a worker that joins is none.
        let cluster = cluster.stopped_by(stop).waking(wake).on_notice(|notice| {
            if !matches!(notice, Notice::Joined { .. }) {
                complain(notice);
            }
        });
        let cluster = cluster.connect()?;
        if cluster.threads() == 0 {
            complain("no worker is connected yet; jobs wait for the first");
        }
        Ok(Box::new(cluster))
    }
}
