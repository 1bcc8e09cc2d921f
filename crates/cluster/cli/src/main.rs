//! The `eldest-cluster` program: hard positions proved, and many solved, by many machines over NATS.
#![forbid(unsafe_code)]

mod args;
mod worker;

use args::{Args, ClusterArgs, Command};
use eldest::StopToken;
use eldest_cli::jobs::{self, Elsewhere, Reached};
use eldest_nats::{Cluster, Notice};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args = match Args::of(jobs::typed()) {
        Ok(args) => args,
        Err(error) => return jobs::print(&error),
    };
    match args.command {
        Command::Prove { args, cluster } => jobs::prove(&args, &cluster),
        Command::Solve { args, cluster } => jobs::solve(&args, &cluster),
        Command::Worker(args) => jobs::until_stopped(|stop| worker::run(&args, stop)),
    }
}

/// The workers at a server.
impl Elsewhere for ClusterArgs {
    fn reach(&self, stop: &StopToken, ahead: usize) -> anyhow::Result<Reached> {
        let cluster = Cluster::at(&self.server()?).ahead(ahead).lease(self.lease());
        let cluster = cluster.stopped_by(stop).telling(tell).connect()?;
        if cluster.threads() == 0 {
            jobs::say("no worker is there yet: jobs wait for the first");
        }
        Ok(Box::new(cluster))
    }
}

/// That everything is as it should be is no news.
fn tell(notice: &Notice) {
    if !matches!(notice, Notice::Joined { .. }) {
        jobs::say(notice);
    }
}
