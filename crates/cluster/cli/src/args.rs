//! The command line.

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

Exit status: as for eldest.";

/// Prove and solve positions on many machines over NATS JetStream.
#[derive(Debug, Parser)]
#[command(name = "eldest-cluster", version, after_help = EXAMPLES, max_term_width = 100)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: ClusterCommand,
}

impl Args {
    /// Parses the command line. The help hides options of `eldest prove` that workers set instead.
    ///
    /// # Errors
    /// A fault of the command line, or the help that it requests.
    pub(crate) fn of(words: impl Iterator<Item = std::ffi::OsString>) -> Result<Self, clap::Error> {
        Self::from_arg_matches(&Self::shown().try_get_matches_from(words)?)
    }

    /// Ends the program: the arguments of `command` are each valid, but not in combination.
    pub(crate) fn refuse(command: &str, kind: ErrorKind, reason: &str) -> ! {
        let mut args = Self::shown();
        args.build();
        let command = args.find_subcommand_mut(command).expect("there is such a command");
        command.error(kind, reason).exit()
    }

    /// Builds the parser. Inspecting a store requires no server.
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
pub(crate) enum ClusterCommand {
    /// Prove the value of one hard position like eldest prove, with the searches run by workers
    ///
    /// Each worker sets its own number of threads and table size. With several threads in total,
    /// jobs start small and grow up to --budget. This process runs the searches that --certificate
    /// needs beyond the proof itself, with --threads and --table-mib as in eldest prove.
    Prove {
        #[command(flatten)]
        args: Box<ProveArgs>,
        #[command(flatten)]
        cluster: ClusterArgs,
    },
    /// Solve many positions like eldest solve, with the searches run by workers
    ///
    /// Results are written in the order of the input.
    Solve {
        #[command(flatten)]
        args: Box<SolveArgs>,
        #[command(flatten)]
        cluster: ClusterArgs,
    },
    Worker(WorkerArgs),
}

/// The server at which the workers are.
#[derive(Debug, clap::Args)]
pub(crate) struct ClusterArgs {
    /// Server address, such as nats://HOST or tls://HOST:4222; commas separate the servers of a
    /// NATS cluster
    #[arg(long, value_name = "URL", env = "ELDEST_NATS", hide_env_values = true, required = true)]
    cluster: Option<String>,
    #[command(flatten)]
    access: AccessArgs,
}

/// Run jobs for any number of managers and games until interrupted
///
/// Workers may join and leave at any time. A job can only request a search of one of eldest's
/// games.
#[derive(Debug, clap::Args)]
pub(crate) struct WorkerArgs {
    /// Server address, such as nats://HOST or tls://HOST:4222; commas separate the servers of a
    /// NATS cluster
    #[arg(value_name = "URL", env = "ELDEST_NATS", hide_env_values = true)]
    cluster: String,
    /// Name of this worker, unique at the server; random by default
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Number of search threads; 0, the default, for one per core
    #[arg(long, value_name = "N", default_value = "0", hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=4096))]
    pub(crate) threads: u16,
    /// Total size of the transposition tables of all games, in MiB; checks of answers use the same
    /// again
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) table_mib: u32,
    /// Number of games served at the same time, which share the table memory; others wait
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) games: u16,
    /// Node limit for each job, whatever its budget
    #[arg(long, value_name = "NODES")]
    pub(crate) most_nodes: Option<u64>,
    /// Share findings that cost at least NODES times the number of other workers, and accept
    /// theirs; 0 turns sharing off
    #[arg(long, value_name = "NODES", default_value = "64")]
    pub(crate) share_from: u64,
    /// Drop the jobs of a manager that has been silent this long
    #[arg(long, value_name = "SECONDS", default_value = "15", value_parser = seconds)]
    pub(crate) patience: Duration,
    #[command(flatten)]
    access: AccessArgs,
}

/// Credentials for the server.
#[derive(Debug, clap::Args)]
struct AccessArgs {
    /// User name
    #[arg(long, value_name = "NAME", env = "ELDEST_NATS_USER", requires = "password")]
    user: Option<String>,
    /// Password of that user; prefer the environment variable, as other users can see command lines
    #[arg(long, env = "ELDEST_NATS_PASSWORD", hide_env_values = true, requires = "user")]
    password: Option<String>,
    /// Token to use instead of user and password; prefer the environment variable
    #[arg(long, env = "ELDEST_NATS_TOKEN", hide_env_values = true, conflicts_with = "user")]
    token: Option<String>,
    /// Trust the certificates in this PEM file in addition to those that the system trusts
    #[arg(long, value_name = "FILE.pem")]
    tls_ca: Option<PathBuf>,
    /// Present this certificate to the server
    #[arg(long, value_name = "FILE.pem", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// Private key of that certificate
    #[arg(long, value_name = "FILE.pem", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// Reassign a job whose worker has been silent this long; the first program to connect to a
    /// server sets this for all
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
