//! What can be typed.

use crate::solve::SolveArgs;
use anyhow::Context;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use eldest_catalog::input::refuse_others;
use eldest_jobs::prove::ProveArgs;
use eldest_nats::Server;
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  nats-server -js -sd /var/lib/nats
  eldest-cluster worker nats://localhost --threads 8 --table-mib 4096
  eldest-cluster prove connect4 - --store connect4.proof --cluster nats://localhost
  eldest-cluster solve othello --input endgames.obf --cluster nats://localhost

Exit status: as that of eldest.";

/// Proves hard positions and solves many, by many machines over NATS JetStream.
#[derive(Debug, Parser)]
#[command(name = "eldest-cluster", version, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

impl Args {
    /// Returns what was typed; options of `eldest prove` that are the workers' business are not
    /// shown.
    ///
    /// # Errors
    /// What is wrong with it, or the help that it asks for.
    pub(crate) fn of(words: impl Iterator<Item = std::ffi::OsString>) -> Result<Self, clap::Error> {
        Self::from_arg_matches(&Self::shown().try_get_matches_from(words)?)
    }

    /// Ends the program: the words after `command` are right one by one, and make no sense together.
    pub(crate) fn refuse(command: &str, kind: ErrorKind, reason: &str) -> ! {
        let mut args = Self::shown();
        args.build();
        let command = args.find_subcommand_mut(command).expect("there is such a command");
        command.error(kind, reason).exit()
    }

    /// What may be typed. To look at a store takes no server.
    fn shown() -> clap::Command {
        Self::command().mut_subcommand("prove", |prove| {
            let hidden = ["threads", "table_mib", "algorithm", "play"];
            let prove =
                hidden.iter().fold(prove, |prove, name| prove.mut_arg(name, |arg| arg.hide(true)));
            let needless = ["status", "play"];
            prove
                .mut_arg("cluster", |arg| arg.required(false).required_unless_present_any(needless))
        })
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Proves the value of one hard position, as eldest prove does; workers search
    ///
    /// With how many threads and how large a table is for the workers to say. Where several search, jobs begin small, and grow
    /// up to --budget. What --certificate needs beside the proof is searched here, with --threads and --table-mib as of eldest
    /// prove.
    Prove {
        #[command(flatten)]
        args: Box<ProveArgs>,
        #[command(flatten)]
        cluster: ClusterArgs,
    },
    /// Solves many positions, as eldest solve does; workers search
    ///
    /// Values are written in the order of the input.
    Solve {
        #[command(flatten)]
        args: Box<SolveArgs>,
        #[command(flatten)]
        cluster: ClusterArgs,
    },
    Worker(WorkerArgs),
}

/// Where the workers are found.
#[derive(Debug, clap::Args)]
pub(crate) struct ClusterArgs {
    /// The server, as in nats://HOST or tls://HOST:4222; several of one cluster of servers are separated by commas
    #[arg(long, value_name = "URL", env = "ELDEST_NATS", hide_env_values = true, required = true)]
    cluster: Option<String>,
    #[command(flatten)]
    access: AccessArgs,
}

/// Does jobs of any number of managers and games, until it is interrupted
///
/// It may come and go at any time. Jobs ask for searches of the games that eldest knows, and for nothing else.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkerArgs {
    /// The server, as in nats://HOST or tls://HOST:4222; several of one cluster of servers are separated by commas
    #[arg(value_name = "URL", env = "ELDEST_NATS", hide_env_values = true)]
    cluster: String,
    /// The name of this worker, which no other may have; if it is left out, a random one
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// How many threads search; if it is left out or 0, as many as the machine has cores
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=4096))]
    pub(crate) threads: u16,
    /// The size of the transposition tables of all games together; one as large again for jobs that check others
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) table_mib: u32,
    /// Games that share the table at a time; others wait
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) games: u16,
    /// No job gets more nodes than that, whatever it asks for
    #[arg(long, value_name = "NODES")]
    pub(crate) most_nodes: Option<u64>,
    /// Shares findings that cost at least NODES times the number of other workers, and accepts theirs; 0 for neither
    #[arg(long, value_name = "NODES", default_value = "64")]
    pub(crate) tell_from: u64,
    /// Drops the jobs of a manager that has been silent this long
    #[arg(long, value_name = "SECONDS", default_value = "15", value_parser = seconds)]
    pub(crate) patience: Duration,
    #[command(flatten)]
    access: AccessArgs,
}

/// By what the server lets us in.
#[derive(Debug, clap::Args)]
struct AccessArgs {
    /// The user
    #[arg(long, value_name = "NAME", env = "ELDEST_NATS_USER", requires = "password")]
    user: Option<String>,
    /// Its password; others on this machine may see the command line, so rather in the environment
    #[arg(long, env = "ELDEST_NATS_PASSWORD", hide_env_values = true, requires = "user")]
    password: Option<String>,
    /// A token, in place of user and password; rather in the environment too
    #[arg(long, env = "ELDEST_NATS_TOKEN", hide_env_values = true, conflicts_with = "user")]
    token: Option<String>,
    /// Trusts the certificates in this PEM file, beside those that the system trusts
    #[arg(long, value_name = "FILE.pem")]
    tls_ca: Option<PathBuf>,
    /// Shows this certificate to the server
    #[arg(long, value_name = "FILE.pem", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The key of that certificate
    #[arg(long, value_name = "FILE.pem", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Gives a job to another worker if its worker has been silent this long; the first program at a server sets this for all
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    lease: Duration,
}

impl ClusterArgs {
    pub(crate) fn server(&self) -> anyhow::Result<Server> {
        self.access.server(self.cluster.as_deref().unwrap_or_default())
    }

    pub(crate) fn lease(&self) -> Duration {
        self.access.lease
    }
}

impl WorkerArgs {
    pub(crate) fn server(&self) -> anyhow::Result<Server> {
        self.access.server(&self.cluster)
    }

    pub(crate) fn lease(&self) -> Duration {
        self.access.lease
    }
}

impl AccessArgs {
    fn server(&self, address: &str) -> anyhow::Result<Server> {
        let files = [&self.tls_ca, &self.tls_cert, &self.tls_key];
        for path in files.into_iter().flatten() {
            refuse_others(path).with_context(|| path.display().to_string())?;
        }
        let mut server = Server::at(address)?;
        if let (Some(user), Some(password)) = (&self.user, &self.password) {
            server = server.user(user, password);
        }
        if let Some(token) = &self.token {
            server = server.token(token);
        }
        if let Some(path) = &self.tls_ca {
            server = server.roots(path);
        }
        if let (Some(own), Some(key)) = (&self.tls_cert, &self.tls_key) {
            server = server.certificate(own, key);
        }
        Ok(server)
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.1..=86_400.0).contains(seconds));
    let seconds = seconds.map(Duration::from_secs_f64);
    seconds.ok_or_else(|| "expected seconds from 0.1 to 86400".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Args::shown().debug_assert();
    }
}
